public import Foundation

/// An animation of one property, or of a part of one.
///
/// Observed: Apple header CAAnimation.h.
open class CAPropertyAnimation: CAAnimation {
  private final var storage = Storage()

  private struct Storage {
    var keyPath: String?
    var isAdditive = false
    var isCumulative = false
    var valueFunction: CAValueFunction?
  }

  /// Creates an animation without a key path, which changes nothing.
  public required init() { super.init() }

  /// Reads an animation from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates an animation of the property at a path such as `position` or `transform.rotation.z`.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// The key path of the animated property; default nil.
  open var keyPath: String? {
    get { storage.keyPath }
    set { if mayChange("keyPath") { storage.keyPath = newValue } }
  }

  /// A Boolean value that indicates whether values are added to those of the property instead of
  /// replacing them; default false.
  open var isAdditive: Bool {
    get { storage.isAdditive }
    set { if mayChange("additive") { storage.isAdditive = newValue } }
  }

  /// A Boolean value that indicates whether each repetition continues from the end of the one
  /// before; default false.
  open var isCumulative: Bool {
    get { storage.isCumulative }
    set { if mayChange("cumulative") { storage.isCumulative = newValue } }
  }

  /// The function that converts the values, which must then be numbers, to a matrix; default nil.
  open var valueFunction: CAValueFunction? {
    get { storage.valueFunction }
    set { if mayChange("valueFunction") { storage.valueFunction = newValue } }
  }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CAPropertyAnimation { storage = other.storage }
  }

  package override class var propertyTable: PropertyTable { .propertyAnimation }
}

/// An animation between two values.
///
/// | from | to | by | runs |
/// |---|---|---|---|
/// | x | y | | from x to y |
/// | x | | z | from x to x + z |
/// | | y | z | from y - z to y |
///  x | | | from x to the property's value |
///  | y | | from the property's value to y |
///  | | z | from the property's value to that + z |
///
/// Values may be Swift values or boxed. For matrices, + is concatenation, and - is concatenation
/// with the inverse.
///
/// Observed: Apple header CAAnimation.h.
open class CABasicAnimation: CAPropertyAnimation {
  private final var ends = Ends()

  private struct Ends {
    var from: Any?
    var to: Any?
    var by: Any?
  }

  /// The value at the start; default nil.
  open var fromValue: Any? {
    get { ends.from }
    set { if mayChange("fromValue") { ends.from = newValue } }
  }

  /// The value at the end; default nil.
  open var toValue: Any? {
    get { ends.to }
    set { if mayChange("toValue") { ends.to = newValue } }
  }

  /// The difference between the end and the start; default nil.
  open var byValue: Any? {
    get { ends.by }
    set { if mayChange("byValue") { ends.by = newValue } }
  }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CABasicAnimation { ends = other.ends }
  }

  package override class var propertyTable: PropertyTable { .basicAnimation }
}
