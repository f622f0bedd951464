import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// The order and the time of the calls for contents and layout.
@Suite struct DisplayAndLayoutTests {
  private final class Owner: CALayerDelegate {
    var log: [String] = []
    func display(_ layer: CALayer) { log.append("display \(layer.name ?? "")") }
    func layoutSublayers(of layer: CALayer) { log.append("layout \(layer.name ?? "")") }
  }

  private final class Silent: CALayerDelegate {}

  private final class Manager: CALayoutManager {
    var laidOut = 0
    var invalidated = 0
    func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 7, height: 8) }
    func invalidateLayout(of layer: CALayer) { invalidated += 1 }
    func layoutSublayers(of layer: CALayer) { laidOut += 1 }
  }

  @Test func pitfall56_nothingIsDisplayedUnasked() {
    let (layer, owner) = (makeLayer(10, 10, name: "a"), Owner())
    layer.delegate = owner
    #expect(!layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(owner.log.isEmpty)
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(owner.log == ["display a"])
    layer.setNeedsDisplay(.zero)
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.needsDisplay())
  }

  @Test func aNewSizeAsksForDisplayWhenWanted() {
    let layer = makeLayer(10, 10)
    #expect(!layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds = layer.bounds
    #expect(!layer.needsDisplay())
    layer.bounds.size.width = 20
    #expect(layer.needsDisplay())
  }

  @Test func overridesOfDisplayWin() {
    final class Own: CALayer {
      override func display() { contents = "own" }
    }
    let (layer, owner) = (Own(), Owner())
    layer.delegate = owner
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents as? String == "own" && owner.log.isEmpty)
  }

  @Test func theDelegateComesBeforeTheLayoutManager() {
    let (layer, owner, silent, manager) = (makeLayer(1, 1, name: "a"), Owner(), Silent(), Manager())
    layer.layoutManager = manager
    layer.delegate = owner
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(owner.log == ["layout a"] && manager.laidOut == 0)
    layer.delegate = silent
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(manager.laidOut == 1 && manager.invalidated == 2)
    #expect(layer.preferredFrameSize() == CGSize(width: 7, height: 8))
    layer.layoutManager = nil
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(layer.preferredFrameSize() == CGSize(width: 2, height: 3))
  }

  @Test func layoutGoesFromTheTopmostThatAskedDownwards() {
    let owner = Owner()
    let layers = ["a", "b", "c"].map { makeLayer(1, 1, name: $0) }
    layers[0].addSublayer(layers[1])
    layers[1].addSublayer(layers[2])
    for layer in layers {
      layer.layoutIfNeeded()
      layer.delegate = owner
    }
    layers[2].setNeedsLayout()
    layers[1].setNeedsLayout()
    layers[0].setNeedsLayout()
    layers[2].layoutIfNeeded()
    #expect(owner.log == ["layout a", "layout b", "layout c"])
  }

  @Test func aCommitLaysOutAndThenDisplays() {
    final class Growing: CALayerDelegate {
      var log: [String] = []
      func layoutSublayers(of layer: CALayer) {
        log.append("layout")
        if layer.sublayers == nil {
          let child = CALayer()
          child.delegate = self
          child.setNeedsDisplay()
          layer.addSublayer(child)
        }
      }
      func display(_ layer: CALayer) {
        log.append("display")
        layer.opacity = 0.25
      }
    }
    let (root, owner) = (makeLayer(10, 10), Growing())
    root.delegate = owner
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    let tree = committer.commit()
    #expect(tree.nodes.count == 2 && tree.nodes[1].opacity == 0.25)
    #expect(owner.log.first == "layout" && owner.log.last == "display")
    root.sublayers?.first?.setNeedsDisplay()
    owner.log = []
    _ = committer.commit()
    #expect(owner.log == ["display"])
  }

  @Test func treesBuildThemselvesInOnePass() {
    final class Builder: CALayerDelegate {
      var depth = 0
      func layoutSublayers(of layer: CALayer) {
        guard depth < 300, layer.sublayers == nil else { return }
        depth += 1
        let child = CALayer()
        child.delegate = self
        child.setNeedsLayout()
        layer.addSublayer(child)
      }
    }
    let (root, owner) = (makeLayer(10, 10), Builder())
    root.delegate = owner
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    #expect(committer.commit().nodes.count == 301)
    // This also holds below a layer that is laid out later.
    owner.depth = 290
    root.sublayers?.first?.sublayers = nil
    root.sublayers?.first?.setNeedsLayout()
    #expect(committer.commit().nodes.count == 12)
  }

  @Test func layoutThatNeverEndsWaitsForTheNextCommit() {
    final class Restless: CALayerDelegate {
      var count = 0
      func layoutSublayers(of layer: CALayer) {
        count += 1
        layer.setNeedsLayout()
      }
    }
    let (root, owner) = (makeLayer(10, 10), Restless())
    root.delegate = owner
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit()
    let once = owner.count
    #expect(once > 0 && once < 100)
    _ = committer.commit()
    #expect(owner.count > once)
  }

  @Test func flexiblePartsShareAChangeOfSize() {
    let parent = makeLayer(100, 100)
    let child = makeLayer(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    parent.addSublayer(child)
    parent.bounds.size = CGSize(width: 200, height: 200)
    #expect(child.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
    child.autoresizingMask = [.layerWidthSizable, .layerMinYMargin]
    parent.bounds.size = CGSize(width: 250, height: 300)
    #expect(child.frame == CGRect(x: 10, y: 120, width: 80, height: 40))
    child.autoresizingMask = [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin]
    parent.bounds.size.width = 500
    #expect(child.frame == CGRect(x: 20, y: 120, width: 160, height: 40))
  }

  @Test func scrollLayersMoveTheirBounds() {
    let scroller = CAScrollLayer()
    scroller.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let content = makeLayer(frame: CGRect(x: 0, y: 0, width: 500, height: 500))
    scroller.addSublayer(content)
    scroller.scroll(to: CGPoint(x: 10, y: 20))
    #expect(scroller.bounds.origin == CGPoint(x: 10, y: 20))
    scroller.scrollMode = .vertically
    scroller.scroll(to: CGPoint(x: 90, y: 90))
    #expect(scroller.bounds.origin == CGPoint(x: 10, y: 90))
    scroller.scrollMode = .both
    content.scrollRectToVisible(CGRect(x: 200, y: 100, width: 50, height: 20))
    #expect(scroller.bounds.origin == CGPoint(x: 150, y: 90))
    #expect(content.visibleRect == CGRect(x: 150, y: 90, width: 100, height: 100))
    content.scroll(CGPoint(x: 1, y: 2))
    #expect(scroller.bounds.origin == CGPoint(x: 1, y: 2))
  }

  @Test func scrollLayersMoveAsLittleAsTheyMust() {
    let scroller = CAScrollLayer()
    #expect(scroller.masksToBounds && scroller.scrollMode == .both)
    scroller.bounds = CGRect(x: 50, y: 50, width: 100, height: 100)
    scroller.scroll(to: CGRect(x: 60, y: 60, width: 20, height: 20))
    #expect(scroller.bounds.origin == CGPoint(x: 50, y: 50))
    scroller.scroll(to: CGRect(x: 40, y: 140, width: 20, height: 20))
    #expect(scroller.bounds.origin == CGPoint(x: 40, y: 60))
    scroller.scroll(to: CGRect(x: 0, y: 0, width: 500, height: 10))
    #expect(scroller.bounds.origin == CGPoint(x: 0, y: 0))
    scroller.scrollMode = .none
    scroller.scroll(to: CGPoint(x: 9, y: 9))
    scroller.scrollMode = CAScrollLayerScrollMode(rawValue: "unknown")
    scroller.scroll(to: CGPoint(x: 9, y: 9))
    #expect(scroller.bounds.origin == .zero)
    scroller.scrollMode = .horizontally
    scroller.scroll(to: CGPoint(x: 9, y: 9))
    #expect(scroller.bounds.origin == CGPoint(x: 9, y: 0))
    // Without a scroll layer above it, everything is visible and nothing moves.
    let alone = makeLayer(10, 20)
    alone.scroll(CGPoint(x: 3, y: 3))
    #expect(alone.visibleRect == alone.bounds)
  }
}
