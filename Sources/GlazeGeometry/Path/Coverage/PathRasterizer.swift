import CGlazePaths
import Foundation

/// Turns paths into coverage; keeps its buffers from one path to the next.
///
/// Coverage is the exact area of each pixel that lies inside, in 255 parts, with the winding
/// resolved wherever contours overlap or cross. Only where more than 48 edges meet in neighbouring
/// pixels of one row does it fall back to the mean of 16 heights, each exact in x, and in rows of
/// more than 32 edges a pixel to 128 points.
///
/// A rasterizer serves one thread at a time.
package final class PathRasterizer {
  private let scratch = glaze_path_scratch_create()
  private var outline = PixelOutline()
  private var stroker = PathStroker()

  /// More is no screen, and would be too coarse for the sweep's numbers.
  private static let mostPixels = 65_536

  /// Makes a rasterizer; buffers grow with what it draws.
  package init() {}

  deinit { glaze_path_scratch_destroy(scratch) }

  /// Returns the coverage of a path, or nil when it touches no pixel of the clip.
  ///
  /// - Parameters:
  ///   - path: in coordinates of its plane; subpaths with points that are not finite are left out.
  ///   - style: what becomes of it; widths are in coordinates of the plane too.
  ///   - map: from the plane to pixels; what lies behind the camera is not seen.
  ///   - clip: the pixels that are wanted; of each side 65,536 at most.
  ///
  /// - Complexity: proportional to the outline, to the rows that each edge crosses inside the
  ///   clip, and to the area of the mask.
  package func coverage(
    of path: PathElements, style: PathStyle, map: Homography, clip: PixelWindow
  ) -> PathCoverage? {
    outline(of: path, style: style, map: map, clip: clip).map { coverage(of: $0) }
  }

  /// Returns the outline of what `coverage(of:style:map:clip:)` covers; any rasterizer covers it.
  package func outline(
    of path: PathElements, style: PathStyle, map: Homography, clip: PixelWindow
  ) -> PathOutline? {
    guard clip.width > 0, clip.height > 0, map.isFinite else { return nil }
    var clip = clip
    clip.width = min(clip.width, PathRasterizer.mostPixels)
    clip.height = min(clip.height, PathRasterizer.mostPixels)
    outline.begin(map, clip: clip)
    let path = path.finite
    switch style {
    case .fill: outline.add(path)
    case .stroke(let style):
      stroker.begin(style, scale: LocalScale(map))
      stroker.add(style.cut(path, scale: LocalScale(map)))
      outline.add(stroker.outline)
    }
    guard let window = outline.polygons.window(in: clip) else { return nil }
    return PathOutline(
      polygons: outline.polygons, isEvenOdd: style == .fill(.evenOdd), window: window)
  }

  /// Returns the coverage of an outline.
  ///
  /// - Complexity: proportional to the rows that each edge crosses, and to the area of the mask.
  package func coverage(of outline: PathOutline) -> PathCoverage {
    var bytes = outline.makeBytes()
    cover(outline, into: &bytes)
    return PathCoverage(window: outline.window, bytes: bytes)
  }

  /// Writes the coverage of an outline into bytes that it made.
  ///
  /// So whoever makes the outlines has all the memory, whichever threads cover them: allocators keep what
  /// each thread takes apart.
  package func cover(_ outline: PathOutline, into bytes: inout [UInt8]) {
    let polygons = outline.polygons
    let window = outline.window
    bytes.withUnsafeMutableBufferPointer { bytes in
      polygons.points.withUnsafeBytes { points in
        polygons.ends.withUnsafeBufferPointer { ends in
          glaze_path_cover(
            scratch,
            GlazePolygons(
              points: points.assumingMemoryBound(to: Double.self).baseAddress,
              ends: ends.baseAddress, count: Int32(ends.count)),
            GlazePathWindow(
              x: Double(window.x), y: Double(window.y), width: Int32(window.width),
              height: Int32(window.height)),
            outline.isEvenOdd, bytes.baseAddress)
        }
      }
    }
  }
}

extension PathOutline {
  /// Memory for the coverage, which says nothing yet.
  package func makeBytes() -> [UInt8] {
    let size = window.width * window.height
    return [UInt8](unsafeUninitializedCapacity: size) { _, count in count = size }
  }
}

extension Polygons {
  /// The pixels that the polygons touch inside a clip; nil for none.
  fileprivate func window(in clip: PixelWindow) -> PixelWindow? {
    guard let first = points.first, !ends.isEmpty else { return nil }
    var (least, most) = (first, first)
    for p in points {
      least.replace(with: p, where: p .< least)
      most.replace(with: p, where: p .> most)
    }
    let low = SIMD2(Double(clip.x), Double(clip.y))
    let high = low + SIMD2(Double(clip.width), Double(clip.height))
    least = pointwiseMax(least.rounded(.down), low)
    most = pointwiseMin(most.rounded(.up), high)
    guard least.x < most.x, least.y < most.y else { return nil }
    return PixelWindow(
      x: Int(least.x), y: Int(least.y), width: Int(most.x - least.x),
      height: Int(most.y - least.y))
  }
}
