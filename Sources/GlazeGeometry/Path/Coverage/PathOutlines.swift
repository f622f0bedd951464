/// What paths enclose, as polygons of pixels, until they are covered: one path after another in few
/// arrays, so that small paths cost no memory of their own.
package struct PathOutlines: Sendable {
  struct Outline {
    /// The first of its points.
    var first: Int
    /// Its polygons.
    var polygons: Range<Int>
    var isEvenOdd: Bool
    /// The pixels that the path touches, inside the clip.
    var window: PixelWindow
  }

  var polygons = Polygons()
  var outlines: [Outline] = []

  /// Makes room for about so many points.
  package init(points: Int = 0) { polygons.reserve(points: points) }

  /// How many paths there are.
  package var count: Int { outlines.count }

  /// How many points all of them have.
  package var pointCount: Int { polygons.points.count }

  /// Memory for the coverage of a path, which says nothing yet.
  package func makeBytes(of index: Int) -> [UInt8] {
    let window = outlines[index].window
    let size = window.width * window.height
    return [UInt8](unsafeUninitializedCapacity: size) { _, count in count = size }
  }
}
