// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeCore

// Sequences of frames, into a function or a file.

extension FrameTimes {
  fileprivate init(_ sequence: glaze_sequence) throws {
    let numerator = sequence.rate_numerator == 0 ? 60 : sequence.rate_numerator
    let denominator = sequence.rate_denominator == 0 ? 1 : sequence.rate_denominator
    guard let rate = FrameRate(Int(numerator), over: Int(denominator)) else {
      throw Failure.argument("the rate \(numerator) / \(denominator) is out of range")
    }
    try self.init(from: sequence.start, to: sequence.end, rate: rate)
    let (start, end) = (sequence.loop_start, sequence.loop_end)
    if start == 0, end == 0 { return }
    guard start.isFinite, end.isFinite, start < end else {
      throw Failure.argument("loop_end must be after loop_start, got \(start) to \(end)")
    }
    loop = start..<end
  }
}

/// Passes frames to a function of the caller.
private final class FunctionSink: FrameSink, @unchecked Sendable {
  // The header requires that both can be used on Glaze's threads.
  private let function: glaze_sequence_sink
  private let context: UnsafeMutableRawPointer?
  private let times: FrameTimes
  /// Set once, before the first frame.
  private var size = (width: UInt32(0), height: UInt32(0))

  init(
    _ function: @escaping glaze_sequence_sink, _ context: UnsafeMutableRawPointer?,
    _ times: FrameTimes
  ) {
    (self.function, self.context, self.times) = (function, context, times)
  }

  func begin(_ description: SequenceDescription) -> Range<Int> {
    size = (UInt32(clamping: description.width), UInt32(clamping: description.height))
    return description.frames
  }

  func encode(_ frame: SequenceFrame) -> [UInt8] { frame.pixels }

  func write(_ bytes: [UInt8], frame: Int) throws {
    let goesOn = bytes.withUnsafeBytes { pixels in
      var description = glaze_sequence_frame()
      description.struct_size = MemoryLayout<glaze_sequence_frame>.size
      description.number = frame
      description.time = times[frame]
      (description.width, description.height) = size
      description.pixels = pixels.baseAddress
      return function(context, &description)
    }
    if !goesOn { throw GlazeError(.stopped, "the sink stopped the sequence at frame \(frame)") }
  }
}

private func render(
  _ session: OpaquePointer?, _ sequence: UnsafePointer<glaze_sequence>?,
  into sink: (FrameTimes) throws -> any FrameSink
) throws {
  let session = try GlazeC.session(session)
  guard let sequence else { throw Failure.argument("sequence is NULL") }
  let wanted = try glaze_sequence(sequence)
  let times = try FrameTimes(wanted)
  var options = SequenceOptions()
  if wanted.jobs > 0 { options.jobs = Int(wanted.jobs) }
  try session.renderSequence(times, into: sink(times), options: options) { state in
    guard let progress = wanted.progress else { return true }
    return progress(wanted.progress_context, state.finishedCount, state.frameCount)
  }
}

@c @implementation
public func glaze_session_render_sequence(
  _ session: OpaquePointer!, _ sequence: UnsafePointer<glaze_sequence>!,
  _ sink: glaze_sequence_sink!, _ context: UnsafeMutableRawPointer!
) -> glaze_code {
  attempt {
    guard let sink else { throw Failure.argument("sink is NULL") }
    try render(session, sequence) { FunctionSink(sink, context, $0) }
  }
}

@c @implementation
public func glaze_session_write_sequence(
  _ session: OpaquePointer!, _ sequence: UnsafePointer<glaze_sequence>!,
  _ path: UnsafePointer<CChar>!
) -> glaze_code {
  attempt {
    let path = try text(path, "path")
    let isNumbered = path.lowercased().hasSuffix(".png")
    try render(session, sequence) { _ in
      if isNumbered { return try NumberedImages(path) }
      return try MotionFile(path)
    }
  }
}

// MARK: The library

@c @implementation
public func glaze_version() -> UnsafePointer<CChar>! { ConstantText.pointer(to: glazeVersion) }
