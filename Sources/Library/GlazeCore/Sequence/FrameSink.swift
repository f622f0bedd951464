import Foundation
public import GlazeGeometry
import GlazePlan

/// A description of a sequence.
public struct SequenceDescription: Sendable, Hashable {
  /// The width of every frame, in pixels.
  public let width: Int
  /// The height of every frame, in pixels.
  public let height: Int
  /// The times of all frames.
  public let times: FrameTimes
  /// The requested frames; all of them, unless another process draws the rest.
  public let frames: Range<Int>
  /// A Boolean value that indicates whether the background makes all frames opaque.
  public let isOpaque: Bool
  /// The encoding of the frames.
  public var output = OutputColor.standard
}

/// A frame of a sequence with its pixels.
public struct SequenceFrame: Sendable {
  /// The number of the frame in the sequence's times, from 0.
  public let number: Int
  /// The time of the frame, in seconds.
  public let time: Double
  /// The number of idle threads, in addition to the calling one.
  public let threads: Int

  /// The encoding of the sequence.
  let output: OutputColor
  let memory: FrameMemory
  let previousMemory: FrameMemory?

  /// The width, in pixels.
  public var width: Int { memory.buffer.width }
  /// The height, in pixels.
  public var height: Int { memory.buffer.height }

  /// The pixels, premultiplied: rows of R, G, B, A bytes without padding, row 0 at the top.
  ///
  /// They are in the encoding of the sequence, `SequenceDescription.output`; of deeper ones `samples`
  /// has all bits.
  ///
  /// Do not retain this array: the next frames reuse its memory if nothing else refers to it.
  public var pixels: [UInt8] { buffer.byteRows }

  /// The pixels in 16 bits of the sequence's encoding, with straight alpha: R, G, B, A without
  /// padding, row 0 at the top; 65,535 is 1.
  public var samples: [UInt16] { buffer.straight16 }

  /// The frame in its final encoding.
  var buffer: PixelBuffer { memory.buffer.encoded(as: output) }

  /// The pixels of the frame that is written before this one; nil for the first.
  public var previousPixels: [UInt8]? {
    previousMemory?.buffer.encoded(as: output).byteRows
  }

  /// The frame as an image.
  public var image: CGImage { buffer.image }
}

/// A destination for the frames of a sequence.
///
/// While Glaze draws the next frame, it encodes several frames on other threads, and writes the
/// results in the order of the frames. `NumberedImages` and `MotionFile` are such sinks.
public protocol FrameSink: Sendable {
  /// Prepares for the frames; nothing else is called before it returns, or after it throws.
  ///
  /// - Returns: The range of frames to draw; fewer than `description.frames` when some exist
  ///   already.
  func begin(_ description: SequenceDescription) throws -> Range<Int>

  /// Returns whether a frame exists already; called for each of the frames that `begin` returned.
  func contains(_ frame: Int) -> Bool

  /// Turns a frame into bytes.
  ///
  /// It is called on several threads at once. The result should depend on the frame alone.
  func encode(_ frame: SequenceFrame) throws -> [UInt8]

  /// Writes the bytes of a frame: in the order of the frames, and never two at once.
  func write(_ bytes: [UInt8], frame: Int) throws

  /// Ends the sequence after its last frame.
  func finish() throws

  /// Ends the sequence after an error or a stop, and removes incomplete files.
  func cancel()
}

extension FrameSink {
  /// Returns all frames.
  public func begin(_ description: SequenceDescription) throws -> Range<Int> {
    description.frames
  }

  /// Returns false.
  public func contains(_ frame: Int) -> Bool { false }

  /// Does nothing.
  public func finish() throws {}

  /// Does nothing.
  public func cancel() {}
}
