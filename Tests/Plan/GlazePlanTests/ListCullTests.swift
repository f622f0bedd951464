import Foundation
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazePlan

/// Subtrees outside of the frame, of many siblings.
struct ListCullTests {
  /// Rows of 20 points in a root of 200 by 100, with a shadow at the row with this number.
  private func list(_ count: Int, shadowAt shadow: Int = -1) -> LayerTree {
    let rows = (0..<count).map { index in
      box(0, 20 * Double(index), 200, 20, box(5, 5, 10, 10)).with {
        guard index == shadow else { return }
        $0.shadow = LayerShadow(color: SIMD4(0, 0, 0, 1), offset: .zero, radius: 20)
      }
    }
    return tree(box(0, 0, 200, 100, fill: clear).with { $0.sublayers = rows })
  }

  private func rowsOutside(
    _ tree: LayerTree, _ optimizations: Optimizations = .all
  ) -> [Int] {
    let viewport = Viewport(width: 200, height: 100)
    var flattener = Flattener(tree: tree, viewport: viewport, optimizations: optimizations)
    let frame = PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 100)
    let context = PlaneContext(homography: .identity, bounds: frame, isFlipped: true)
    let end = Int32(tree.nodes.count)
    return (0..<(tree.nodes.count - 1) / 2).filter {
      let row = Int32(1 + 2 * $0)
      return flattener.isOutside(row, of: row..<end, in: context)
    }
  }

  @Test func rowsBelowTheFrameAreNotVisited() {
    // Of the last rows, too few siblings are left.
    #expect(rowsOutside(list(60)) == Array(6..<53))
    #expect(rowsOutside(list(60), .all.subtracting(.cull)).isEmpty)
    #expect(rowsOutside(list(7)).isEmpty)
  }

  @Test func aShadowThatReachesIntoTheFrameIsVisited() {
    #expect(rowsOutside(list(60, shadowAt: 7)) == [6] + Array(8..<53))
  }

  @Test func extentsLastAsLongAsTheirVersions() {
    var tree = list(3)
    tree.versions = [1, 2, 3, 4, 5, 6, 7]
    var extents = SubtreeExtents()
    #expect(extents.extent(of: 3, in: tree).size.width == 200)
    tree.nodes[3].bounds.size.width = 300
    #expect(extents.extent(of: 3, in: tree).size.width == 200)
    tree.versions[3] = 8
    #expect(extents.extent(of: 3, in: tree).size.width == 300)
    // Another layer at the same index has another version.
    tree.versions[5] = 8
    #expect(extents.extent(of: 5, in: tree).size.width == 200)
  }
}
