/// The part of a layer that a state changes.
struct StatePlace: Hashable {
  enum Part: Hashable {
    case value(keyPath: String)
    case sublayers
    case animation(key: String)
  }

  private let target: ObjectIdentifier
  private let part: Part

  init(_ target: CALayer, _ part: Part) {
    self.target = ObjectIdentifier(target)
    self.part = part
  }
}

/// An element of a state that a controller can apply and undo.
protocol StateChange: LKStateElement {
  /// The part that it changes: if several elements share it, the first knows the original value.
  var place: StatePlace { get }
  /// Applies the change.
  func apply()
  /// Returns a closure that restores the current value of the target.
  func restoration() -> () -> Void
}

extension LKStateSetValue: StateChange {
  var place: StatePlace { StatePlace(target, .value(keyPath: keyPath)) }

  func apply() { target.setValue(value, forKeyPath: keyPath) }

  func restoration() -> () -> Void {
    let old = target.value(forKeyPath: keyPath)
    return { target.setValue(old, forKeyPath: keyPath) }
  }
}

extension LKStateAddElement: StateChange {
  var place: StatePlace { StatePlace(target, .sublayers) }

  func apply() {
    guard !target.isDescendant(of: object) else { return }
    if let beforeObject, beforeObject.superlayer === target {
      target.insertSublayer(object, below: beforeObject)
    } else {
      target.addSublayer(object)
    }
  }

  func restoration() -> () -> Void { target.sublayersRestoration() }
}

extension LKStateRemoveElement: StateChange {
  var place: StatePlace { StatePlace(target, .sublayers) }

  func apply() {
    if object.superlayer === target { object.removeFromSuperlayer() }
  }

  func restoration() -> () -> Void { target.sublayersRestoration() }
}

extension LKStateAddAnimation: StateChange {
  var place: StatePlace { StatePlace(target, .animation(key: key)) }

  func apply() { target.add(animation, forKey: key) }

  func restoration() -> () -> Void { target.animationRestoration(key) }
}

extension LKStateRemoveAnimation: StateChange {
  var place: StatePlace { StatePlace(target, .animation(key: key)) }

  func apply() { target.removeAnimation(forKey: key) }

  func restoration() -> () -> Void { target.animationRestoration(key) }
}

extension CALayer {
  /// Returns whether a layer is this one or an ancestor of it.
  fileprivate func isDescendant(of other: CALayer) -> Bool {
    var layer: CALayer? = self
    while let next = layer {
      if next === other { return true }
      layer = next.superlayer
    }
    return false
  }

  fileprivate func sublayersRestoration() -> () -> Void {
    let old = sublayers ?? []
    return { [self] in
      let now = sublayers ?? []
      if !now.elementsEqual(old, by: ===) { sublayers = old.isEmpty ? nil : old }
    }
  }

  fileprivate func animationRestoration(_ key: String) -> () -> Void {
    let old = animation(forKey: key)
    return { [self] in
      switch (old, animation(forKey: key)) {
      // An animation that is still running is not restarted.
      case (_?, _?), (nil, nil): break
      case (let old?, nil): add(old, forKey: key)
      case (nil, _?): removeAnimation(forKey: key)
      }
    }
  }
}
