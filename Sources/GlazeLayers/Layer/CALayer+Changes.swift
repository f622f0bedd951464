import Foundation
import GlazeGeometry
package import GlazeTree

extension CALayer {
  /// Remembers what changed, and tells the committer the first time.
  @inline(__always)
  final func noteChange(_ change: LayerChanges) {
    if changes.isEmpty, let committer { committer.enqueue(self) }
    changes.insert(change)
  }

  /// Remembers a change of a property, and asks for display where the class wants it.
  @inline(__always)
  final func noteChange(_ change: LayerChanges, _ key: StaticString) {
    noteChange(change)
    if mayDisplayForKeys { displayForKey("\(key)") }
  }

  /// Asks for display where the class wants it after a change of a property or of another key.
  final func displayForKey(_ key: String) {
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
  }

  final func setBounds(_ newValue: CGRect) {
    let old = state.bounds
    let bounds = newValue.withPositiveSize
    state.bounds = bounds
    noteChange(.geometry, "bounds")
    if bounds.size != old.size {
      setNeedsLayout()
      if !sublayerList.isEmpty { tellSublayers(oldSize: old.size) }
    }
    if state.flags[.needsDisplayOnBoundsChange], bounds != old { setNeedsDisplay() }
  }

  final func setContents(_ newValue: Any?) {
    drawing?.backing = nil
    drawing?.tiles = nil
    objects.contents = newValue
    objects.image = newValue as? CGImage
    noteChange(.contents)
  }
}

extension CGRect {
  /// The same rectangle without negative sizes; numbers that are not finite stay as they are.
  var withPositiveSize: CGRect {
    var rect = self
    if size.width < 0 {
      rect.origin.x += size.width
      rect.size.width = -size.width
    }
    if size.height < 0 {
      rect.origin.y += size.height
      rect.size.height = -size.height
    }
    return rect
  }

  /// Whether the point lies inside or on a min edge.
  func containsHalfOpen(_ p: CGPoint) -> Bool {
    p.x >= origin.x && p.x < origin.x + size.width && p.y >= origin.y
      && p.y < origin.y + size.height
  }
}

extension ContentsGravity {
  /// Reads Apple's name; an unknown one is `center`.
  package init(_ name: CALayerContentsGravity) {
    self = ContentsGravity.byName[name.rawValue] ?? .center
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: ContentsGravity.allCases.map { ("\($0)", $0) })
}

extension CALayerContentsGravity {
  /// Apple's name of a gravity.
  package init(_ gravity: ContentsGravity) {
    switch gravity {
    case .center: self = .center
    case .top: self = .top
    case .bottom: self = .bottom
    case .left: self = .left
    case .right: self = .right
    case .topLeft: self = .topLeft
    case .topRight: self = .topRight
    case .bottomLeft: self = .bottomLeft
    case .bottomRight: self = .bottomRight
    case .resize: self = .resize
    case .resizeAspect: self = .resizeAspect
    case .resizeAspectFill: self = .resizeAspectFill
    }
  }
}

extension TextureFilter {
  /// Reads Apple's name; an unknown one is `linear`.
  package init(_ name: CALayerContentsFilter) {
    switch name {
    case .nearest: self = .nearest
    case .trilinear: self = .trilinear
    default: self = .linear
    }
  }
}

extension CALayerContentsFilter {
  /// Apple's name of a filter.
  package init(_ filter: TextureFilter) {
    switch filter {
    case .nearest: self = .nearest
    case .linear: self = .linear
    case .trilinear: self = .trilinear
    }
  }
}
