import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazeCommit
@testable import GlazeLayers

/// Keys of subclasses that animations change, and from which layers draw themselves.
@Suite struct AnimatableTests {
  /// Fills the part of its width that its key states.
  private class Bar: CALayer {
    @Animatable var progress: CGFloat = 0.25
    @Animatable var count: Int = 2
    @Animatable var tint: CGColor?
    /// A property that is not animated, and that `init(layer:)` copies.
    var log = Log()

    final class Log { var drawn: [CGFloat] = [] }

    override init() {
      super.init()
      bounds = CGRect(x: 0, y: 0, width: 8, height: 1)
    }
    override init(layer: Any) {
      super.init(layer: layer)
      if let bar = layer as? Bar { log = bar.log }
    }
    required init?(coder: NSCoder) { nil }

    override class func needsDisplay(forKey key: String) -> Bool {
      key == "progress" || super.needsDisplay(forKey: key)
    }

    override func draw(in ctx: CGContext) {
      log.drawn.append(progress)
      ctx.setFillColor(.black)
      ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * progress, height: 1))
    }
  }

  private final class LivelyBar: Bar {
    override func action(forKey event: String) -> (any CAAction)? {
      guard event == "progress" else { return super.action(forKey: event) }
      let animation = CABasicAnimation(keyPath: event)
      animation.fromValue = presentation()?.progress ?? progress
      animation.duration = 2
      return animation
    }
  }

  private let bar = Bar()

  private func animate(from: Double, to: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "progress")
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
    return animation
  }

  /// Returns the number of black pixels of the first layer's image.
  private func covered(_ tree: LayerTree) -> Int {
    guard let image = tree.contents.first?.image else { return -1 }
    return stride(from: 3, to: image.pixels.count, by: 4).count { image.pixels[$0] == 255 }
  }

  @Test func valuesHaveKeys() {
    #expect(bar.progress == 0.25 && bar.value(forKey: "progress") as? CGFloat == 0.25)
    bar.progress = 0.5
    #expect(bar.value(forKey: "progress") as? CGFloat == 0.5)
    bar.setValue(0.75, forKeyPath: "progress")
    #expect(bar.progress == 0.75)
    bar.count = 7
    #expect(bar.value(forKey: "count") as? Int == 7)
    #expect(bar.tint == nil && bar.value(forKey: "tint") == nil)
    bar.tint = .white
    #expect(bar.value(forKey: "tint") as? CGColor == .white)
    bar.tint = nil
    #expect(bar.tint == nil)
    #expect(Bar().progress == 0.25)
  }

  @Test func layersDrawForEveryFrame() {
    let committer = LayerCommitter(root: bar, isGeometryFlipped: true)
    bar.setNeedsDisplay()
    #expect(covered(committer.commit(at: 0)) == 2)
    bar.add(animate(from: 0, to: 1), forKey: "fill")
    #expect(covered(committer.commit(at: 10)) == 0)
    #expect(covered(committer.sample(at: 11)) == 4)
    #expect(covered(committer.sample(at: 11)) == 4)
    #expect(covered(committer.sample(at: 11.5)) == 6)
    #expect(bar.presentation()?.progress == 0.75)
    #expect(bar.presentation()?.value(forKey: "progress") as? Double == 0.75)
    #expect(covered(committer.sample(at: 13)) == 2)
    #expect(bar.log.drawn == [0.25, 0, 0.5, 0.75])
    #expect(bar.progress == 0.25)
  }

  @Test func changesAnimateWhereTheClassSaysSo() {
    let bar = LivelyBar()
    let committer = LayerCommitter(root: bar, isGeometryFlipped: true)
    bar.setNeedsDisplay()
    _ = committer.commit(at: 0)
    bar.progress = 1
    #expect(bar.animation(forKey: "progress") != nil)
    #expect(covered(committer.commit(at: 10)) == 2)
    #expect(covered(committer.sample(at: 11)) == 5)
    #expect(covered(committer.sample(at: 13)) == 8)
  }

  /// `action(forKey:)` sees the value before a change, as on a Mac, and no copy that draws calls it.
  @Test func actionsSeeTheOldValue() {
    final class Asking: CALayer {
      @Animatable var progress: CGFloat = 0.25
      var seen = Seen()
      final class Seen { var values: [CGFloat] = [] }
      override init() { super.init() }
      override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? Asking else { return }
        seen = other.seen
        progress = other.progress
      }
      required init?(coder: NSCoder) { nil }
      override func action(forKey event: String) -> (any CAAction)? {
        if event == "progress" { seen.values.append(progress) }
        return nil
      }
    }
    let layer = Asking()
    let committer = LayerCommitter(root: layer, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    layer.progress = 0.5
    layer.progress = 0.75
    layer.progress = 0.75
    _ = committer.commit(at: 1)
    #expect(layer.presentation()?.progress == 0.75)
    layer.progress = 0
    #expect(layer.presentation()?.progress == 0.75)
    #expect(layer.seen.values == [0.25, 0.5, 0.75])
    // A copy that becomes a layer of the tree asks like any other.
    let copy = Asking(layer: layer)
    layer.addSublayer(copy)
    _ = committer.commit(at: 2)
    copy.progress = 1
    #expect(layer.seen.values == [0.25, 0.5, 0.75, 0])
  }

  @Test func wholeNumbersLoseTheirFraction() {
    let committer = LayerCommitter(root: bar, isGeometryFlipped: true)
    let animation = CABasicAnimation(keyPath: "count")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 4)
    bar.add(animation, forKey: nil)
    _ = committer.commit(at: 0)
    _ = committer.sample(at: 1)
    #expect(bar.presentation()?.count == 2)
    #expect(bar.log.drawn.isEmpty)
  }

  /// A custom key without the wrapper, and a property of `CALayer` as such a key.
  private final class Plain: CALayer {
    override class func needsDisplay(forKey key: String) -> Bool {
      ["level", "cornerRadius"].contains(key)
    }
    override class func defaultValue(forKey key: String) -> Any? {
      key == "level" ? 0.5 : super.defaultValue(forKey: key)
    }
    override func display() {
      let level = value(forKey: "level") as? CGFloat ?? -1
      contents = CGImage(
        width: 1, height: 1, premultipliedRGBA: [0, 0, UInt8(cornerRadius), UInt8(level * 200)])
    }
  }

  @Test func anyKeyCanAskForDisplay() throws {
    let layer = Plain()
    let committer = LayerCommitter(root: layer, isGeometryFlipped: true)
    layer.setNeedsDisplay()
    #expect(try #require(committer.commit(at: 0).contents.first).image.pixels[3] == 100)
    let level = CAKeyframeAnimation(keyPath: "level")
    (level.values, level.duration) = ([0, 1, 0], 2)
    let radius = CABasicAnimation(keyPath: "cornerRadius")
    (radius.toValue, radius.duration) = (40, 2)
    layer.add(level, forKey: nil)
    layer.add(radius, forKey: nil)
    _ = committer.commit(at: 0)
    let image = try #require(committer.sample(at: 0.5).contents.first).image
    #expect(image.pixels[2...3] == [10, 100])
    #expect((layer.contents as? CGImage)?.pixels[2...3] == [0, 100])
  }
}
