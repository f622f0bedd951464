public import Foundation
public import GlazeGeometry

// On a Mac, `as?` converts these values to objects and back. Swift on Linux does so for types that
// define a bridge. Foundation defines it for Double, Int and others, but not for these.

/// A value that `as?` converts to an `NSValue`, and back.
///
/// Source: Apple's bridges of the same types.
public protocol BridgedValue: _ObjectiveCBridgeable {}

extension BridgedValue {
  /// Converts for `as!`: the program stops if the object holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) {
    if !_conditionallyBridgeFromObjectiveC(source, result: &result) {
      preconditionFailure("\(source) does not hold a \(Self.self)")
    }
  }

  /// Converts an object that is known to hold such a value.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self {
    var result: Self?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    guard let result else { preconditionFailure("there is no \(Self.self)") }
    return result
  }
}

extension CGFloat: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// Returns the number as an object.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: native) }

  /// Converts an object to a number, and returns whether it holds one.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSNumber, result: inout CGFloat?
  ) -> Bool {
    result = CGFloat(source.doubleValue)
    return result != nil
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// Returns the point as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }

  /// Converts an object to a point, and returns whether it holds one.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGPoint?
  ) -> Bool {
    result = source.boxedPoint
    return result != nil
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// Returns the size as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }

  /// Converts an object to a size, and returns whether it holds one.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGSize?
  ) -> Bool {
    result = source.boxedSize
    return result != nil
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable, BridgedValue {
  /// Returns the rectangle as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

  /// Converts an object to a rectangle, and returns whether it holds one.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGRect?
  ) -> Bool {
    result = source.boxedRect
    return result != nil
  }
}

extension CATransform3D: BridgedValue {
  /// Returns the matrix as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// Converts an object to a matrix, and returns whether it holds one.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CATransform3D?
  ) -> Bool {
    result = source.boxedTransform
    return result != nil
  }
}

extension CGAffineTransform: BridgedValue {
  /// Returns the transform as an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// Converts an object to a transform, and returns whether it holds one.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGAffineTransform?
  ) -> Bool {
    result = source.boxedAffineTransform
    return result != nil
  }
}
