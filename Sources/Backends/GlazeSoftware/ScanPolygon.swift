import CGlazeKernels
import CGlazeShaders
import Foundation

/// The convex quadrilateral that an instance covers.
///
/// A pixel belongs to it when its center does. The point at which an edge crosses a row depends
/// only on the edge's two corners, not on the polygon, and intervals are half open: polygons that
/// share corners do not share or miss any pixel.
struct ScanPolygon {
  /// The rows that the polygon touches, limited to the target.
  let rows: Pixels
  /// The extent from left to right, in pixels.
  let breadth: Float
  private let columns: Pixels
  private var edges: (Edge, Edge, Edge, Edge)

  /// The points at which the line from one corner to the next crosses rows.
  private struct Edge {
    var top: Double
    var bottom: Double
    var x: Double
    var slope: Double

    var isUpright: Bool { top == bottom || slope == 0 }

    @inline(__always) init(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
      let (upper, lower) = a.y < b.y || (a.y == b.y && a.x < b.x) ? (a, b) : (b, a)
      top = upper.y
      bottom = lower.y
      x = upper.x
      slope = (lower.x - upper.x) / (lower.y - upper.y)
    }
  }

  init(_ quad01: SIMD4<Float>, _ quad23: SIMD4<Float>, _ surface: TargetSurface) {
    let a = SIMD2<Double>(quad01.lowHalf)
    let b = SIMD2<Double>(quad01.highHalf)
    let c = SIMD2<Double>(quad23.lowHalf)
    let d = SIMD2<Double>(quad23.highHalf)
    edges = (Edge(a, b), Edge(b, c), Edge(c, d), Edge(d, a))
    columns = surface.columns
    rows = Self.rows(quad01, quad23, height: surface.height)
    breadth =
      max(max(quad01.x, quad01.z), max(quad23.x, quad23.z))
      - min(min(quad01.x, quad01.z), min(quad23.x, quad23.z))
  }

  /// The rows whose centers lie between the corners, limited to the target.
  @inline(__always)
  static func rows(_ quad01: SIMD4<Float>, _ quad23: SIMD4<Float>, height: Int) -> Pixels {
    let top = Double(min(min(quad01.y, quad01.w), min(quad23.y, quad23.w)))
    let bottom = Double(max(max(quad01.y, quad01.w), max(quad23.y, quad23.w)))
    let limits = Pixels(0, height)
    return Pixels(Pixels.ceiling(top - 0.5, limits), Pixels.ceiling(bottom - 0.5, limits))
  }

  /// The columns outside of which the polygon is empty, limited to the target.
  static func columns(_ quad01: SIMD4<Float>, _ quad23: SIMD4<Float>, width: Int) -> Pixels {
    let left = Double(min(min(quad01.x, quad01.z), min(quad23.x, quad23.z)))
    let right = Double(max(max(quad01.x, quad01.z), max(quad23.x, quad23.z)))
    let limits = Pixels(0, width)
    return Pixels(Pixels.floor(left, limits), Pixels.ceiling(right, limits))
  }

  /// The polygon in the form of the kernels.
  var quad: GlazeQuad {
    let (a, b, c, d) = edges
    return GlazeQuad(
      top: (a.top, b.top, c.top, d.top), bottom: (a.bottom, b.bottom, c.bottom, d.bottom),
      x: (a.x, b.x, c.x, d.x), slope: (a.slope, b.slope, c.slope, d.slope),
      left: Int32(truncatingIfNeeded: columns.start), right: Int32(truncatingIfNeeded: columns.end))
  }

  /// Whether all its rows have the same pixels, since its edges are upright or level.
  var isUpright: Bool {
    edges.0.isUpright && edges.1.isUpright && edges.2.isUpright && edges.3.isUpright
  }

  /// The pixels of a row, limited to the wanted part of the target.
  @inline(__always) func pixels(row: Int) -> Pixels {
    let y = Double(row) + 0.5
    var start = Double.infinity
    var end = -Double.infinity
    cross(edges.0, y, &start, &end)
    cross(edges.1, y, &start, &end)
    cross(edges.2, y, &start, &end)
    cross(edges.3, y, &start, &end)
    return Pixels(Pixels.ceiling(start - 0.5, columns), Pixels.ceiling(end - 0.5, columns))
  }

  @inline(__always)
  private func cross(_ edge: Edge, _ y: Double, _ start: inout Double, _ end: inout Double) {
    if edge.top <= y && y < edge.bottom {
      let x = edge.x + (y - edge.top) * edge.slope
      start = min(start, x)
      end = max(end, x)
    }
  }
}
