import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// Shadows of layers that paint one rounded box or ellipse, in whatever layer it is.
@Suite struct SilhouetteTests {
  private func shadowed(_ layer: Layer) -> Layer {
    layer.with {
      $0.shadow = LayerShadow(
        color: SIMD4(0, 0, 0, 0.5), offset: CGSize(width: 3, height: 4), radius: 6)
    }
  }

  private func plan(_ layer: Layer) -> FramePlan {
    // The parts that the layer hides depend on how it is drawn.
    GlazePlanTests.plan(box(0, 0, 400, 300, fill: clear, layer), .boxes.subtracting(.occlude))
  }

  private func shape(_ path: CGPath, fill: SIMD4<Float> = black) -> Layer {
    box(0, 0, 0, 0, fill: clear).with { $0.shape = LayerShape(path: path, fill: fill) }
  }

  private func square(_ rect: CGRect, radius: CGFloat) -> CGPath {
    CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius, transform: nil)
  }

  /// Returns whether two plans have the same shadows, up to rounding.
  private func haveSameShadows(_ a: FramePlan, _ b: FramePlan) -> Bool {
    a.blurs.isEmpty && b.blurs.isEmpty && a.shadows.count == b.shadows.count && !a.shadows.isEmpty
      && zip(a.shadows, b.shadows).allSatisfy { a, b in
        let differences = [
          a.shape.extent - b.shape.extent, a.shape.corners - b.shape.corners, a.quad01 - b.quad01,
          a.quad23 - b.quad23, a.color - b.color, a.params - b.params,
        ]
        return differences.allSatisfy { ($0 * $0).sum() < 1e-4 }
      }
  }

  @Test(arguments: 0..<20)
  func containersCastTheShadowsOfTheirContent(number: Int) {
    var g = SystemRandomNumberGenerator()
    let scale = Double.random(in: 0.5...2, using: &g)
    let (x, y) = (Double.random(in: 0...90, using: &g), Double.random(in: 0...90, using: &g))
    let (width, height) = (
      Double.random(in: 20...90, using: &g), Double.random(in: 20...90, using: &g)
    )
    let radius = Double.random(in: 0...10, using: &g)
    let content = box(-20, -30, 200, 200, fill: SIMD4(0, 0, 1, 0.5))
    var card = box(x, y, width, height, content).with {
      $0.node.cornerRadius = Float(radius)
      $0.node.flags.insert(.masksToBounds)
    }
    // The scale acts about the center.
    card.transforms = LayerTransforms(
      transform: CATransform3DMakeScale(CGFloat(scale), CGFloat(scale), 1))
    let holder = box(7, 9, 5, 5, fill: clear, card)
    let container = shadowed(box(40, 30, 60, 60, fill: clear, holder))
    let (left, top) = (x + width * (1 - scale) / 2, y + height * (1 - scale) / 2)
    let alone = shadowed(box(47 + left, 39 + top, width * scale, height * scale)).with {
      $0.node.cornerRadius = Float(radius * scale)
    }
    #expect(haveSameShadows(plan(container), plan(alone)), "\(card.node) \(scale)")
  }

  @Test func shapesCastTheShadowsOfTheirPaths() {
    let rect = CGRect(x: 30, y: 20, width: 90, height: 60)
    let direct = shadowed(box(30, 20, 90, 60)).with { $0.node.cornerRadius = 12 }
    #expect(haveSameShadows(plan(shadowed(shape(square(rect, radius: 12)))), plan(direct)))
    let held = shadowed(box(0, 0, 9, 9, fill: clear, shape(square(rect, radius: 12))))
    #expect(haveSameShadows(plan(held), plan(direct)))
    let faint = plan(shadowed(shape(square(rect, radius: 12), fill: SIMD4(1, 1, 1, 0.5))))
    #expect(faint.shadows[0].color.w == 0.25)
    let ellipse = plan(shadowed(shape(CGPath(ellipseIn: rect, transform: nil))))
    #expect(ellipse.blurs.isEmpty && !ellipse.shadows.isEmpty)
  }

  @Test func whatIsNotOneBoxIsBlurred() {
    let card = box(20, 20, 80, 60)
    func isBlurred(_ layer: Layer) -> Bool {
      let plan = plan(shadowed(layer))
      return plan.shadows.isEmpty && !plan.blurs.isEmpty
    }
    func holder(_ layers: Layer...) -> Layer {
      box(10, 10, 50, 50, fill: clear).with { $0.sublayers = layers }
    }
    #expect(!isBlurred(holder(card)))
    #expect(isBlurred(holder(card, box(120, 20, 10, 10))))
    #expect(isBlurred(holder(card.rotated(0.3))))
    #expect(isBlurred(holder(card.with { $0.node.opacity = 0.5 })))
    #expect(isBlurred(holder(card.with { $0.mask = [box(0, 0, 40, 60)] })))
    #expect(
      isBlurred(
        holder(
          card.with { $0.border = LayerBorder(width: 3, color: black) }.with {
            $0.node.backgroundColor = clear
          })))
    // Without a clip, the content of the card reaches beyond it.
    let wide = card.with { $0.sublayers = [box(60, 0, 90, 10)] }
    #expect(isBlurred(holder(wide)))
    #expect(!isBlurred(holder(wide.with { $0.node.flags.insert(.masksToBounds) })))
    // A hole in the card is one in its shadow.
    var hole = LayerEffects()
    hole.blendMode = .destinationOut
    let cut = card.with {
      $0.node.flags.insert(.masksToBounds)
      $0.sublayers = [box(10, 10, 20, 20).with { $0.effects = hole }]
    }
    #expect(isBlurred(holder(cut)))
    // The clip of a layer around the card ends the shadow's caster.
    let clipped = box(0, 0, 50, 50, fill: clear, card).with {
      $0.node.flags.insert(.masksToBounds)
    }
    #expect(isBlurred(holder(clipped)))
    let path = square(CGRect(x: 0, y: 0, width: 80, height: 50), radius: 8)
    let stroked = shape(path).with { $0.shape?.stroke = black }
    #expect(isBlurred(stroked))
    #expect(isBlurred(shape(path).with { $0.node.backgroundColor = SIMD4(1, 0, 0, 0.5) }))
    let star = CGMutablePath()
    star.addLines(between: [(0, 0), (60, 10), (20, 50)].map { CGPoint(x: $0.0, y: $0.1) })
    #expect(isBlurred(shape(star)))
  }
}
