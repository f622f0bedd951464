import CGlazePaths
import Foundation

/// Finds the outlines of paths as polygons, in buffers that the next path reuses.
///
/// An outliner may be used by one thread at a time.
final class PathOutliner {
  private let outliner = glaze_outliner_create()

  deinit { glaze_outliner_destroy(outliner) }

  /// The size of the buffers.
  var bytes: Int { Int(glaze_outliner_bytes(outliner)) }

  /// Returns the polygons of a path; valid until the next path.
  ///
  /// - Parameters:
  ///   - path: The path, whose points are all finite.
  ///   - map: The map to pixels.
  ///   - window: The pixels outside of which only the winding of an outline matters.
  ///   - mostPoints: The number of points beyond which the polygons are cut.
  func fill(
    _ path: PathElements, _ map: Homography, window: PixelWindow, mostPoints: Int
  ) -> GlazePathOutline {
    var map = GlazePathMap(map)
    return path.withElements {
      glaze_outliner_fill(outliner, $0, &map, GlazePathWindow(window), Int64(mostPoints))
    }
  }

  /// Returns the polygons of the line along a path; valid until the next path.
  ///
  /// - Parameters:
  ///   - path: The path, trimmed and dashed, whose points are all finite.
  ///   - scale: The scale of the map.
  ///   - map: The map to pixels.
  ///   - window: The visible pixels; nil if all of the line is visible.
  ///   - mostPoints: The number of points beyond which the polygons are cut.
  func stroke(
    _ path: PathElements, _ style: StrokeStyle, scale: LocalScale, _ map: Homography,
    window: PixelWindow?, mostPoints: Int = .max
  ) -> GlazePathOutline {
    var line = GlazePathLine(
      width: style.width.native, cap: style.cap.rawValue, join: style.join.rawValue,
      miterLimit: style.miterLimit.native, scale: scale.everywhere ?? 0,
      isSeenWhole: window == nil)
    var map = GlazePathMap(map)
    let window = window ?? PixelWindow(x: 0, y: 0, width: 0, height: 0)
    return path.withElements {
      glaze_outliner_stroke(
        outliner, $0, &line, &map, GlazePathWindow(window), Int64(mostPoints))
    }
  }
}

extension PathElements {
  fileprivate func withElements<Result>(_ body: (GlazePathElements) -> Result) -> Result {
    verbs.withUnsafeBufferPointer { verbs in
      points.withUnsafeBytes { points in
        body(
          GlazePathElements(
            verbs: verbs.baseAddress,
            points: points.assumingMemoryBound(to: Double.self).baseAddress,
            count: Int64(verbs.count)))
      }
    }
  }
}

extension GlazePathWindow {
  init(_ window: PixelWindow) {
    self.init(
      x: Double(window.x), y: Double(window.y), width: Int32(clamping: window.width),
      height: Int32(clamping: window.height))
  }
}

extension GlazePathMap {
  init(_ map: Homography) {
    self.init(
      xx: map.xx, xy: map.xy, xw: map.xw, yx: map.yx, yy: map.yy, yw: map.yw, wx: map.wx,
      wy: map.wy, ww: map.ww, isAffine: map.isAffine)
  }
}

extension GlazePathOutline {
  /// The pixels that the polygons touch inside a clip; nil for none.
  func window(in clip: PixelWindow) -> PixelWindow? {
    guard count > 0 else { return nil }
    let low = SIMD2(Double(clip.x), Double(clip.y))
    let high = low + SIMD2(Double(clip.width), Double(clip.height))
    let least = SIMD2(max(minX.rounded(.down), low.x), max(minY.rounded(.down), low.y))
    let most = SIMD2(min(maxX.rounded(.up), high.x), min(maxY.rounded(.up), high.y))
    guard least.x < most.x, least.y < most.y else { return nil }
    return PixelWindow(
      x: Int(clamping: least.x), y: Int(clamping: least.y),
      width: Int(clamping: most.x - least.x), height: Int(clamping: most.y - least.y))
  }
}
