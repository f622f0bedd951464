import Foundation
public import GlazeGeometry
import GlazePlan

/// What a sequence consists of.
public struct SequenceDescription: Sendable, Hashable {
  /// Of every frame, in pixels.
  public let width: Int
  /// Of every frame, in pixels.
  public let height: Int
  /// The moments of all frames.
  public let times: FrameTimes
  /// The frames that are wanted; all, unless somebody else draws the others.
  public let frames: Range<Int>
  /// Whether the background hides what lies behind all frames.
  public let isOpaque: Bool
}

/// A frame of a sequence with its pixels.
public struct SequenceFrame: Sendable {
  /// The number of the frame in the sequence's times, from 0.
  public let number: Int
  /// In seconds.
  public let time: Double
  /// How many threads are idle anyway, beside the one that asks.
  public let threads: Int

  let memory: FrameMemory
  let previousMemory: FrameMemory?

  /// In pixels.
  public var width: Int { memory.buffer.width }
  /// In pixels.
  public var height: Int { memory.buffer.height }

  /// Premultiplied sRGB: rows of R, G, B, A bytes without padding, row 0 on top.
  ///
  /// Whoever keeps this array keeps memory that the next frames would use.
  public var pixels: [UInt8] { memory.buffer.bytes }

  /// The pixels of the frame that is written before this one; nil for the first.
  public var previousPixels: [UInt8]? { previousMemory?.buffer.bytes }

  /// The frame as an image.
  public var image: CGImage {
    CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }
}

/// Takes the frames of a sequence.
///
/// Glaze draws the next frame while this one encodes several on other threads, and hands over the
/// results in the order of the frames. `NumberedPictures` and `MotionFile` are such sinks.
public protocol FrameSink: Sendable {
  /// Prepares for the frames; nothing else is called before it returns, or after it throws.
  ///
  /// - Returns: The frames that are to be drawn, ascending; fewer than `description.frames` when some
  ///   are there already.
  func begin(_ description: SequenceDescription) throws -> Range<Int>

  /// Whether a frame is there already; asked for each of those that `begin` returned.
  func contains(_ frame: Int) -> Bool

  /// Turns a frame into bytes.
  ///
  /// Called on several threads at once. What it returns should depend on the frame alone.
  func encode(_ frame: SequenceFrame) throws -> [UInt8]

  /// Takes the bytes of a frame: in the order of the frames, and never two at once.
  func write(_ bytes: [UInt8], frame: Int) throws

  /// Ends the sequence after its last frame.
  func finish() throws

  /// Ends the sequence after an error or a stop, and leaves nothing half-written.
  func cancel()
}

extension FrameSink {
  /// All frames.
  public func begin(_ description: SequenceDescription) throws -> Range<Int> {
    description.frames
  }

  /// False.
  public func contains(_ frame: Int) -> Bool { false }

  /// Nothing to do.
  public func finish() throws {}

  /// Nothing to do.
  public func cancel() {}
}
