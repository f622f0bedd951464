/// What of a layer a state changes.
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

/// An element of a state that a controller knows how to do and to undo.
protocol StateChange: LKStateElement {
  /// What it changes: of several elements with one place the first knows what was there.
  var place: StatePlace { get }
  /// Makes the change.
  func apply()
  /// What puts back what the target has now.
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
  /// Whether a layer is this one, or above it.
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
      // One that still runs is not begun again.
      case (_?, _?), (nil, nil): break
      case (let old?, nil): add(old, forKey: key)
      case (nil, _?): removeAnimation(forKey: key)
      }
    }
  }
}
