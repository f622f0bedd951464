import Foundation
import GlazeCommit
import GlazeLayers
import Testing

/// A delegate that records events in order.
final class Diary: CAAnimationDelegate {
  var lines: [String] = []

  func animationDidStart(_ anim: CAAnimation) { lines.append("start") }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    lines.append("stop \(flag)")
  }

  func animation(_ keyPath: String = "opacity", duration: Double = 1) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.duration = duration
    animation.delegate = self
    return animation
  }
}

/// Transactions: their values, and the order of their callbacks.
///
/// Each test ends its implicit transaction, since other tests run on the same thread.
@Suite struct TransactionTests {
  private func makeTree() -> (CALayer, LayerCommitter) {
    let layer = makeLayer(10, 10)
    let committer = LayerCommitter(root: layer, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    return (layer, committer)
  }

  @Test func innerTransactionsInherit() {
    CATransaction.begin()
    defer { CATransaction.commit() }
    #expect(CATransaction.animationDuration() == 0.25)
    #expect(!CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.setAnimationDuration(2)
    CATransaction.setDisableActions(true)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
    CATransaction.setValue("x", forKey: "own")
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 2)
    #expect(CATransaction.disableActions())
    #expect(CATransaction.value(forKey: "own") as? String == "x")
    CATransaction.setValue(3, forKey: kCATransactionAnimationDuration)
    CATransaction.setValue(false, forKey: kCATransactionDisableActions)
    CATransaction.setAnimationTimingFunction(nil)
    #expect(CATransaction.animationDuration() == 3)
    #expect(CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == 3)
    #expect(!CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 2)
    #expect(CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() === CAMediaTimingFunction(name: .easeIn))
  }

  @Test func theImplicitTransactionEndsWithFlush() {
    CATransaction.flush()
    CATransaction.setAnimationDuration(5)
    #expect(CATransaction.animationDuration() == 5)
    CATransaction.begin()
    // An open explicit transaction prevents the end of the implicit one.
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 5)
    CATransaction.commit()
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 0.25)
  }

  @Test func threadsHaveTheirOwn() async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      CATransaction.begin()
      CATransaction.setAnimationDuration(7)
      let thread = Thread {
        #expect(CATransaction.animationDuration() == 0.25)
        CATransaction.setAnimationDuration(8)
        done.resume()
      }
      thread.start()
      #expect(CATransaction.animationDuration() == 7)
      CATransaction.commit()
    }
  }

  @Test func theLockMayBeTakenSeveralTimes() {
    CATransaction.lock()
    CATransaction.lock()
    CATransaction.unlock()
    CATransaction.unlock()
  }

  /// 84. A duration of 0 is a quarter of a second, or the duration of the transaction.
  @Test func animationsTakeTheDurationOfTheTransaction() {
    let layer = CALayer()
    CATransaction.begin()
    CATransaction.setAnimationDuration(3)
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "a")
    CATransaction.commit()
    #expect(layer.animation(forKey: "a")?.duration == 3)
  }

  // MARK: Calls

  /// 104. The completion block fires before didStop.
  @Test func blocksAreCalledBetweenStartAndStop() {
    let (layer, committer) = makeTree()
    let diary = Diary()
    CATransaction.begin()
    CATransaction.setCompletionBlock { diary.lines.append("block") }
    layer.add(diary.animation(), forKey: "a")
    CATransaction.commit()
    CATransaction.flush()
    #expect(diary.lines.isEmpty)
    _ = committer.commit(at: 1)
    CATransaction.flush()
    #expect(diary.lines == ["start"])
    _ = committer.commit(at: 1.5)
    CATransaction.flush()
    #expect(diary.lines == ["start"])
    #expect(layer.animationKeys() == ["a"])
    _ = committer.commit(at: 2)
    #expect(diary.lines == ["start"], "not during a commit")
    CATransaction.flush()
    #expect(diary.lines == ["start", "block", "stop true"])
    #expect(layer.animationKeys() == nil)
  }

  @Test func aBlockWithoutAnimationsIsCalledAtTheNextChance() {
    let diary = Diary()
    CATransaction.begin()
    CATransaction.setCompletionBlock { diary.lines.append("block") }
    #expect(CATransaction.completionBlock() != nil)
    CATransaction.commit()
    #expect(diary.lines.isEmpty)
    CATransaction.flush()
    #expect(diary.lines == ["block"])
    CATransaction.flush()
    #expect(diary.lines == ["block"])
  }

  @Test func blocksWaitForInnerTransactionsToo() {
    let (layer, committer) = makeTree()
    let diary = Diary()
    CATransaction.begin()
    CATransaction.setCompletionBlock { diary.lines.append("outer") }
    CATransaction.begin()
    CATransaction.setCompletionBlock { diary.lines.append("inner") }
    layer.add(diary.animation(), forKey: "a")
    CATransaction.commit()
    layer.add(diary.animation("position", duration: 3), forKey: "b")
    CATransaction.commit()
    _ = committer.commit(at: 0)
    _ = committer.commit(at: 1)
    CATransaction.flush()
    #expect(diary.lines == ["start", "start", "inner", "stop true"])
    _ = committer.commit(at: 3)
    CATransaction.flush()
    #expect(diary.lines.suffix(2) == ["outer", "stop true"])
  }

  @Test func onlyAnimationsAfterTheBlockCount() {
    let (layer, committer) = makeTree()
    let diary = Diary()
    CATransaction.begin()
    layer.add(diary.animation("position", duration: 9), forKey: "before")
    CATransaction.setCompletionBlock { diary.lines.append("first") }
    layer.add(diary.animation(), forKey: "a")
    CATransaction.setCompletionBlock { diary.lines.append("second") }
    CATransaction.commit()
    CATransaction.flush()
    #expect(diary.lines == ["second"])
    _ = committer.commit(at: 0)
    _ = committer.commit(at: 1)
    CATransaction.flush()
    #expect(diary.lines == ["second", "start", "start", "first", "stop true"])
  }

  @Test func removedAnimationsCallTheBlockFirst() {
    let (layer, committer) = makeTree()
    let diary = Diary()
    CATransaction.begin()
    CATransaction.setCompletionBlock { diary.lines.append("block") }
    layer.add(diary.animation(), forKey: "a")
    CATransaction.commit()
    _ = committer.commit(at: 0)
    layer.removeAnimation(forKey: "a")
    CATransaction.flush()
    #expect(diary.lines == ["start", "block", "stop false"])
  }

  @Test func theSameKeyEndsTheOneBefore() {
    let (layer, committer) = makeTree()
    let diary = Diary()
    layer.add(diary.animation(), forKey: "a")
    _ = committer.commit(at: 0)
    layer.add(diary.animation(), forKey: "a")
    CATransaction.flush()
    #expect(diary.lines == ["start", "stop false"])
    #expect(layer.animationKeys() == ["a"])
  }

  @Test func aLayerThatLeavesTheTreeLosesItsAnimations() {
    let (root, committer) = makeTree()
    let layer = makeLayer(5, 5)
    root.addSublayer(layer)
    _ = committer.commit(at: 0)
    let diary = Diary()
    layer.add(diary.animation(), forKey: "a")
    _ = committer.commit(at: 0)
    layer.removeFromSuperlayer()
    #expect(layer.animationKeys() == ["a"])
    _ = committer.commit(at: 0.5)
    CATransaction.flush()
    #expect(layer.animationKeys() == nil)
    #expect(diary.lines == ["start", "stop false"])
  }

  @Test func animationsOfALayerInNoTreeStopAtOnce() {
    let (root, committer) = makeTree()
    let layer = makeLayer(5, 5)
    root.addSublayer(layer)
    _ = committer.commit(at: 0)
    layer.removeFromSuperlayer()
    _ = committer.commit(at: 0)
    let diary = Diary()
    CATransaction.begin()
    CATransaction.setCompletionBlock { diary.lines.append("block") }
    layer.add(diary.animation(), forKey: "a")
    CATransaction.commit()
    CATransaction.flush()
    #expect(diary.lines == ["start", "stop false", "block"])
    #expect(layer.animationKeys() == nil)
  }

  /// Glaze's own choice: a layer of a tree that is still being built has not left any tree.
  @Test func animationsOfATreeThatIsBuiltWaitForItsFirstCommit() {
    let layer = makeLayer(5, 5)
    CATransaction.begin()
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "a")
    CATransaction.commit()
    CATransaction.flush()
    #expect(layer.animationKeys() == ["a"])
    _ = LayerCommitter(root: layer, isGeometryFlipped: true).commit(at: 4)
    #expect(layer.animation(forKey: "a")?.beginTime == 4)
  }

  @Test func finishedAnimationsMayStay() {
    let (layer, committer) = makeTree()
    let diary = Diary()
    let animation = diary.animation()
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "a")
    for time in [0, 1, 2, 3] { _ = committer.commit(at: Double(time)) }
    CATransaction.flush()
    #expect(layer.animationKeys() == ["a"])
    #expect(diary.lines == ["start", "stop true"])
  }

  @Test func pausedLayersEndNothing() {
    let (layer, committer) = makeTree()
    let diary = Diary()
    layer.add(diary.animation(), forKey: "a")
    _ = committer.commit(at: 0)
    layer.timeOffset = layer.convertTime(0.5, from: nil)
    layer.speed = 0
    _ = committer.commit(at: 100)
    CATransaction.flush()
    #expect(diary.lines == ["start"])
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = layer.convertTime(100, from: nil) - 0.5
    _ = committer.commit(at: 100.4)
    CATransaction.flush()
    #expect(diary.lines == ["start"])
    _ = committer.commit(at: 100.5)
    CATransaction.flush()
    #expect(diary.lines == ["start", "stop true"])
  }
}
