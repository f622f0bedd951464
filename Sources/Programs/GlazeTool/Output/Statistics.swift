import CGlazeLazy
import Foundation
import Glaze
import GlazeGeometry
import GlazePlan

/// The text of `--stats`.
enum Statistics {
  /// The times of the steps outside the renderer.
  struct Times: Equatable {
    /// The time to read the document and its images.
    var read: Duration
    /// The time to make the renderer, for the first input.
    var start: Duration
    var encode: Duration
    var write: Duration
  }

  /// Returns a few lines about one image.
  static func text(for input: Input, frame: RenderedFrame, byteCount: Int, times: Times) -> String {
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
      \(count(s.textures, "texture")), \(s.planBytes) bytes of plan, \(byteCount) bytes of file
        cached bitmaps: \(count(s.bitmapHits, "hit")), \(count(s.bitmapMisses, "miss", "misses")); \
      \(s.cachedBytes) bytes cached in all\(usage(s)), \(count(s.evictions, "eviction"))
        \(steps.map { "\($0.0) \(milliseconds($0.1))" }.joined(separator: ", ")) ms
        loaded: \(lateLibraries)
      """
  }

  /// Returns the cached memory, by owner.
  private static func usage(_ statistics: FrameStatistics) -> String {
    let rows = CacheOwner.allCases.compactMap { owner -> String? in
      let row = statistics.cacheUsage[owner]
      return row.count > 0 ? "\(owner.name): \(row.count) of \(row.bytes) bytes" : nil
    }
    return rows.isEmpty ? "" : " (" + rows.joined(separator: ", ") + ")"
  }

  /// The lazily loaded libraries that are loaded by now.
  private static var lateLibraries: String {
    let all = [
      (GLAZE_LAZY_CAIRO, "cairo"), (GLAZE_LAZY_PANGO, "Pango"), (GLAZE_LAZY_XML, "libxml2"),
      (GLAZE_LAZY_JPEG, "libjpeg"), (GLAZE_LAZY_PNG, "libpng"), (GLAZE_LAZY_WEBP, "libwebp"),
      (GLAZE_LAZY_ARCHIVE, "libarchive"), (GLAZE_LAZY_HEIF, "libheif"),
      (GLAZE_LAZY_JXL, "libjxl"), (GLAZE_LAZY_LCMS, "Little CMS"),
      (GLAZE_LAZY_OPENEXR, "OpenEXRCore"), (GLAZE_LAZY_OPENJPEG, "OpenJPEG"),
      (GLAZE_LAZY_TIFF, "libtiff"),
    ]
    let used = all.filter { glaze_lazy_is_used($0.0) }.map(\.1)
    return used.isEmpty ? "nothing" : used.joined(separator: ", ")
  }

  /// Returns two lines about a sequence: frames per second of the whole and of each stage, with its share of the time.
  static func text(for input: Input, sequence s: SequenceStatistics) -> String {
    let skipped = s.skippedCount > 0 ? "; \(s.skippedCount) more were complete already" : ""
    let stages = SequenceStatistics.Stage.allCases.map { stage in
      let share = Int(clamping: (s.share(of: stage) * 100).rounded())
      return "\(stage) \(rate(s.framesPerSecond(of: stage))) (\(share) %)"
    }
    return """
      \(input): \(count(s.frameCount, "frame")) in \(seconds(s.elapsed / .seconds(1))), \
      \(rate(s.framesPerSecond)) a second\(skipped)
        \(stages.joined(separator: ", ")) frames a second
      """
  }

  /// Returns a rate with one decimal below 100; a dash if it is not finite.
  static func rate(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    return value < 100 ? "\((value * 10).rounded() / 10)" : "\(Int(clamping: value.rounded()))"
  }

  static func seconds(_ value: Double) -> String {
    value < 100
      ? rate(value) + " s" : "\(Int(clamping: value / 60)) min \(Int(clamping: value) % 60) s"
  }

  /// Returns how long something took: `20 ms`, `7.5 s`, `2 min 5 s`.
  static func time(_ duration: Duration) -> String {
    let value = duration / .seconds(1)
    return value < 0.1 ? "\(Int(clamping: (value * 1000).rounded())) ms" : seconds(value)
  }

  /// Returns a size with three digits at most: `180 B`, `21 MB`.
  static func bytes(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(count), 0)
    while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let text =
      unit > 0 && value < 9.95
      ? "\((value * 10).rounded() / 10)" : "\(Int(clamping: value.rounded()))"
    return text + " " + units[unit]
  }

  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// Returns milliseconds with two decimals.
  static func milliseconds(_ duration: Duration) -> String {
    let hundredths = Int(clamping: (duration / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
