import CGlazeShaders
import COpenGL
import Foundation
import GlazePlan

/// What shadows look like around a corner, computed once and read from then on.
///
/// The coverage of a blurred rounded box that is large enough depends on the depths below two edges
/// alone, in standard deviations, and on the corner's radius in the same unit. Such shadows are drawn from
/// tables and in no other way: what a shadow looks like depends on nothing but itself.
struct ShadowTables {
  private var slots: [GLuint] = []

  /// The texture in a slot.
  subscript(slot: Int) -> GLuint { slots[slot] }

  /// Makes the texture for a ratio of corner to blur, in place of what the slot holds.
  mutating func make(_ slot: Int, corner: Float) {
    while slots.count <= slot { slots.append(0) }
    glDeleteTextures(1, &slots[slot])
    slots[slot] = Self.texture(ShadowTable(corner: corner))
  }

  mutating func removeAll() {
    glDeleteTextures(GLsizei(slots.count), slots)
    slots = []
  }

  private static func texture(_ table: ShadowTable) -> GLuint {
    var texture: GLuint = 0
    glGenTextures(1, &texture)
    glActiveTexture(glEnum(GL_TEXTURE0))
    let target = glEnum(GL_TEXTURE_2D)
    let size = GLsizei(ShadowTable.texels)
    glBindTexture(target, texture)
    glTexStorage2D(target, 1, glEnum(GL_R32F), size, size)
    glTexSubImage2D(target, 0, 0, 0, size, size, glEnum(GL_RED), glEnum(GL_FLOAT), table.coverage)
    glTexParameteri(target, glEnum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, glEnum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    return texture
  }
}

/// The coverage of a rounded box blurred by a Gaussian, around one of its corners.
///
/// The Gaussian has a standard deviation of 1. The coverage is told by the depths below the edges: from
/// -3.5 to 3.5 beyond the corner. Beyond that nothing changes.
///
/// What a corner's curve cuts off is an integral over the rows of its cell. By Gauss's quadrature it is a
/// sum of products of a factor of the row and a factor of the column.
struct ShadowTable {
  /// Texels a side: one lies about a thirtieth of a standard deviation from the next, where corners are
  /// not much wider than the blur.
  static let texels = 256

  /// Rows by the depth below one edge, columns by that below the other, in eights.
  let coverage: [SIMD8<Float>]

  /// - Parameter corner: The corner's radius, in standard deviations.
  init(corner: Float) {
    let corner = Double(corner)
    let depths = (0..<Self.texels).map { index in
      (Double(index) + 0.5) / Double(Self.texels) * (7 + corner) - 3.5
    }
    let edge = depths.map { erf($0 * 0.5.squareRoot()) }
    let covered = Self.packed(edge.map { (1 + $0) / 2 })
    let nodes = corner > 0 ? Self.nodes(corner) : []
    // Of each node, for each depth: how much of the row counts, and what the curve cuts off there.
    let rows = nodes.map { node in
      depths.map { Float(node.weight * exp(-0.5 * ($0 - node.row) * ($0 - node.row))) }
    }
    let cuts = nodes.map { node in
      Self.packed(zip(depths, edge).map { $1 - erf(($0 - node.inset) * 0.5.squareRoot()) })
    }
    var coverage: [SIMD8<Float>] = []
    coverage.reserveCapacity(Self.texels * covered.count)
    for row in 0..<Self.texels {
      let start = coverage.count
      let factor = covered[row / 8][row % 8]
      for column in covered { coverage.append(column * factor) }
      for (factors, cut) in zip(rows, cuts) {
        let factor = factors[row]
        for (column, cut) in cut.enumerated() { coverage[start + column] -= cut * factor }
      }
      for index in start..<coverage.count {
        coverage[index].clamp(lowerBound: .zero, upperBound: .one)
      }
    }
    self.coverage = coverage
  }

  private static func packed(_ numbers: [Double]) -> [SIMD8<Float>] {
    (0..<numbers.count / 8).map { index in
      SIMD8(numbers[(8 * index)..<(8 * index + 8)].map { Float($0) })
    }
  }

  /// A row of the corner's cell in the sum.
  private struct Node {
    /// Depths: of the row below its edge, and of the curve in that row below the other.
    var row: Double
    var inset: Double
    var weight: Double
  }

  /// The rows to sum over, with `u = 1 - sqrt(1 - s)` for the part s of the cell, in which the curve is
  /// smooth where it meets the edge.
  private static func nodes(_ corner: Double) -> [Node] {
    zip(places, weights).flatMap { place, weight in
      [place, -place].map { place in
        let v = (1 - place) / 2
        let s = 1 - v * v
        return Node(
          row: corner * (1 - s), inset: corner * (1 - (1 - s * s).squareRoot()),
          // ds = 2 v du, over half of the interval; half since a span is half of a difference of erf.
          weight: weight * v * corner * 0.5 * (0.5 / Double.pi).squareRoot())
      }
    }
  }

  /// Gauss and Legendre's of 16, those above 0.
  private static let places = [
    0.0950125098376374, 0.2816035507792589, 0.4580167776572274, 0.6178762444026438,
    0.7554044083550030, 0.8656312023878318, 0.9445750230732326, 0.9894009349916499,
  ]
  private static let weights = [
    0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767,
    0.1246289712555339, 0.0951585116824928, 0.0622535239386479, 0.0271524594117541,
  ]
}
