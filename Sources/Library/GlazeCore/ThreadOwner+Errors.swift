import GlazeGeometry
import GlazeLayers

extension ThreadOwner {
  /// Throws unless this thread is the owner.
  ///
  /// - Throws: `GlazeError.Code.wrongThread`, with the names of both threads, and `forked`.
  func check() throws(GlazeError) {
    if ForkedProcess.lacksThreads { throw .forked }
    switch obstacle() {
    case nil: return
    case .wrongThread(let owner, let caller): throw .wrongThread(owner: owner, caller: caller)
    case .busy(let worker, let caller): throw .busy(worker: worker, caller: caller)
    }
  }

  /// Releases the ownership.
  func handOver() throws(GlazeError) {
    try check()
    release()
  }
}

extension GlazeError {
  fileprivate static func wrongThread(owner: String, caller: String) -> Self {
    Self(
      .wrongThread,
      "the renderer and its sessions belong to \(owner) and were used on \(caller); use them there, or "
        + "call handOver() there first")
  }

  fileprivate static func busy(worker: String, caller: String) -> Self {
    Self(
      .wrongThread,
      "\(worker) draws a sequence; \(caller) may use the renderer and its sessions when that is done"
    )
  }
}
