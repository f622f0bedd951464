import Foundation
import Glaze
import GlazePlan

/// The text of `--stats`.
enum Statistics {
  /// How long the steps outside the renderer took.
  struct Times: Equatable {
    /// Reading the document and its pictures.
    var read: Duration
    /// Making the renderer, for the first input.
    var start: Duration
    var encode: Duration
    var write: Duration
  }

  /// Two lines about one picture.
  static func text(for input: Input, frame: Frame, pngBytes: Int, times: Times) -> String {
    let s = frame.statistics
    let steps = [
      ("read", times.read), ("start", times.start), ("commit", s.commit), ("plan", s.plan),
      ("execute", s.execute), ("readback", s.readback), ("encode", times.encode),
      ("write", times.write),
    ]
    return """
      \(input): \(frame.pixels.width) x \(frame.pixels.height) pixels, \
      \(count(s.draws, "draw")), \(count(s.passes, "pass", "passes")), \
      \(count(s.instances, "instance")), \(count(s.targets, "target")), \
      \(count(s.textures, "texture")), \(s.planBytes) bytes of plan, \(pngBytes) bytes of PNG
        kept pictures: \(count(s.pictureHits, "hit")), \(count(s.pictureMisses, "miss", "misses")), \
      \(s.pictureBytes) bytes
        \(steps.map { "\($0.0) \(milliseconds($0.1))" }.joined(separator: ", ")) ms
      """
  }

  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// With two digits after the point.
  static func milliseconds(_ duration: Duration) -> String {
    let hundredths = Int((duration / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
