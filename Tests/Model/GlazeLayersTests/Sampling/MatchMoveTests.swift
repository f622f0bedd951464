import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// `CAMatchMoveAnimation`: a layer follows points of another layer.
@Suite struct MatchMoveTests {
  private let root = CALayer()
  private let source = CALayer()
  private let layer = CALayer()

  init() {
    root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
    root.sublayers = [layer, source]
    source.frame = CGRect(x: 50, y: 20, width: 20, height: 10)
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.position = CGPoint(x: 1, y: 2)
  }

  private func follow(_ change: (CAMatchMoveAnimation) -> Void = { _ in }) {
    let animation = CAMatchMoveAnimation()
    animation.sourceLayer = source
    animation.duration = 10
    change(animation)
    layer.add(animation, forKey: "follow")
  }

  /// Returns the node of the layer at a time, and its matrix.
  private func shown(
    _ committer: LayerCommitter, at time: Double
  ) -> (position: CGPoint, transform: CATransform3D) {
    let tree = committer.sample(at: time)
    let slot = tree.slots(of: 1).transforms
    return (
      tree.nodes[1].position,
      slot < 0 ? CATransform3DIdentity : tree.transforms[Int(slot)].transform
    )
  }

  private func committer() -> LayerCommitter {
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    return committer
  }

  @Test func goesToTheMiddleAndBack() {
    follow()
    let committer = committer()
    #expect(shown(committer, at: 1).position == CGPoint(x: 60, y: 25))
    // After the end, the layer is at its model position; times come in any order.
    #expect(shown(committer, at: 11).position == CGPoint(x: 1, y: 2))
    #expect(shown(committer, at: 5).position == CGPoint(x: 60, y: 25))
  }

  @Test func severalFollowInTurn() {
    follow()
    let second = CAMatchMoveAnimation()
    second.sourceLayer = source
    second.sourcePoints = [NSValue(cgPoint: CGPoint(x: 0, y: 0))]
    (second.beginTime, second.duration) = (2, 4)
    layer.add(second, forKey: "second")
    let committer = committer()
    let places = [
      1: CGPoint(x: 60, y: 25), 3: CGPoint(x: 50, y: 20), 7: CGPoint(x: 60, y: 25),
      11: CGPoint(x: 1, y: 2),
    ]
    for time in [1, 3, 11, 3, 1, 7, 3, 7, 11, 1] {
      #expect(shown(committer, at: Double(time)).position == places[time], "at \(time) s")
    }
  }

  /// Another animation writes the whole node, including its position, and reports only its own
  /// change.
  @Test func tellsThatTheLayerIsElsewhere() {
    follow { $0.beginTime = 1 }
    let other = CABasicAnimation(keyPath: "wantsExtendedDynamicRangeContent")
    (other.fromValue, other.toValue, other.duration) = (false, true, 108)
    layer.add(other, forKey: nil)
    let committer = committer()
    var version: UInt64 = 0
    for time in [0.0, 2, 0, 2, 0] {
      let tree = committer.sample(at: time)
      #expect(tree.nodes[1].position == CGPoint(x: time == 2 ? 60 : 1, y: time == 2 ? 25 : 2))
      #expect(tree.versions[0] != version, "at \(time) s")
      version = tree.versions[0]
    }
  }

  @Test func followsAnimationsOfLayersThatCarryTheSource() {
    let carrier = CALayer()
    carrier.frame = CGRect(x: 10, y: 0, width: 100, height: 100)
    root.sublayers = [layer, carrier]
    carrier.addSublayer(source)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (60.0, 160.0, 10)
    carrier.add(move, forKey: nil)
    follow()
    let committer = committer()
    #expect(shown(committer, at: 0).position == CGPoint(x: 70, y: 25))
    #expect(shown(committer, at: 5).position == CGPoint(x: 120, y: 25))
  }

  @Test func onePartIsAdded() {
    follow {
      $0.appliesY = false
      $0.isAdditive = true
      $0.sourcePoints = [CGPoint(x: 20, y: 10)]
    }
    let committer = committer()
    for time in [1.0, 2, 3] {
      #expect(shown(committer, at: time).position == CGPoint(x: 71, y: 2))
    }
  }

  @Test func twoPointsTurnAndScale() {
    source.transform = CATransform3DScale(CATransform3DMakeRotation(.pi / 2, 0, 0, 1), 2, 2, 1)
    follow {
      $0.usesNormalizedCoordinates = true
      $0.sourcePoints = [CGPoint(x: -0.5, y: 0), CGPoint(x: 0.5, y: 0)]
    }
    let shown = shown(committer(), at: 1)
    #expect(abs(shown.position.x - 60) < 1e-9 && abs(shown.position.y - 25) < 1e-9)
    #expect(abs(shown.transform.m12 - 2) < 1e-9 && abs(shown.transform.m11) < 1e-9)
  }

  @Test func chainsAreFollowedWhateverTheirOrder() {
    let third = CALayer()
    root.addSublayer(third)
    let animation = CAMatchMoveAnimation()
    (animation.sourceLayer, animation.duration) = (third, 10)
    source.add(animation, forKey: nil)
    third.position = CGPoint(x: 7, y: 9)
    follow()
    #expect(shown(committer(), at: 1).position == CGPoint(x: 7, y: 9))
  }

  @Test func whatHasNoSourceStaysAndIsTold() {
    let inner = CALayer()
    layer.addSublayer(inner)
    for other in [nil, CALayer(), layer, inner] {
      follow { $0.sourceLayer = other }
      let committer = committer()
      #expect(shown(committer, at: 1).position == CGPoint(x: 1, y: 2))
      #expect(committer.notices.map(\.feature).contains { "\($0)".contains("no other layer") })
    }
  }

  @Test func aSourceThatLeavesIsNotHeld() {
    follow()
    let committer = committer()
    source.removeFromSuperlayer()
    _ = committer.commit(at: 1)
    #expect(shown(committer, at: 1).position == CGPoint(x: 1, y: 2))
  }
}
