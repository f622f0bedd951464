import Foundation
import GlazeGeometry

/// A use of the model that is refused, where Apple's implementation raises an exception.
///
/// Nothing crashes: what was there stays, and the handler is told. By default it writes one line to
/// the standard error stream.
///
/// ```swift
/// ModelMisuse.withHandler({ print("refused: \($0)") }) {
///   layer.animation(forKey: "fade")?.duration = 2
/// }
/// ```
///
/// Source: Glaze's own choice; Swift cannot catch Objective-C's exceptions.
public enum ModelMisuse: Error, Sendable, Hashable, CustomStringConvertible {
  /// A property of an animation was set after it was added to a layer.
  case frozenAnimation(className: String, property: String)
  /// A layer was changed on a thread that the renderer which shows it does not belong to.
  case wrongThread(className: String, property: String, owner: String, caller: String)
  /// A layer was given bounds or a position with a NaN in it.
  case invalidGeometry(className: String, layerName: String?, property: String, value: String)
  /// A property of a presentation layer was set.
  case readOnlyPresentation(className: String, property: String)
  /// A value that the property cannot have.
  case invalidValue(className: String, property: String, value: String, allowed: String)
  /// No timing function or value function has this name.
  case unknownFunction(className: String, name: String)
  /// A timing function has control points 0 to 3.
  case noControlPoint(index: Int)

  /// Who is told.
  ///
  /// An object, since optimised code of Swift 6.3 crashes when a function itself is bound to a task.
  private final class Handler: Sendable {
    let tell: @Sendable (ModelMisuse) -> Void

    init(_ tell: @escaping @Sendable (ModelMisuse) -> Void) { self.tell = tell }
  }

  @TaskLocal private static var handler = Handler { misuse in
    FileHandle.standardError.write(Data("glaze: \(misuse)\n".utf8))
  }

  /// Runs `operation` with somebody else to be told of what is refused.
  ///
  /// - Parameters:
  ///   - handler: is told on the thread of the misuse; it holds for this task, or for this thread when it
  ///     runs no task.
  ///   - operation: is run at once.
  /// - Returns: What `operation` returns.
  public static func withHandler<Result>(
    _ handler: @escaping @Sendable (ModelMisuse) -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    try $handler.withValue(Handler(handler), operation: operation)
  }

  /// Tells whoever collects on this thread, else the handler.
  func report() {
    if let collector = Collector.existing, collector.isAsked {
      collector.first = collector.first ?? self
    } else {
      Self.handler.tell(self)
    }
  }

  /// Keeps what is refused on a thread, for callers who ask after each change: C has no handlers, and
  /// binding one takes longer than a change.
  package final class Collector {
    /// What was refused first since somebody asked.
    package var first: ModelMisuse?
    /// Whether somebody will ask.
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

    /// This thread's.
    package static var current: Collector {
      if let existing { return existing }
      let collector = Collector()
      pthread_setspecific(key, Unmanaged.passRetained(collector).toOpaque())
      return collector
    }
  }

  /// What happened and what to do, in one line.
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
        + "changed to \(value): NaN is no place"
    case .readOnlyPresentation(let className, let property):
      "\(className).\(property) is not changed: presentation layers are read only; change model()"
    case .invalidValue(let className, let property, let value, let allowed):
      "\(className).\(property) is not changed to \(value): it is \(allowed)"
    case .unknownFunction(let className, let name):
      "\(className): there is none called \"\(name)\"; it acts as if there were no function"
    case .noControlPoint(let index):
      "CAMediaTimingFunction: there is no control point \(index), only 0 to 3"
    }
  }
}
