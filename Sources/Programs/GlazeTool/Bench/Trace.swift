import Foundation
import Glaze

/// A trace for Perfetto and the trace viewers of browsers.
final class Trace {
  private struct Span {
    var name: String
    var track: Track
    /// The time since the start of the trace.
    var start: Duration
    var duration: Duration
    var arguments: [(name: String, value: Int)] = []
  }

  private enum Track: Int, CaseIterable {
    case steps = 1
    case passes = 2
  }

  private let origin = ContinuousClock.now
  private var spans: [Span] = []
  private var frameCount = 0

  /// Adds a frame with its steps and passes.
  ///
  /// - Parameters:
  ///   - start: The start of the frame.
  ///   - name: The name of the document.
  func add(
    _ s: FrameStatistics, start: ContinuousClock.Instant, backend: Renderer.Backend, name: String
  ) {
    let begin = start - origin
    frameCount += 1
    let total = s.commit + s.plan + s.execute + s.readback
    spans.append(
      Span(
        name: "frame \(frameCount) of \(name) on \(backend.rawValue)", track: .steps, start: begin,
        duration: total,
        arguments: [
          ("draws", s.draws), ("passes", s.passes), ("instances", s.instances),
          ("uploadedBytes", s.uploadedBytes),
        ]))
    var now = begin
    func step(_ name: String, _ duration: Duration) {
      spans.append(Span(name: name, track: .steps, start: now, duration: duration))
      now += duration
    }
    step("commit", s.commit - s.sample)
    step("sample", s.sample)
    step("flatten", s.flatten)
    step("plan", s.plan - s.flatten)
    if s.encode > .zero { step("encode", s.encode) }
    let drawing = now
    step(s.encode > .zero ? "wait" : "execute", s.execute - s.encode)
    if s.readback > .zero { step("readback", s.readback) }
    // Without timers of the device, passes are encoded and run one after the other.
    let base = backend == .gl ? drawing - s.encode : drawing
    for (range, name) in zip(s.passTimes, s.passNames) {
      spans.append(
        Span(
          name: name, track: .passes, start: base + range.lowerBound,
          duration: range.upperBound - range.lowerBound))
    }
  }

  /// The trace as JSON.
  var text: String {
    let names: [(Track, String)] = [(.steps, "frame"), (.passes, "passes")]
    let threads = names.map { track, name in
      JSONText.object([
        ("name", JSONText.string("thread_name")), ("ph", JSONText.string("M")), ("pid", "1"),
        ("tid", "\(track.rawValue)"),
        ("args", JSONText.object([("name", JSONText.string(name))])),
      ])
    }
    let events = spans.map { span in
      JSONText.object([
        ("name", JSONText.string(span.name)), ("cat", JSONText.string("glaze")),
        ("ph", JSONText.string("X")), ("pid", "1"), ("tid", "\(span.track.rawValue)"),
        ("ts", JSONText.number(span.start.milliseconds * 1000)),
        ("dur", JSONText.number(max(span.duration.milliseconds, 0) * 1000)),
        ("args", JSONText.object(span.arguments.map { ($0.name, "\($0.value)") })),
      ])
    }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
      + (threads + events).joined(separator: ",\n") + "\n]}\n"
  }
}
