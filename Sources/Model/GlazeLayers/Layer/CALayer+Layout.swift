import Foundation
import GlazeGeometry

/// The layers whose size changed while their superlayer was resizing them.
final class ResizeQueue {
  /// The layer and its former size.
  var pending: [(CALayer, CGSize)] = []
}

extension CALayer {
  final func layoutByDelegate() {
    if let delegate {
      delegateLacksMethod = false
      delegate.layoutSublayers(of: self)
      if !delegateLacksMethod { return }
    }
    layoutManager?.layoutSublayers(of: self)
  }

  final func layoutSubtreeIfNeeded() {
    var top = self
    while let next = top.owner, next.layoutIsNeeded { top = next }
    var pending = [top]
    while let layer = pending.popLast() {
      layer.layoutOnceIfNeeded()
      pending.append(contentsOf: layer.sublayerList.reversed())
      if let mask = layer.maskLayer { pending.append(mask) }
    }
  }

  package final func layoutOnceIfNeeded() {
    guard layoutIsNeeded else { return }
    layoutIsNeeded = false
    if !watch.isEmpty { runAction(forKey: "onLayout") }
    layoutSublayers()
  }

  /// Calls `resizeSublayers(withOldSize:)` here and then, one after the other, on the sublayers
  /// that it resizes: nested calls would overflow the stack in deep trees.
  final func tellSublayers(oldSize: CGSize) {
    if let queue = owner?.resizeQueue {
      queue.pending.append((self, oldSize))
      return
    }
    let queue = ResizeQueue()
    queue.pending.append((self, oldSize))
    while let (layer, size) = queue.pending.popLast() {
      layer.resizeQueue = queue
      layer.resizeSublayers(withOldSize: size)
      layer.resizeQueue = nil
    }
  }

  final func autoresize(from oldSize: CGSize) {
    let mask = state.autoresizingMask
    guard !mask.isEmpty, let parent = owner else { return }
    let newSize = parent.state.bounds.size
    var box = frame
    (box.origin.x, box.size.width) = Self.resized(
      start: box.origin.x, length: box.size.width, from: oldSize.width, to: newSize.width,
      flexible: (
        mask.contains(.layerMinXMargin), mask.contains(.layerWidthSizable),
        mask.contains(.layerMaxXMargin)
      ))
    (box.origin.y, box.size.height) = Self.resized(
      start: box.origin.y, length: box.size.height, from: oldSize.height, to: newSize.height,
      flexible: (
        mask.contains(.layerMinYMargin), mask.contains(.layerHeightSizable),
        mask.contains(.layerMaxYMargin)
      ))
    if box != frame { frame = box }
  }

  /// Distributes a change of the superlayer's size among the flexible parts of one axis, in
  /// proportion to their lengths, or equally if all lengths are zero.
  private static func resized(
    start: CGFloat, length: CGFloat, from old: CGFloat, to new: CGFloat,
    flexible: (before: Bool, inside: Bool, after: Bool)
  ) -> (CGFloat, CGFloat) {
    let change = new - old
    let after = old - start - length
    let parts = [
      (flexible.before, start), (flexible.inside, length), (flexible.after, after),
    ].filter(\.0).map(\.1)
    guard change != 0, !parts.isEmpty else { return (start, length) }
    let total = parts.reduce(0, +)
    func share(_ isFlexible: Bool, _ part: CGFloat) -> CGFloat {
      guard isFlexible else { return 0 }
      return total == 0 ? change / CGFloat(parts.count) : change * part / total
    }
    return (start + share(flexible.before, start), length + share(flexible.inside, length))
  }
}
