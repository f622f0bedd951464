import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// The size of the image of a subtree that is drawn off-screen.
///
/// Nothing is culled here, so the extent of the subtree alone decides.
struct PlaneExtentTests {
  private let optimizations = Optimizations.boxes.subtracting(.cull)

  /// Returns the image of a layer that blurs its subtree by almost nothing.
  private func image(_ layer: Layer) -> FramePlan.Target? {
    let blurred = layer.with {
      var effects = LayerEffects()
      effects.filters = [.gaussianBlur(radius: 1)]
      $0.effects = effects
    }
    return plan(box(0, 0, 400, 300, fill: clear).with { $0.sublayers = [blurred] }, optimizations)
      .targets.dropFirst().first
  }

  private func copies(_ count: Int, _ transform: CATransform3D, _ sublayer: Layer) -> Layer {
    box(0, 0, 40, 40, fill: clear).with {
      $0.sublayers = [sublayer]
      $0.replicator = LayerReplicator(count: count, transform: transform)
    }
  }

  @Test("Copies reach as far as the last of them")
  func row() throws {
    let row = copies(5, CATransform3DMakeTranslation(30, 0, 0), box(0, 0, 20, 20))
    let target = try #require(image(row))
    // 4 x 30 + 20, and the margin for the antialiased edges.
    #expect((140...150).contains(target.width))
    #expect((20...30).contains(target.height))
  }

  @Test("Copies of copies reach as far as both")
  func grid() throws {
    let row = copies(5, CATransform3DMakeTranslation(30, 0, 0), box(0, 0, 20, 20))
    let grid = copies(4, CATransform3DMakeTranslation(0, 50, 0), row)
    let target = try #require(image(grid))
    #expect((140...150).contains(target.width))
    #expect((170...180).contains(target.height))
  }

  @Test("Copies that rotate extend around their center")
  func wheel() throws {
    let wheel = copies(8, CATransform3DMakeRotation(.pi / 4, 0, 0, 1), box(-60, 15, 10, 10))
    let target = try #require(image(wheel))
    #expect((160...190).contains(target.width))
    #expect(target.width == target.height)
  }

  @Test("Without copies nothing is drawn, and with very many not all are measured")
  func limits() {
    let none = copies(0, CATransform3DMakeTranslation(30, 0, 0), box(0, 0, 20, 20))
    #expect(image(none) == nil)
    let many = copies(5000, CATransform3DIdentity, box(0, 0, 20, 20))
    #expect(image(many) != nil)
  }
}
