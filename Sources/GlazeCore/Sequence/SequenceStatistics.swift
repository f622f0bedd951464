/// What a sequence took.
public struct SequenceStatistics: Sendable, Hashable {
  /// A step that every frame goes through.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// Turning layers into a plan of what is drawn: sampling animations, committing, planning.
    case plan
    /// Turning a plan into a finished picture.
    case draw
    /// Bringing the picture from the GPU to memory; nothing for the software backend.
    case readback
    /// Turning pixels into the bytes of a file.
    case encode
    /// Writing these bytes to the file, or to the helper that makes it.
    case write
  }

  /// Frames that were drawn and written.
  public internal(set) var frameCount = 0
  /// Frames that were there already.
  public internal(set) var skippedCount = 0
  /// From the first step of the first frame to the end of the last.
  public internal(set) var elapsed = Duration.zero
  /// How long all frames together took in each stage; stages overlap, so that the sum may be more than
  /// what elapsed.
  public internal(set) var stages: [Stage: Duration] = [:]

  /// What is left out of the frames, or replaced, and was not told before by the session.
  public internal(set) var notices: [RenderNotice] = []

  /// Frames a second of all stages together.
  public var framesPerSecond: Double { Self.rate(frameCount, elapsed) }

  /// Frames a second if there were nothing but this stage; infinite for one that takes no time.
  public func framesPerSecond(of stage: Stage) -> Double {
    Self.rate(frameCount, stages[stage] ?? .zero)
  }

  /// A stage's part of the time that all stages took, 0 to 1.
  public func share(of stage: Stage) -> Double {
    let all = stages.values.reduce(.zero, +)
    return all == .zero ? 0 : (stages[stage] ?? .zero) / all
  }

  private static func rate(_ count: Int, _ duration: Duration) -> Double {
    Double(count) / (duration / .seconds(1))
  }
}
