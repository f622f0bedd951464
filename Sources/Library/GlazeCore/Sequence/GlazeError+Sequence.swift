import GlazeGeometry

// The reasons why a sequence of frames cannot be made.
extension GlazeError {
  /// A format does not hold an encoding.
  static func unheldEncoding(_ ending: String, _ output: OutputColor) -> Self {
    Self(
      .invalidArgument,
      "a .\(ending) does not hold \(output); .png, .mp4, .mov, .mkv and .webm hold all spaces with up to "
        + "16 bits, other formats hold sRGB with 8 bits")
  }

  /// No frame lies between the two times.
  package static func emptyRange(from start: Double, to end: Double, rate: FrameRate) -> Self {
    Self(
      .invalidArgument, "no frame lies between \(start) s and \(end) s at \(rate) frames a second")
  }

  /// The rate is not above 0, or is too high.
  package static func invalidRate(_ rate: Double) -> Self {
    Self(.invalidArgument, "a frame rate of \(rate) is not supported; use one above 0, such as 60")
  }

  /// The number of frames exceeds the limit.
  package static func tooManyFrames(_ count: Double) -> Self {
    Self(.invalidArgument, "too many frames: \(count); the limit is \(FrameTimes.maximumCount)")
  }

  /// No format has the extension of the file's name.
  package static func unknownFormat(_ name: String) -> Self {
    Self(
      .unknownName,
      "\(name): a sequence is written to numbered files (frame_%05d.png), or to one "
        + "that ends in \(MotionFile.endings.joined(separator: ", "))")
  }

  /// The name of numbered files does not have exactly one place for the number.
  package static func noNumber(_ name: String) -> Self {
    Self(
      .invalidArgument,
      "\(name): numbered files need one place for the number, as in frame_%05d.png")
  }

  /// The format, given by its extension, cannot be continued after an interruption.
  package static func notResumable(_ ending: String) -> Self {
    Self(
      .invalidArgument,
      "a .\(ending) appears only when it is complete and cannot be continued; "
        + "numbered .png files, .raw and .y4m can")
  }

  /// The format, given by its extension, cannot be written to a pipe.
  package static func needsFile(_ ending: String) -> Self {
    Self(
      .invalidArgument,
      "a .\(ending) is written to a file, not to a pipe; .raw, .y4m and .apng may be")
  }

  /// A side is too large for the format.
  package static func tooLarge(format: String, width: Int, height: Int, limit: Int) -> Self {
    Self(
      .invalidSize,
      "a .\(format) has at most \(limit) pixels on a side, not \(width) x \(height)")
  }

  /// The caller stopped the sequence after so many frames.
  package static func stopped(finished: Int) -> Self {
    Self(.stopped, "stopped after \(finished) frames")
  }

  /// The format, given by its extension, requires ffmpeg, which is not in PATH.
  package static func missingFFmpeg(_ ending: String) -> Self {
    Self(
      .writing,
      "a .\(ending) file requires ffmpeg, which is not in PATH: install ffmpeg, or use "
        + "numbered .png files, .apng, .webp, .y4m or .raw")
  }

  /// The existing file at a path belongs to another sequence.
  package static func foreignPart(_ path: String) -> Self {
    Self(.writing, "\(path) is not a part of this sequence; remove it, or draw into another file")
  }

  /// A file could not be written or a helper failed, for the given reason.
  package static func writing(_ reason: String) -> Self { Self(.writing, reason) }
}
