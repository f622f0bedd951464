// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeLayers

// Animations, transactions, and other objects that are set by key.

@c @implementation
public func glaze_animation_create(
  _ class_name: UnsafePointer<CChar>!, _ key_path: UnsafePointer<CChar>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let name = try text(class_name, "class_name")
    let keyPath = try optionalText(key_path, "key_path")
    guard let animation = CAAnimation.make(className: name) else {
      throw Failure(
        GLAZE_ERROR_UNKNOWN_NAME,
        "there is no animation class \"\(name)\"; use one of "
          + CAAnimation.classNames.joined(separator: ", "))
    }
    if let keyPath {
      guard let animation = animation as? CAPropertyAnimation else {
        throw Failure.argument("key_path must be NULL for \(name), which animates no property")
      }
      animation.keyPath = keyPath
    }
    return HandleTable.shared.handle(of: animation, .animation)
  }
}

@c @implementation
public func glaze_layer_add_animation(
  _ layer: OpaquePointer!, _ animation: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> glaze_code {
  attemptChange {
    let layer = try GlazeC.layer(layer)
    let added: CAAnimation = try HandleTable.shared.object(animation, .animation, "animation")
    layer.add(added, forKey: try optionalText(key, "key"))
  }
}

@c @implementation
public func glaze_layer_animation(
  _ layer: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let animation = try GlazeC.layer(layer).animation(forKey: text(key, "key"))
    return animation.flatMap { HandleTable.shared.handle(of: $0, .animation) }
  }
}

@c @implementation
public func glaze_layer_remove_animation(
  _ layer: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> glaze_code {
  attemptChange { try GlazeC.layer(layer).removeAnimation(forKey: text(key, "key")) }
}

@c @implementation
public func glaze_layer_remove_all_animations(_ layer: OpaquePointer!) -> glaze_code {
  attemptChange { try GlazeC.layer(layer).removeAllAnimations() }
}

// MARK: Transactions

@c @implementation
public func glaze_transaction_begin() { CATransaction.begin() }

@c @implementation
public func glaze_transaction_commit() { CATransaction.commit() }

@c @implementation
public func glaze_transaction_set_duration(_ seconds: Double) -> glaze_code {
  attempt {
    guard seconds >= 0, seconds.isFinite else {
      throw Failure.argument("seconds must be 0 or more and finite, got \(seconds)")
    }
    CATransaction.setAnimationDuration(seconds)
  }
}

@c @implementation
public func glaze_transaction_set_disables_actions(_ disables: Bool) {
  CATransaction.setDisableActions(disables)
}

@c @implementation
public func glaze_transaction_set_timing_function(
  _ name: UnsafePointer<CChar>!
) -> glaze_code {
  attempt {
    guard let name = try optionalText(name, "name") else {
      return CATransaction.setAnimationTimingFunction(nil)
    }
    let function = CAMediaTimingFunctionName(rawValue: name)
    guard CAMediaTimingFunction.named(function) != nil else {
      throw Failure(GLAZE_ERROR_UNKNOWN_NAME, "there is no timing function \"\(name)\"")
    }
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: function))
  }
}

@c @implementation
public func glaze_transaction_set_completion(
  _ callback: glaze_callback!, _ context: UnsafeMutableRawPointer!
) {
  CATransaction.setCompletionBlock(callback.map { callback in { callback(context) } })
}

// MARK: Filters and emitter cells

@c @implementation
public func glaze_filter_create(_ type: UnsafePointer<CChar>!) -> OpaquePointer! {
  attempt(or: nil) {
    HandleTable.shared.handle(of: CAFilter(type: try text(type, "type")), .filter)
  }
}

@c @implementation
public func glaze_emitter_cell_create() -> OpaquePointer! {
  HandleTable.shared.handle(of: CAEmitterCell(), .emitterCell)
}
