public import Foundation
public import GlazeGeometry

// Apple boxes structs in NSValue by their C types. On Linux that traps for structs, so matrices are
// boxed by Glaze's own subclass; Foundation boxes points, sizes and rectangles.

/// An `NSValue` that holds one of Glaze's structs.
private final class BoxedStruct: NSValue, @unchecked Sendable {
  // Immutable after init, and both structs are Sendable: safe to share.
  enum Payload: Hashable {
    case transform(CATransform3D)
    case affine(CGAffineTransform)
  }

  let payload: Payload

  init(_ payload: Payload) {
    self.payload = payload
    super.init()
  }

  required init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
    payload = .transform(value.loadUnaligned(as: CATransform3D.self))
    super.init()
  }

  required init?(coder: NSCoder) { nil }

  // C strings that live as long as the process and are never written.
  nonisolated(unsafe) private static let transformType = permanentCopy(
    of: "{CATransform3D=dddddddddddddddd}")
  nonisolated(unsafe) private static let affineType = permanentCopy(
    of: "{CGAffineTransform=dddddd}")

  private static func permanentCopy(of text: String) -> UnsafePointer<Int8> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<Int8>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
    return UnsafePointer(copy)
  }

  override var objCType: UnsafePointer<Int8> {
    switch payload {
    case .transform: Self.transformType
    case .affine: Self.affineType
    }
  }

  override func getValue(_ value: UnsafeMutableRawPointer) {
    switch payload {
    case .transform(let t): value.storeBytes(of: t, as: CATransform3D.self)
    case .affine(let t): value.storeBytes(of: t, as: CGAffineTransform.self)
    }
  }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? BoxedStruct)?.payload == payload
  }

  override var hash: Int { payload.hashValue }

  override var description: String { "\(payload)" }
}

/// Lets an initializer of `NSValue` return a private subclass.
public protocol BoxesStructs {}

extension NSValue: BoxesStructs {}

extension BoxesStructs {
  /// Boxes a matrix.
  public init(caTransform3D t: CATransform3D) {
    self = Self.box(.transform(t))
  }

  /// Boxes an affine transform.
  public init(cgAffineTransform t: CGAffineTransform) {
    self = Self.box(.affine(t))
  }

  private static func box(_ payload: BoxedStruct.Payload) -> Self {
    guard let box = BoxedStruct(payload) as? Self else {
      preconditionFailure("only NSValue itself can box matrices, not \(Self.self)")
    }
    return box
  }
}

extension NSValue {
  /// Boxes a point.
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }

  /// Boxes a size.
  public convenience init(cgSize: CGSize) { self.init(size: cgSize) }

  /// Boxes a rectangle.
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

  /// The boxed matrix; the identity if the object holds something else.
  public var caTransform3DValue: CATransform3D { boxedTransform ?? .identity }

  /// The boxed affine transform; the identity if the object holds something else.
  public var cgAffineTransformValue: CGAffineTransform { boxedAffineTransform ?? .identity }

  /// The boxed point; zero if the object holds something else.
  public var cgPointValue: CGPoint { boxedPoint ?? .zero }

  /// The boxed size; zero if the object holds something else.
  public var cgSizeValue: CGSize { boxedSize ?? .zero }

  /// The boxed rectangle; zero if the object holds something else.
  public var cgRectValue: CGRect { boxedRect ?? .zero }

  // These are nil if the object holds something else.

  var boxedTransform: CATransform3D? {
    if case .transform(let t)? = (self as? BoxedStruct)?.payload { t } else { nil }
  }

  var boxedAffineTransform: CGAffineTransform? {
    if case .affine(let t)? = (self as? BoxedStruct)?.payload { t } else { nil }
  }

  var boxedPoint: CGPoint? { holds("Point") ? pointValue : nil }

  var boxedSize: CGSize? { holds("Size") ? sizeValue : nil }

  var boxedRect: CGRect? { holds("Rect") ? rectValue : nil }

  /// Foundation names its boxed structs like C: {CGPoint=dd}, {CGRect={CGPoint=dd}{CGSize=dd}}.
  private func holds(_ name: String) -> Bool {
    if self is NSNumber { return false }
    let type = String(cString: objCType)
    return type.hasPrefix("{CG" + name) || type.hasPrefix("{_NS" + name)
  }

  /// The boxed value, if it is geometry.
  var unboxedGeometry: Any? {
    boxedTransform as Any? ?? boxedAffineTransform ?? boxedPoint ?? boxedSize ?? boxedRect
  }
}
