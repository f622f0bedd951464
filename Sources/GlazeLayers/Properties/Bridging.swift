public import Foundation
public import GlazeGeometry

// A Mac turns these values into objects and back wherever code says `as?`. Swift does the same on Linux for
// types that say how. Foundation says it of Double, Int and others, but not of these.

/// A value that `as?` turns into an `NSValue`, and back.
///
/// Source: Apple's bridges of the same types.
public protocol BridgedValue: _ObjectiveCBridgeable {}

extension BridgedValue {
  /// What `as!` does: the program stops where the object holds something else.
  public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) {
    if !_conditionallyBridgeFromObjectiveC(source, result: &result) {
      preconditionFailure("\(source) holds no \(Self.self)")
    }
  }

  /// What becomes of an object that is known to hold such a value.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self {
    var result: Self?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    guard let result else { preconditionFailure("There is no \(Self.self)") }
    return result
  }
}

extension CGFloat: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// The number as an object.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: native) }

  /// Whether an object holds a number, and which.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSNumber, result: inout CGFloat?
  ) -> Bool {
    result = CGFloat(source.doubleValue)
    return result != nil
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// The point as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }

  /// Whether an object holds a point, and which.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGPoint?
  ) -> Bool {
    result = source.boxedPoint
    return result != nil
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// The size as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }

  /// Whether an object holds a size, and which.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGSize?
  ) -> Bool {
    result = source.boxedSize
    return result != nil
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// The rectangle as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

  /// Whether an object holds a rectangle, and which.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGRect?
  ) -> Bool {
    result = source.boxedRect
    return result != nil
  }
}

extension CATransform3D: BridgedValue {
  /// The matrix as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// Whether an object holds a matrix, and which.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CATransform3D?
  ) -> Bool {
    result = source.boxedTransform
    return result != nil
  }
}

extension CGAffineTransform: BridgedValue {
  /// The transform as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// Whether an object holds a transform, and which.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGAffineTransform?
  ) -> Bool {
    result = source.boxedAffineTransform
    return result != nil
  }
}
