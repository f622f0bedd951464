// Why a sequence of frames could not be made.
extension GlazeError {
  /// No frame lies between the two moments.
  package static func emptyRange(from start: Double, to end: Double, rate: FrameRate) -> Self {
    Self(
      .invalidArgument, "no frame lies between \(start) s and \(end) s at \(rate) frames a second")
  }

  /// The rate is not above 0 or too high.
  package static func invalidRate(_ rate: Double) -> Self {
    Self(.invalidArgument, "\(rate) frames a second cannot be drawn")
  }

  /// So many that it must be a mistake.
  package static func tooManyFrames(_ count: Double) -> Self {
    Self(.invalidArgument, "\(count) frames are more than \(FrameTimes.maximumCount)")
  }

  /// The ending of the file's name stands for no format.
  package static func unknownFormat(_ name: String) -> Self {
    Self(
      .unknownName,
      "\(name): a sequence is written to numbered files (frame_%05d.png), or to one "
        + "that ends in \(MotionFile.endings.joined(separator: ", "))")
  }

  /// The name of numbered files has not exactly one place for the number.
  package static func noNumber(_ name: String) -> Self {
    Self(
      .invalidArgument,
      "\(name): numbered files need one place for the number, as in frame_%05d.png")
  }

  /// The format cannot go on where it was cut off; the file's ending.
  package static func notResumable(_ ending: String) -> Self {
    Self(
      .invalidArgument,
      "a .\(ending) appears only when it is complete and cannot be continued; "
        + "numbered .png files, .raw and .y4m can")
  }

  /// The format cannot be written to a pipe; the file's ending.
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

  /// It was stopped after so many frames, from outside.
  package static func stopped(finished: Int) -> Self {
    Self(.stopped, "stopped after \(finished) frames")
  }

  /// ffmpeg makes the format, and there is none in PATH; the file's ending.
  package static func missingFFmpeg(_ ending: String) -> Self {
    Self(
      .writing,
      "a .\(ending) is made by ffmpeg, and there is none in PATH: install ffmpeg, or use "
        + "numbered .png files, .apng, .webp, .y4m or .raw")
  }

  /// What is there to be continued belongs to another sequence: its path.
  package static func foreignPart(_ path: String) -> Self {
    Self(.writing, "\(path) is not a part of this sequence; remove it, or draw into another file")
  }

  /// A file could not be written or a helper failed, in words.
  package static func writing(_ reason: String) -> Self { Self(.writing, reason) }
}
