/// The time and the number of frames that a sequence took.
public struct SequenceStatistics: Sendable, Hashable {
  /// A step that every frame goes through.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// Turning layers into a plan: sampling animations, committing, planning.
    case plan
    /// Turning a plan into a finished image.
    case draw
    /// Copying the image from the GPU to memory; nothing for the software backend.
    case readback
    /// Turning pixels into the bytes of a file.
    case encode
    /// Writing these bytes to the file, or to the process that makes it.
    case write
  }

  /// The number of frames that were drawn and written.
  public internal(set) var frameCount = 0
  /// The number of frames that existed already.
  public internal(set) var skippedCount = 0
  /// The time from the first step of the first frame to the end of the last.
  public internal(set) var elapsed = Duration.zero
  /// The time that all frames together took in each stage; stages overlap, so the sum may exceed
  /// `elapsed`.
  public internal(set) var stages: [Stage: Duration] = [:]

  /// The features that frames omit or replace, as far as the session had not reported them before.
  public internal(set) var notices: [RenderNotice] = []

  /// The frames a second of all stages together.
  public var framesPerSecond: Double { Self.rate(frameCount, elapsed) }

  /// Returns the frames a second with this stage alone; infinite for a stage that takes no time.
  public func framesPerSecond(of stage: Stage) -> Double {
    Self.rate(frameCount, stages[stage] ?? .zero)
  }

  /// Returns a stage's part of the time that all stages took, 0 to 1.
  public func share(of stage: Stage) -> Double {
    let all = stages.values.reduce(.zero, +)
    return all == .zero ? 0 : (stages[stage] ?? .zero) / all
  }

  private static func rate(_ count: Int, _ duration: Duration) -> Double {
    Double(count) / (duration / .seconds(1))
  }
}
