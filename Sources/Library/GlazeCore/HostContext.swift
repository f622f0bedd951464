import GlazeEGL
import GlazeGL
import Synchronization

/// The OpenGL context of a host, which must be current whenever Glaze works, and whose state Glaze
/// restores.
final class HostContext {
  let id: ContextID
  let traits: HostTraits
  /// A lock that Glaze holds while it uses the driver; the host's own threads do not use it.
  let driver = DriverLock.current
  private let functions: GLFunctions
  private var mark: ContextMark

  /// Takes the context that is current on this thread.
  init() throws(GlazeError) {
    guard let id = ContextID.current else {
      throw .unusableDevice(name: "the current context", reason: "\(GLError.missingContext)")
    }
    self.id = id
    do throws(GLError) {
      let functions = try GLFunctions()
      self.functions = functions
      traits = functions.whileUsed { HostTraits(functions.traits) }
    } catch {
      throw .unusableDevice(name: "the current context", reason: "\(error)")
    }
    mark = driver.whileHeld { ContextMark() }
  }

  /// Whether the context is current, and not another one with the same ID.
  var isCurrent: Bool { ContextID.current == id && mark.isHere }

  /// Runs `body` in the context, and restores the state that was set.
  ///
  /// - Throws: `GlazeError.Code.wrongContext` when another context is current, and the errors of
  ///   `body`.
  func whileCurrent<Result>(_ body: (HostState) throws -> Result) throws -> Result {
    let current = ContextID.current
    guard current == id, mark.isHere else {
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
