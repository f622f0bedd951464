import CGlazePaths
import Foundation
import Synchronization

/// Converts paths to coverage; reuses its buffers from one path to the next.
///
/// Coverage is the exact area of each pixel that lies inside, in 255 parts, with the winding
/// resolved wherever contours overlap or cross. Only where more than 48 edges meet in adjacent
/// pixels of one row does it fall back to the mean of 16 heights, each exact in x, and in rows of
/// more than 32 edges for each pixel to 128 points.
///
/// A rasterizer may be used by one thread at a time.
package final class PathRasterizer: @unchecked Sendable {
  private let scratch = glaze_path_scratch_create()
  private let outliner = PathOutliner()
  /// The number of points of the last path that was added to outlines, with those of its dashes
  /// and one for some pieces by which its curves were measured.
  package private(set) var lastPoints = 0
  /// The number of points of its outline, also where nothing of it was added.
  package private(set) var lastOutlinePoints = 0

  /// The largest side.
  ///
  /// No screen is larger, and the sweep's numbers would be too coarse.
  private static let mostPixels = 65_536

  /// The number of measured pieces that take as long as finding the outline at a point.
  private static let piecesOfPoint = 3

  /// Makes a rasterizer; buffers grow with what it draws.
  package init() {}

  deinit { glaze_path_scratch_destroy(scratch) }

  // MARK: Spare rasterizers

  /// The rasterizers that wait for the next frame.
  private static let spare = Mutex<[PathRasterizer]>([])
  /// The most that wait, and the most bytes of buffers of each of them.
  private static let mostSpare = 16
  private static let mostSpareBytes = 1 << 18

  /// Returns a spare rasterizer, or a new one.
  package static func take() -> PathRasterizer {
    spare.withLock { $0.popLast() } ?? PathRasterizer()
  }

  /// Keeps the rasterizer for others, unless its buffers are large; it must not be used any longer.
  package func giveBack() {
    guard Int(glaze_path_scratch_bytes(scratch)) + outliner.bytes <= Self.mostSpareBytes else {
      return
    }
    Self.spare.withLock { spare in
      if spare.count < Self.mostSpare { spare.append(self) }
    }
  }

  // MARK: Coverage

  /// Returns the coverage of a path, or nil when it does not touch a pixel of the clip.
  ///
  /// - Parameters:
  ///   - path: in coordinates of its plane; subpaths with points that are not finite are skipped.
  ///   - style: how the path is drawn; widths are in coordinates of the plane as well.
  ///   - map: the map from the plane to pixels; content behind the camera is not visible.
  ///   - clip: the wanted pixels; each side has at most 65,536.
  ///
  /// - Complexity: proportional to the outline, to the rows that each edge crosses inside the
  ///   clip, and to the area of the mask.
  package func coverage(
    of path: PathElements, style: PathStyle, map: Homography, clip: PixelWindow
  ) -> PathCoverage? {
    var outlines = PathOutlines()
    guard let window = add(path, style: style, map: map, clip: clip, to: &outlines) else {
      return nil
    }
    var bytes = outlines.makeBytes(of: 0)
    cover(0, of: outlines, into: &bytes)
    return PathCoverage(window: window, bytes: bytes)
  }

  /// Adds the area of a path, with the parameters of `coverage(of:style:map:clip:)`, to outlines;
  /// any rasterizer can cover them.
  ///
  /// - Parameter mostPoints: The most points of the outline. One with more is added without its
  ///   points, and its crossings are the largest number.
  /// - Returns: The pixels that the path touches inside the clip; nil when there are none, and then
  ///   nothing was added.
  package func add(
    _ path: PathElements, style: PathStyle, map: Homography, clip: PixelWindow,
    mostPoints: Int = .max, to outlines: inout PathOutlines
  ) -> PixelWindow? {
    guard clip.width > 0, clip.height > 0, map.isFinite else { return nil }
    var clip = clip
    clip.width = min(clip.width, PathRasterizer.mostPixels)
    clip.height = min(clip.height, PathRasterizer.mostPixels)
    var path = path.finite
    var measured = 0
    let found: GlazePathOutline
    switch style {
    case .fill: found = outliner.fill(path, map, window: clip, mostPoints: mostPoints)
    case .stroke(let style):
      let scale = LocalScale(map)
      (path, measured) = style.cut(path, scale: scale)
      found = outliner.stroke(
        path, style, scale: scale, map, window: clip, mostPoints: mostPoints)
    }
    lastPoints = path.points.count + measured / Self.piecesOfPoint
    lastOutlinePoints = Int(clamping: found.pointCount)
    if !found.isCut, found.window(in: clip) == nil { return nil }
    let window = found.window(in: clip) ?? clip
    outlines.append(found, window: window, isEvenOdd: style == .fill(.evenOdd))
    return window
  }

  /// Writes the coverage of one of the outlines into bytes that the outlines created.
  ///
  /// The thread that creates the outlines thereby owns all memory, whichever threads compute the
  /// coverage: allocators keep separate memory for each thread.
  ///
  /// - Complexity: proportional to the rows that each edge crosses, and to the area of the mask.
  package func cover(_ index: Int, of outlines: PathOutlines, into bytes: inout [UInt8]) {
    let outline = outlines.outlines[index]
    let window = outline.window
    bytes.withUnsafeMutableBufferPointer { bytes in
      outlines.polygons.points.withUnsafeBytes { points in
        outlines.polygons.ends.withUnsafeBufferPointer { ends in
          glaze_path_cover(
            scratch,
            GlazePolygons(
              points: points.assumingMemoryBound(to: Double.self).baseAddress,
              ends: ends.baseAddress.map { $0 + outline.polygons.lowerBound },
              count: Int32(outline.polygons.count), first: Int32(clamping: outline.first)),
            GlazePathWindow(
              x: Double(window.x), y: Double(window.y), width: Int32(window.width),
              height: Int32(window.height)),
            outline.isEvenOdd, bytes.baseAddress)
        }
      }
    }
  }
}

extension [UInt8] {
  /// Multiplies the coverage of a mask, whose rows have `width` bytes, by that of a part of another one.
  ///
  /// - Parameters:
  ///   - other: The bytes of the other mask, whose rows have `otherWidth` bytes.
  ///   - first: The byte of the other mask that belongs to the first one of this. All rows must lie in it.
  package mutating func multiply(
    width: Int, by other: [UInt8], width otherWidth: Int, from first: Int
  ) {
    let height = count / width
    precondition(first >= 0 && first + (height - 1) * otherWidth + width <= other.count)
    withUnsafeMutableBufferPointer { bytes in
      other.withUnsafeBufferPointer { other in
        glaze_path_multiply(
          bytes.baseAddress, Int64(width), Int64(height), other.baseAddress.map { $0 + first },
          Int64(otherWidth))
      }
    }
  }
}
