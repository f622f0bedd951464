import CGlazePaths

/// The areas of paths as polygons of pixels, until their coverage is computed.
///
/// All paths share a few arrays, so that small paths do not need memory of their own.
package struct PathOutlines: Sendable {
  struct Outline {
    /// The index of its first point.
    var first: Int
    /// Its polygons.
    var polygons: Range<Int>
    var isEvenOdd: Bool
    /// The pixels that the path touches, inside the clip.
    var window: PixelWindow
    /// The number of pixels that its edges cross inside the clip, approximately.
    var crossings: Int
  }

  var polygons = Polygons()
  var outlines: [Outline] = []

  /// Creates outlines with capacity for approximately this number of points.
  package init(points: Int = 0) { polygons.reserve(points: points) }

  /// The number of paths.
  package var count: Int { outlines.count }

  /// The number of pixels that the edges of the last path cross, approximately: the work of covering
  /// it.
  package var lastCrossings: Int { outlines.last?.crossings ?? 0 }

  /// Adds the polygons of a path.
  ///
  /// One whose outline is cut gets the largest number of crossings.
  mutating func append(_ found: GlazePathOutline, window: PixelWindow, isEvenOdd: Bool) {
    let (first, polygon) = (polygons.points.count, polygons.ends.count)
    polygons.add(found)
    outlines.append(
      Outline(
        first: first, polygons: polygon..<polygons.ends.count, isEvenOdd: isEvenOdd,
        window: window, crossings: found.isCut ? .max : Int(clamping: found.crossings)))
  }

  /// Removes the last path.
  package mutating func removeLast() {
    guard let last = outlines.popLast() else { return }
    polygons.removeLast(points: last.first, ends: last.polygons.lowerBound)
  }

  /// The number of points of all paths.
  package var pointCount: Int { polygons.points.count }

  /// Returns uninitialized memory for the coverage of a path.
  package func makeBytes(of index: Int) -> [UInt8] {
    let window = outlines[index].window
    let size = window.width * window.height
    return [UInt8](unsafeUninitializedCapacity: size) { _, count in count = size }
  }
}
