import Foundation
import GlazeCommit
import GlazeDrawing
import GlazeLayers
import Testing

/// The local time of layers, as measured.
@Suite struct TimeConversionTests {
  private func makeTree() -> (CALayer, CALayer) {
    let (root, child) = (CALayer(), CALayer())
    root.addSublayer(child)
    root.speed = 2
    root.timeOffset = 3
    root.beginTime = 1
    child.speed = 4
    child.timeOffset = 5
    child.beginTime = 6
    return (root, child)
  }

  @Test func timesPassThroughTheTree() {
    let (root, child) = makeTree()
    #expect(child.convertTime(10, from: nil) == 65)
    #expect(child.convertTime(10, to: nil) == 3.125)
    #expect(root.convertTime(10, from: nil) == 21)
    #expect(child.convertTime(21, from: root) == 65)
    #expect(child.convertTime(10, to: root) == 7.25)
    #expect(root.convertTime(10, from: child) == 7.25)
    #expect(child.convertTime(10, to: child) == 10)
  }

  @Test func siblingsMeetInTheirSuperlayer() {
    let (root, child) = makeTree()
    let sibling = CALayer()
    sibling.speed = 0.5
    root.addSublayer(sibling)
    // This also holds if the superlayer is paused.
    root.speed = 0
    #expect(child.convertTime(9, to: sibling) == 3.5)
  }

  /// 110. Times before beginTime convert to 0, not to negative ones.
  @Test(arguments: [(7.0, 0.0), (8, 7), (10, 8)])
  func timesBeforeTheBeginAreZero(time: Double, local: Double) {
    let layer = CALayer()
    layer.beginTime = 8
    layer.speed = 0.5
    layer.timeOffset = 7
    #expect(layer.convertTime(time, from: nil) == local)
  }

  /// 109. Pausing needs speed 0 and a timeOffset; a paused layer's time converts to 0.
  @Test func pausedLayersStandStill() {
    let layer = CALayer()
    let now = layer.convertTime(12, from: nil)
    layer.speed = 0
    layer.timeOffset = now
    #expect(layer.convertTime(40, from: nil) == 12)
    #expect(layer.convertTime(12, to: nil) == 0)
    let paused = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(40, from: nil) - paused
    #expect(layer.convertTime(40, from: nil) == 12)
    #expect(layer.convertTime(41, from: nil) == 13)
  }

  @Test func timeRuns() {
    let now = CACurrentMediaTime()
    #expect(now > 0)
    #expect(CACurrentMediaTime() >= now)
  }
  /// Layout and display read the time of their commit; between commits the host's clock runs on.
  @Test func commitsHaveTheirOwnTime() {
    final class Timed: CALayer {
      var times: [CFTimeInterval] = []
      override func layoutSublayers() { times.append(CACurrentMediaTime()) }
      override func display() { times.append(CACurrentMediaTime()) }
    }
    let layer = Timed()
    let committer = LayerCommitter(root: layer, isGeometryFlipped: false)
    layer.setNeedsLayout()
    _ = committer.commit(at: 5)
    layer.setNeedsDisplay()
    let before = CACurrentMediaTime()
    _ = committer.commit(at: 0)
    #expect(layer.times == [5, 0])
    #expect(before > 100 && CACurrentMediaTime() >= before)
  }

  /// A layer that draws its animated values reads the time of each frame, committed or not.
  @Test func drawingHasTheTimeOfItsFrame() {
    final class Timed: CALayer {
      @Animatable var progress: CGFloat = 0
      var log = Log()
      final class Log { var times: [CFTimeInterval] = [] }
      override init() { super.init() }
      override init(layer: Any) {
        super.init(layer: layer)
        if let timed = layer as? Timed { log = timed.log }
      }
      required init?(coder: NSCoder) { nil }
      override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }
      override func draw(in ctx: CGContext) { log.times.append(CACurrentMediaTime()) }
    }
    let layer = Timed()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    let committer = LayerCommitter(root: layer, isGeometryFlipped: true)
    let animation = CABasicAnimation(keyPath: "progress")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 4)
    layer.add(animation, forKey: nil)
    _ = committer.commit(at: 3)
    _ = committer.sample(at: 4)
    _ = committer.sample(at: 6)
    #expect(layer.log.times == [3, 4, 6])
  }

  @Test func displayLinksHaveTheirOwnTime() {
    var times: [CFTimeInterval] = []
    let link = CADisplayLink { _ in times.append(CACurrentMediaTime()) }
    link.step(at: 3)
    #expect(times == [3])
    link.invalidate()
  }
}
