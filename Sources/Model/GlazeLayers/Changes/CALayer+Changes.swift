package import Foundation
import GlazeGeometry
package import GlazeTree

extension CALayer {
  /// A Boolean value that indicates whether a program declared the class, and not Glaze.
  package final var isOfForeignClass: Bool { watch.contains(.foreignClass) }

  /// Records a change, and enqueues the layer with the committer if it is the first one.
  @inline(__always)
  package final func noteChange(_ change: LayerChanges) {
    guard let queue else {
      changes.insert(change)
      return
    }
    if changes.isSubset(of: .kept), refusesChange("what it shows") { return }
    queue.note(change, of: self)
  }

  /// Changes a property.
  ///
  /// Nearly all layers that are not committed yet only store the value; committed ones are noted,
  /// too, where no action is due.
  ///
  /// - Parameters:
  ///   - key: Apple's name of the property.
  ///   - what: The kinds of change.
  ///   - isNews: Whether the value differs from the old one, so that it needs an action.
  ///   - write: Stores the value.
  @inline(__always)
  package final func change(
    _ key: StaticString, _ what: LayerChanges, _ isNews: @autoclosure () -> Bool,
    _ write: () -> Void
  ) {
    if watch.isEmpty {
      write()
      changes.insert(what)
    } else if watch == .committed, let queue, queue.takesPlainChanges {
      queue.keep(self, before: what)
      write()
      queue.note(what, of: self)
    } else {
      changeWatched(key, what, isNews: isNews(), write)
    }
  }

  /// Records a change of a property, and requests display if the class requires it.
  @inline(__always)
  final func noteChange(_ change: LayerChanges, _ key: StaticString) {
    noteChange(change)
    if watch.contains(.foreignClass) { displayForKey(key.text) }
  }

  /// Requests display if the class requires it after a change of a property or of another key.
  final func displayForKey(_ key: String) {
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
  }

  /// Returns whether the layer refuses changes, and reports a refusal to the handler of misuse.
  ///
  /// Presentation layers refuse all changes; a layer that a renderer shows accepts them only on the
  /// renderer's thread.
  package final func refusesChange(_ key: @autoclosure () -> String) -> Bool {
    if watch.isDisjoint(with: [.presentation, .committed]) { return false }
    if watch.contains(.presentation) {
      ModelMisuse.readOnlyPresentation(className: "\(type(of: self))", property: key()).report()
      return true
    }
    guard case .wrongThread(let owner, let caller) = queue?.obstacleToChanges else {
      return false
    }
    ModelMisuse.wrongThread(
      className: "\(type(of: self))", property: key(), owner: owner, caller: caller
    ).report()
    return true
  }

  /// Reports a value with a NaN in it.
  ///
  /// For NaN in `bounds` and `position`, Apple raises
  /// CALayerInvalidGeometry; infinity is stored, and draws nothing.
  private func refusePlace(_ numbers: [CGFloat], _ property: String) {
    ModelMisuse.invalidGeometry(
      className: "\(type(of: self))", layerName: name, property: property,
      value: "(\(numbers.map { "\($0)" }.joined(separator: ", ")))"
    ).report()
  }

  final func setPosition(_ newValue: CGPoint) {
    if newValue.x.isNaN || newValue.y.isNaN {
      return refusePlace([newValue.x, newValue.y], "position")
    }
    change("position", .place, position != newValue) { state.position = newValue }
  }

  final func setBounds(_ newValue: CGRect) {
    let (origin, size) = (newValue.origin, newValue.size)
    let numbers = [origin.x, origin.y, size.width, size.height]
    if numbers.contains(where: \.isNaN) { return refusePlace(numbers, "bounds") }
    if refusesChange("bounds") { return }
    let old = state.bounds
    let bounds = newValue.withPositiveSize
    change("bounds", .geometry, old != bounds) { state.bounds = bounds }
    if bounds.size != old.size {
      setNeedsLayout()
      if !sublayerList.isEmpty { tellSublayers(oldSize: old.size) }
    }
    if state.flags[.needsDisplayOnBoundsChange], bounds != old { setNeedsDisplay() }
  }

  /// Detaches the committer; the next one to commit this layer writes all of it.
  package final func leaveCommitter(nodeIndex: Int32) {
    queue = nil
    self.nodeIndex = nodeIndex
    timeline?.samplerEntry = -1
    timeline?.clock = -1
    timeline?.isUnsettled = false
    changes = []
  }

  final func setContents(_ newValue: Any?) {
    queue?.keep(self, before: .contents)
    drawing?.backing = nil
    drawing?.tiles = nil
    objects.contents = newValue
    objects.image = .shown(newValue)
    if let external = newValue as? ExternalImage { external.add(self) }
    noteChange(.contents)
  }
}

/// The reasons for which a change of a property needs more than storing the value.
struct LayerWatch: OptionSet, Sendable {
  let rawValue: UInt8

  /// A renderer has committed the layer and provides animations as actions.
  static let committed = LayerWatch(rawValue: 1 << 0)
  /// The delegate may return actions.
  static let delegate = LayerWatch(rawValue: 1 << 1)
  /// `actions` or `style` may contain actions.
  static let actions = LayerWatch(rawValue: 1 << 2)
  /// The class is not one of Glaze's: it may override the methods that are called for keys.
  static let foreignClass = LayerWatch(rawValue: 1 << 3)
  /// The layer is a presentation layer, which refuses changes.
  static let presentation = LayerWatch(rawValue: 1 << 4)
  /// `init(layer:)` made the layer; it calls no actions until a renderer commits it.
  static let copy = LayerWatch(rawValue: 1 << 5)

  mutating func setCommitted(_ isCommitted: Bool) {
    set(.committed, isCommitted)
    remove(.copy)
  }

  mutating func set(_ member: LayerWatch, _ isMember: Bool) {
    if isMember { insert(member) } else { remove(member) }
  }
}

extension StaticString {
  /// The key as a string.
  var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}

/// Returns whether two values of any type are known to be the same.
func isSame(_ a: Any?, _ b: Any?) -> Bool {
  switch (PropertyValue.unwrapped(a), PropertyValue.unwrapped(b)) {
  case (nil, nil): true
  case (let a as AnyHashable, let b as AnyHashable): a == b
  case (let a as [AnyHashable], let b as [AnyHashable]): a == b
  default: false
  }
}

extension CGRect {
  /// The rectangle with its size made positive; numbers that are not finite are unchanged.
  package var withPositiveSize: CGRect {
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

  /// Returns whether the point lies inside the rectangle or on a min edge.
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
  /// Creates Apple's name of a gravity.
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
  /// Creates Apple's name of a filter.
  package init(_ filter: TextureFilter) {
    switch filter {
    case .nearest: self = .nearest
    case .linear: self = .linear
    case .trilinear: self = .trilinear
    }
  }
}
