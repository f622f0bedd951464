import Foundation
import GlazeGeometry

/// A misuse of the model that is refused; Apple's implementation raises an exception.
///
/// The program does not stop: the old value stays, and the handler receives the misuse. The default
/// handler writes one line to the standard error stream.
///
/// ```swift
/// ModelMisuse.withHandler({ print("refused: \($0)") }) {
///   layer.animation(forKey: "fade")?.duration = 2
/// }
/// ```
///
/// Source: Glaze's own choice; Swift cannot catch Objective-C exceptions.
public enum ModelMisuse: Error, Sendable, Hashable, CustomStringConvertible {
  /// A property of an animation was set after it was added to a layer.
  case frozenAnimation(className: String, property: String)
  /// A layer was changed on a thread that does not belong to the renderer that shows it.
  case wrongThread(className: String, property: String, owner: String, caller: String)
  /// A layer was given bounds or a position that contains NaN.
  case invalidGeometry(className: String, layerName: String?, property: String, value: String)
  /// A property of a presentation layer was set.
  case readOnlyPresentation(className: String, property: String)
  /// A property was given a value that is invalid for it.
  case invalidValue(className: String, property: String, value: String, allowed: String)
  /// No timing function or value function has the name.
  case unknownFunction(className: String, name: String)
  /// A timing function only has control points 0 to 3.
  case noControlPoint(index: Int)

  /// The receiver of reports.
  ///
  /// It is an object, because optimized code of Swift 6.3 crashes when a function itself is bound
  /// to a task.
  private final class Handler: Sendable {
    let tell: @Sendable (ModelMisuse) -> Void

    init(_ tell: @escaping @Sendable (ModelMisuse) -> Void) { self.tell = tell }
  }

  @TaskLocal private static var handler = Handler { misuse in
    FileHandle.standardError.write(Data("glaze: \(misuse)\n".utf8))
  }

  /// Runs `operation` with another handler for refused changes.
  ///
  /// - Parameters:
  ///   - handler: Called on the thread of the misuse; it applies to this task, or to this thread if
  ///     it runs no task.
  ///   - operation: Called at once.
  /// - Returns: The result of `operation`.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (ModelMisuse) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    try $handler.withValue(Handler(handler), operation: operation)
  }

  /// Reports to the collector of this thread if it has one, else to the handler.
  func report() {
    if let collector = Collector.existing, collector.isAsked {
      collector.first = collector.first ?? self
    } else {
      Self.handler.tell(self)
    }
  }

  /// Stores the refusals of a thread for callers who query them after each change: C has no
  /// handlers, and binding one takes longer than a change.
  package final class Collector {
    /// The first refusal since the last query.
    package var first: ModelMisuse?
    /// A Boolean value that indicates whether a query will follow.
    package var isAsked = false

    private static let key = {
      var key = pthread_key_t()
      pthread_key_create(&key) { pointer in
        if let pointer { Unmanaged<Collector>.fromOpaque(pointer).release() }
      }
      return key
    }()

    fileprivate static var existing: Collector? {
      pthread_getspecific(key).map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The collector of this thread.
    package static var current: Collector {
      if let existing { return existing }
      let collector = Collector()
      pthread_setspecific(key, Unmanaged.passRetained(collector).toOpaque())
      return collector
    }
  }

  /// A description, in one line, of what happened and what to do.
  public var description: String {
    switch self {
    case .frozenAnimation(let className, let property):
      "\(className).\(property) is not changed: the animation belongs to a layer, which has a copy "
        + "of what was added; copy() it, change the copy, and add that"
    case .wrongThread(let className, let property, let owner, let caller):
      "\(className).\(property) is not changed: the layer is shown by a renderer of \(owner) and was "
        + "changed on \(caller); change it there, or call handOver() there first"
    case .invalidGeometry(let className, let layerName, let property, let value):
      "\(className).\(property)\(layerName.map { " of \"\(MessageText.shown($0))\"" } ?? "") is not "
        + "changed to \(value): coordinates must not be NaN"
    case .readOnlyPresentation(let className, let property):
      "\(className).\(property) is not changed: presentation layers are read-only; change model()"
    case .invalidValue(let className, let property, let value, let allowed):
      "\(className).\(property) is not changed to \(value): it must be \(allowed)"
    case .unknownFunction(let className, let name):
      "\(className): there is no function \"\(name)\"; none is used"
    case .noControlPoint(let index):
      "CAMediaTimingFunction: there is no control point \(index), only 0 to 3"
    }
  }
}
