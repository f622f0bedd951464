import Foundation
import GlazeLayers
import Testing

/// The references between layers, as measured on Apple's QuartzCore.
@Suite struct HierarchyTests {
  private let parent = CALayer()
  private let a = makeLayer(1, 1, name: "a")
  private let b = makeLayer(1, 1, name: "b")
  private let c = makeLayer(1, 1, name: "c")

  private func names(_ layer: CALayer) -> String {
    (layer.sublayers ?? []).compactMap(\.name).joined()
  }

  @Test func emptyListsReadAsNil() {
    parent.addSublayer(a)
    #expect(parent.sublayers?.count == 1)
    a.removeFromSuperlayer()
    #expect(parent.sublayers == nil)
    #expect(a.superlayer == nil)
    parent.sublayers = []
    #expect(parent.sublayers == nil)
    parent.sublayers = [a, b]
    parent.sublayers = nil
    #expect(parent.sublayers == nil)
    #expect(a.superlayer == nil && b.superlayer == nil)
  }

  @Test func addingMovesALayer() {
    let other = CALayer()
    other.addSublayer(a)
    parent.addSublayer(a)
    #expect(other.sublayers == nil)
    #expect(a.superlayer === parent)
  }

  @Test func addingAgainMovesToTheFront() {
    parent.sublayers = [a, b, c]
    parent.addSublayer(a)
    #expect(names(parent) == "bca")
  }

  @Test func anIndexCountsWithoutTheLayerItself() {
    parent.sublayers = [a, b, c]
    parent.insertSublayer(a, at: 1)
    #expect(names(parent) == "bac")
    parent.insertSublayer(c, at: 0)
    #expect(names(parent) == "cba")
  }

  @Test func anIndexPastTheEndAppends() {
    parent.addSublayer(a)
    parent.insertSublayer(b, at: 99)
    #expect(names(parent) == "ab")
  }

  @Test func belowAndAbove() {
    parent.sublayers = [a, b]
    parent.insertSublayer(c, below: b)
    #expect(names(parent) == "acb")
    parent.insertSublayer(c, above: b)
    #expect(names(parent) == "abc")
    parent.insertSublayer(c, below: nil)
    #expect(names(parent) == "cab")
    parent.insertSublayer(c, above: nil)
    #expect(names(parent) == "abc")
  }

  @Test func belowAStrangerAppends() {
    parent.sublayers = [a, b]
    parent.insertSublayer(c, below: CALayer())
    #expect(names(parent) == "abc")
  }

  @Test func beItsOwnSiblingChangesNothing() {
    parent.sublayers = [a, b, c]
    parent.insertSublayer(b, below: b)
    parent.insertSublayer(b, above: b)
    #expect(names(parent) == "abc")
  }

  @Test func replacing() {
    parent.sublayers = [a, b]
    parent.replaceSublayer(a, with: c)
    #expect(names(parent) == "cb")
    #expect(a.superlayer == nil && c.superlayer === parent)
    parent.replaceSublayer(b, with: c)
    #expect(names(parent) == "c")
  }

  @Test func replacingAStrangerStops() async {
    await #expect(processExitsWith: .failure) {
      CALayer().replaceSublayer(CALayer(), with: CALayer())
    }
  }

  @Test func cyclesStop() async {
    await #expect(processExitsWith: .failure) {
      let top = CALayer()
      let middle = CALayer()
      let bottom = CALayer()
      top.addSublayer(middle)
      middle.addSublayer(bottom)
      bottom.addSublayer(top)
    }
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    await #expect(processExitsWith: .failure) {
      let owner = CALayer()
      let inner = CALayer()
      owner.addSublayer(inner)
      inner.mask = owner
    }
  }

  @Test func listedTwiceIsHeldOnce() {
    parent.sublayers = [a, b, a]
    #expect(names(parent) == "ab")
  }

  @Test func aMaskBelongsToItsLayer() {
    parent.mask = a
    #expect(a.superlayer === parent)
    #expect(parent.sublayers == nil)
    a.removeFromSuperlayer()
    #expect(parent.mask == nil && a.superlayer == nil)
    parent.mask = a
    parent.mask = b
    #expect(a.superlayer == nil && b.superlayer === parent)
  }

  @Test func aMaskThatIsAddedLeavesItsLayer() {
    let other = CALayer()
    parent.mask = a
    other.addSublayer(a)
    #expect(parent.mask == nil && a.superlayer === other)
    parent.addSublayer(b)
    parent.mask = b
    #expect(parent.sublayers == nil && parent.mask === b && b.superlayer === parent)
    parent.addSublayer(b)
    #expect(parent.mask == nil && names(parent) == "b")
    parent.mask = b
    parent.sublayers = [b]
    #expect(parent.mask == nil && names(parent) == "b" && b.superlayer === parent)
  }

  @Test func layersOutliveTheirSuperlayer() {
    var owner: CALayer? = CALayer()
    owner?.addSublayer(a)
    owner?.mask = b
    owner = nil
    #expect(a.superlayer == nil && b.superlayer == nil)
  }

  @Test func sublayersAreReleased() {
    weak var weakChild: CALayer?
    weak var weakMask: CALayer?
    var owner: CALayer? = CALayer()
    do {
      let child = CALayer()
      let mask = CALayer()
      child.mask = mask
      owner?.addSublayer(child)
      (weakChild, weakMask) = (child, mask)
    }
    #expect(weakChild != nil && weakMask != nil)
    owner = nil
    #expect(weakChild == nil && weakMask == nil)
  }

  @Test func pitfall44_twoFlipsAreNone() {
    parent.addSublayer(a)
    parent.isGeometryFlipped = true
    #expect(a.contentsAreFlipped())
    a.isGeometryFlipped = true
    #expect(!a.contentsAreFlipped())
    #expect(parent.contentsAreFlipped())
  }
}
