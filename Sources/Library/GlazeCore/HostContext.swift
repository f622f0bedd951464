import GlazeEGL
import GlazeGL
import Synchronization

/// The OpenGL context of a host, which must be current whenever Glaze works, and whose state Glaze
/// restores.
final class HostContext {
  let id: ContextID
  let traits: HostTraits
  /// A lock that Glaze holds while it uses the driver; the host's own threads do not use it.
  let driver: DriverLock
  private let functions: GLFunctions
  private var mark: ContextMark
  /// The library that made the context; nil where it is EGL or GLX.
  let library: OpenGLLibrary?

  /// Takes the context that is current on this thread.
  init(_ library: OpenGLLibrary? = nil) throws(GlazeError) {
    self.library = library
    guard let id = Self.current(library) else {
      throw .unusableDevice(name: "the current context", reason: "\(GLError.missingContext)")
    }
    self.id = id
    do throws(GLError) {
      let functions = try GLFunctions(loader: library?.address)
      self.functions = functions
      driver = DriverLock(renderer: functions.traits.renderer)
      traits = functions.whileUsed { HostTraits(functions.traits) }
    } catch {
      throw .unusableDevice(name: "the current context", reason: "\(error)")
    }
    mark = driver.whileHeld { [functions] in functions.whileUsed { ContextMark() } }
  }

  /// The context that is current on this thread.
  private static func current(_ library: OpenGLLibrary?) -> ContextID? {
    guard let current = library?.currentContext else { return ContextID.current }
    return ContextID(ofHost: current())
  }

  /// Whether images of EGL's current display can be used in the context.
  var isOfEGL: Bool { library?.currentContext == nil }

  /// Whether the context is current, and not another one with the same ID.
  var isCurrent: Bool {
    Self.current(library) == id && functions.whileUsed { mark.isHere }
  }

  /// Runs `body` in the context, and restores the state that was set.
  ///
  /// - Throws: `GlazeError.Code.wrongContext` when another context is current, and the errors of
  ///   `body`.
  func whileCurrent<Result>(_ body: (HostState) throws -> Result) throws -> Result {
    let current = Self.current(library)
    guard current == id, functions.whileUsed({ mark.isHere }) else {
      throw GlazeError.wrongContext(
        wanted: "\(id)",
        found: current == id ? "another context in its place" : current.map { "\($0)" } ?? "none")
    }
    return try functions.whileUsed {
      let state = HostState(traits)
      defer { state.restore() }
      Departed.free(in: id)
      return try body(state)
    }
  }

  /// Frees a renderer's objects in the context: now, or when the context is current again.
  func release(_ renderer: GLRenderer) {
    let departed = Departed(renderer: renderer, mark: mark)
    guard isCurrent else { return Departed.keep(departed, for: id) }
    driver.whileHeld {
      functions.whileUsed {
        let state = HostState(traits)
        defer { state.restore() }
        Departed.free(in: id)
        departed.free()
      }
    }
  }
}

/// A renderer that is no longer in use, whose objects wait for their context.
private struct Departed: @unchecked Sendable {
  // Unchecked: after its removal from the list, an element has only one owner.
  let renderer: GLRenderer
  var mark: ContextMark

  private static let waiting = Mutex<[ContextID: [Departed]]>([:])

  static func keep(_ departed: Departed, for id: ContextID) {
    waiting.withLock { $0[id, default: []].append(departed) }
  }

  /// Frees everything that waited for the current context.
  static func free(in id: ContextID) {
    let all = waiting.withLock { $0.isEmpty ? nil : $0.removeValue(forKey: id) }
    for departed in all ?? [] { departed.free() }
  }

  /// Frees the objects, or abandons them if their context is gone and another one has its ID.
  func free() {
    var mark = mark
    if mark.isHere { mark.delete() } else { renderer.abandon() }
  }
}
