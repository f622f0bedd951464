import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

/// Layout by constraints between layers.
@Suite struct ConstraintTests {
  private func makeParent(_ children: CALayer...) -> CALayer {
    let parent = CALayer()
    parent.bounds = CGRect(x: 10, y: 20, width: 200, height: 100)
    parent.layoutManager = CAConstraintLayoutManager()
    for child in children { parent.addSublayer(child) }
    return parent
  }

  private func constraint(
    _ attribute: CAConstraintAttribute, _ source: String, _ sourceAttribute: CAConstraintAttribute,
    scale: CGFloat = 1, offset: CGFloat = 0
  ) -> CAConstraint {
    CAConstraint(
      attribute: attribute, relativeTo: source, attribute: sourceAttribute, scale: scale,
      offset: offset)
  }

  @Test func attributesHaveApplesNumbers() {
    #expect(CAConstraintAttribute.allCases.map(\.rawValue) == Array(0...7))
    let plain = CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX)
    #expect(plain.scale == 1 && plain.offset == 0)
  }

  @Test func theSuperlayersBoundsCountWithTheirOrigin() {
    let child = makeLayer(frame: CGRect(x: 0, y: 0, width: 40, height: 30))
    child.bounds.origin = CGPoint(x: 7, y: 8)
    let parent = makeParent(child)
    child.addConstraint(constraint(.midX, "superlayer", .midX))
    child.addConstraint(constraint(.minY, "superlayer", .minY, offset: 5))
    child.addConstraint(constraint(.height, "superlayer", .width, scale: 0.25))
    parent.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 90, y: 25, width: 40, height: 50))
    #expect(child.bounds.origin == CGPoint(x: 7, y: 8))
    parent.bounds.size.width = 400
    parent.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 190, y: 25, width: 40, height: 100))
  }

  @Test func siblingsInAnyOrderFollowOneAnother() {
    let layers = ["a", "b", "c"].map {
      makeLayer(frame: CGRect(x: 0, y: 0, width: 30, height: 10), name: $0)
    }
    let parent = makeParent(layers[0], layers[1], layers[2])
    layers[0].addConstraint(constraint(.minX, "b", .maxX, offset: 4))
    layers[1].addConstraint(constraint(.minX, "c", .maxX, offset: 4))
    layers[2].constraints = [
      constraint(.minX, "superlayer", .minX), constraint(.maxX, "superlayer", .midX),
    ]
    parent.layoutIfNeeded()
    #expect(layers[2].frame == CGRect(x: 10, y: 0, width: 100, height: 10))
    #expect(layers[1].frame.minX == 114 && layers[0].frame.minX == 148)
  }

  @Test func aSizeAloneKeepsTheMinEdge() {
    let child = makeLayer(frame: CGRect(x: 5, y: 6, width: 10, height: 10))
    let parent = makeParent(child)
    child.addConstraint(constraint(.width, "superlayer", .width))
    parent.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 5, y: 6, width: 200, height: 10))
  }

  @Test func contradictionsLeaveTheirAxisAlone() {
    let child = makeLayer(frame: CGRect(x: 5, y: 6, width: 10, height: 10))
    let parent = makeParent(child)
    child.addConstraint(constraint(.minX, "superlayer", .minX))
    child.addConstraint(constraint(.minX, "superlayer", .maxX))
    child.addConstraint(constraint(.minY, "superlayer", .minY))
    parent.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 5, y: 20, width: 10, height: 10))
    child.constraints = [
      constraint(.minX, "superlayer", .minX), constraint(.midX, "superlayer", .midX),
      constraint(.maxX, "superlayer", .maxX),
    ]
    parent.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 10, y: 20, width: 200, height: 10))
  }

  @Test func cyclesAndUnknownNamesDoNotCount() {
    let layers = ["a", "b", "c"].map {
      makeLayer(frame: CGRect(x: 1, y: 2, width: 30, height: 10), name: $0)
    }
    let parent = makeParent(layers[0], layers[1], layers[2])
    layers[0].constraints = [
      constraint(.minX, "b", .maxX), constraint(.minY, "superlayer", .minY),
      constraint(.height, "a", .height, scale: 2),
    ]
    layers[1].constraints = [constraint(.minX, "a", .maxX), constraint(.minY, "nobody", .minY)]
    layers[2].constraints = [constraint(.minX, "b", .maxX)]
    parent.layoutIfNeeded()
    #expect(layers[0].frame == CGRect(x: 1, y: 20, width: 30, height: 10))
    #expect(layers[1].frame == CGRect(x: 1, y: 2, width: 30, height: 10))
    #expect(layers[2].frame.minX == 31)
  }

  @Test func longChainsAreSolvedInOnePass() {
    let layers = (0..<5000).map { makeLayer(frame: .zero, name: "\($0)") }
    for i in 1..<5000 {
      layers[i].constraints = [constraint(.minX, "\(i - 1)", .minX, offset: 1)]
    }
    let parent = CALayer()
    parent.layoutManager = CAConstraintLayoutManager()
    parent.sublayers = layers.reversed()
    parent.layoutIfNeeded()
    #expect(layers[4999].frame.minX == 4999)
  }
}
