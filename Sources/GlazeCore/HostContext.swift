import GlazeEGL
import GlazeGL
import Synchronization

/// An OpenGL context of a host's, in which Glaze is a guest: it must be current whenever Glaze works, and is
/// left as it was.
final class HostContext {
  let id: ContextID
  let traits: HostTraits
  /// Held by whoever of Glaze uses the driver; the host's own threads know nothing of it.
  let driver = DriverLock.current
  private var mark: ContextMark

  /// Takes the context that is current on this thread.
  init() throws(GlazeError) {
    guard let id = ContextID.current else {
      throw .unusableDevice(name: "the current context", reason: "\(GLError.missingContext)")
    }
    self.id = id
    do throws(GLError) {
      traits = try HostTraits()
    } catch {
      throw .unusableDevice(name: "the current context", reason: "\(error)")
    }
    mark = driver.whileHeld { ContextMark() }
  }

  /// Whether the context is current, and not another one at its place.
  var isCurrent: Bool { ContextID.current == id && mark.isHere }

  /// Runs `body` in the context, and puts back what was set.
  ///
  /// - Throws: `GlazeError.Code.wrongContext` when another context is current, and what `body` throws.
  func whileCurrent<Result>(_ body: (HostState) throws -> Result) throws -> Result {
    let current = ContextID.current
    guard current == id, mark.isHere else {
      throw GlazeError.wrongContext(
        wanted: "\(id)",
        found: current == id ? "another context in its place" : current.map { "\($0)" } ?? "none")
    }
    let state = HostState(traits)
    defer { state.restore() }
    Departed.free(in: id)
    return try body(state)
  }

  /// Frees what a renderer has in the context: now, or when the context is current again.
  func release(_ renderer: GLRenderer) {
    let departed = Departed(renderer: renderer, mark: mark)
    guard isCurrent else { return Departed.keep(departed, for: id) }
    driver.whileHeld {
      let state = HostState(traits)
      defer { state.restore() }
      Departed.free(in: id)
      departed.free()
    }
  }
}

/// A renderer that nobody uses any more, whose objects wait for their context.
private struct Departed: @unchecked Sendable {
  // Unchecked: whoever takes it from the list is the only one who has it.
  let renderer: GLRenderer
  var mark: ContextMark

  private static let waiting = Mutex<[ContextID: [Departed]]>([:])

  static func keep(_ departed: Departed, for id: ContextID) {
    waiting.withLock { $0[id, default: []].append(departed) }
  }

  /// Frees all that waited for the context that is current.
  static func free(in id: ContextID) {
    let all = waiting.withLock { $0.isEmpty ? nil : $0.removeValue(forKey: id) }
    for departed in all ?? [] { departed.free() }
  }

  /// Frees the objects, or leaves them to a context that is gone: another one has its place.
  func free() {
    var mark = mark
    if mark.isHere { mark.delete() } else { renderer.abandon() }
  }
}
