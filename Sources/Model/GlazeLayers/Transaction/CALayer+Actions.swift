import Foundation
import GlazeGeometry

extension CALayer {
  /// Changes a property that may need an action: searches for the action before the change, and
  /// runs it after.
  @inline(never)
  final func changeWatched(
    _ key: StaticString, _ what: LayerChanges, isNews: Bool, _ write: () -> Void
  ) {
    if refusesChange(key.text) { return }
    // Only the defaults have actions for most layers; no other code has their animation, which needs no copy.
    let hasDefaults = watch == .committed
    let animation =
      hasDefaults && isNews && !CATransaction.disableActions()
      ? defaultAnimation(forKey: key.text) : nil
    let action = !hasDefaults && isNews ? actionIfEnabled(forKey: key.text) : nil
    queue?.keep(self, before: what)
    write()
    noteChange(what)
    switch animation {
    case nil: break
    case .implicit(let animation): attach(animation)
    case .object(let animation):
      animation.freeze()
      attach(frozen: animation, forKey: key.text)
    }
    guard watch.contains(.foreignClass) || action != nil else { return }
    let key = key.text
    if watch.contains(.foreignClass) { displayForKey(key) }
    action?.run(forKey: key, object: self, arguments: nil)
  }

  /// Returns the action for a change that is about to happen.
  final func actionIfEnabled(forKey key: @autoclosure () -> String) -> (any CAAction)? {
    guard !watch.isEmpty, !watch.contains(.copy), !CATransaction.disableActions() else {
      return nil
    }
    return action(forKey: key())
  }

  /// Searches for an action and runs it, for events that are not a change of one value.
  final func runAction(forKey key: String) {
    actionIfEnabled(forKey: key)?.run(forKey: key, object: self, arguments: nil)
  }

  // MARK: Search

  final func searchedAction(forKey event: String) -> (any CAAction)? {
    guard
      let action = delegate?.action(for: self, forKey: event) ?? objects.actions?[event]
        ?? actionInStyle(forKey: event) ?? type(of: self).defaultAction(forKey: event)
        ?? defaultAnimation(forKey: event)?.object
    else { return nil }
    return action is NSNull ? nil : action
  }

  private func actionInStyle(forKey event: String) -> (any CAAction)? {
    var style = objects.style
    while let level = style {
      if let action = (level["actions"] as? [String: Any])?[event] as? any CAAction {
        return action
      }
      style = level["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  // MARK: Core Animation's defaults

  // The changes of CALayer that animate are measured. Those of its subclasses are documented by Apple as
  // animatable, without CAShapeLayer.path, which does not animate according to its documentation.
  private func defaultAnimation(forKey event: String) -> AttachedAnimation.Content? {
    guard let queue, queue.animatesChanges else { return nil }
    // A color cannot come from none.
    if event == "backgroundColor", objects.backgroundColor == nil { return nil }
    let parameters = TransactionStack.current.implicitParameters
    if let property = properties[event], property.name == event {
      switch property.action {
      case nil: return nil
      case .transition: return .object(CATransition().taking(parameters))
      case .animation:
        // A subclass may answer for its keys itself.
        if property.isValue, !watch.contains(.foreignClass) {
          let value =
            timeline?.formerValue(of: property)
            ?? queue.committed?.shownValue(of: property, in: self)
            ?? property.read(self)
          return .implicit(ImplicitAnimation(property, from: value, parameters))
        }
      }
    } else {
      // Parts of matrices animate, but not parts of points and rectangles.
      guard event.hasPrefix("transform.") || event.hasPrefix("sublayerTransform."),
        case .component = PropertyPath(event, in: properties)
      else { return nil }
    }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = shownValue(forKeyPath: event)
    animation.fillMode = .backwards
    return .object(animation.taking(parameters))
  }

  /// Returns the visible value of a property: that of its animation, else its own value.
  private func shownValue(forKeyPath keyPath: String) -> Any? {
    guard let entry = timeline?.samplerEntry, entry >= 0, let committed = queue?.committed else {
      return value(forKeyPath: keyPath)
    }
    let name = keyPath.prefix { $0 != "." }
    let values = committed.animatedValues(of: self, at: nil)
    guard let (path, value) = values.first(where: { $0.0 == keyPath || $0.0 == name }) else {
      return self.value(forKeyPath: keyPath)
    }
    guard case .component(let property, let component) = PropertyPath(keyPath, in: properties),
      path == property.name
    else { return value.boxed(as: .double) }
    return value[component]?.boxed(as: component.kind)
  }
}

extension CAAnimation {
  /// Gives an animation the duration and the timing function of the transaction.
  fileprivate func taking(_ parameters: ImplicitParameters) -> Self {
    duration = parameters.duration
    timingFunction = parameters.function
    return self
  }
}
