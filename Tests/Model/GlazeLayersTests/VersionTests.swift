import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// The versions by which images of layers are cached.
@Suite struct VersionTests {
  private let root = CALayer()
  private let middle = CALayer()
  private let leaf = CALayer()
  private let other = CALayer()
  private let committer: LayerCommitter

  init() {
    for layer in [root, middle, leaf, other] {
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    }
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    root.addSublayer(other)
    committer = stillCommitter(root: root, isGeometryFlipped: true)
  }

  /// Returns which of root, middle, leaf and other have new versions after a change.
  private func changed(_ change: () -> Void) -> [Bool] {
    let before = committer.commit().versions
    change()
    let after = committer.commit().versions
    return zip(before, after).map { $0 != $1 }
  }

  @Test func nothingChangesByItself() {
    #expect(changed {} == [false, false, false, false])
    #expect(changed { leaf.name = "leaf" } == [false, false, false, false])
  }

  @Test func aChangeInsideReachesTheRoot() {
    #expect(changed { leaf.backgroundColor = .black } == [true, true, true, false])
    #expect(changed { leaf.borderWidth = 3 } == [true, true, true, false])
    #expect(changed { leaf.shadowOpacity = 0.5 } == [true, true, true, false])
    #expect(changed { leaf.bounds.size.width = 7 } == [true, true, true, false])
    #expect(
      changed { leaf.sublayerTransform = CATransform3DMakeScale(2, 2, 1) }
        == [true, true, true, false])
  }

  @Test("pitfall 80: moving, rotating and fading a layer do not change its own version")
  func placementIsSeenByThoseAround() {
    #expect(changed { middle.position.x = 3 } == [true, false, false, false])
    #expect(changed { middle.opacity = 0.5 } == [true, false, false, false])
    #expect(
      changed { middle.transform = CATransform3DMakeRotation(1, 0, 0, 1) }
        == [true, false, false, false])
    #expect(changed { middle.zPosition = 3 } == [true, false, false, false])
    #expect(changed { middle.isHidden = true } == [true, false, false, false])
  }

  @Test func structureChangesReachTheRoot() {
    let before = committer.commit().versions
    middle.addSublayer(CALayer())
    let after = committer.commit().versions
    #expect(after.count == 5)
    #expect(after[0] != before[0] && after[1] != before[1])
    #expect(after[2] == before[2] && after[4] == before[3])
  }

  @Test func versionsAreNeverShared() {
    let twin = stillCommitter(root: CALayer(), isGeometryFlipped: true)
    let all = committer.commit().versions + twin.commit().versions
    #expect(Set(all).count == all.count)
  }
}
