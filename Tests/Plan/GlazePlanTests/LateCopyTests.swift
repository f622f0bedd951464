import GlazePlan
import GlazeTree
import Testing

/// Copies of a replicator that have nodes of their own, because of a delay.
@Suite struct LateCopyTests {
  private func group(_ stride: Int32?, _ copies: Layer...) -> FramePlan {
    let parent = box(0, 0, 200, 200, fill: clear).with {
      $0.sublayers = copies
      if let stride {
        $0.replicator = LayerReplicator(count: copies.count)
        $0.replicator?.copyStride = stride
      }
    }
    return plan(parent)
  }

  @Test("Each copy shows its own nodes")
  func planar() {
    let (a, b) = (box(10, 10, 20, 20), box(50, 10, 40, 5, fill: black))
    #expect(group(1, a, b) == group(nil, a, b))
    #expect(group(1, a, b).boxes.count == 2)
    // Without nodes of their own, both copies show both.
    #expect(group(0, a, b).boxes.count == 4)
  }

  @Test("Each copy shows its own nodes in space, too")
  func spatial() {
    let (a, b) = (box(10, 10, 20, 20).rotated(0.5, y: 1), box(12, 10, 40, 5, fill: black))
    var plans = [group(1, a, b), group(nil, a, b)]
    // Masks have identities of their own.
    for plan in plans.indices {
      for mask in plans[plan].masks.indices { plans[plan].masks[mask].identity = 0 }
    }
    #expect(plans[0] == plans[1])
  }

  @Test("Copies beyond the nodes show nothing")
  func missing() {
    let parent = box(0, 0, 200, 200, fill: clear).with {
      $0.sublayers = [box(10, 10, 20, 20)]
      $0.replicator = LayerReplicator(count: 5)
      $0.replicator?.copyStride = 1
    }
    #expect(plan(parent).boxes.count == 1)
  }
}
