package import Foundation
package import GlazeGeometry

/// A type of values whose kind is always the same.
package protocol PropertyType: Sendable {
  static var propertyKind: PropertyKind { get }
  @Sendable static func of(_ value: PropertyValue) -> Self?
  var propertyValue: PropertyValue { get }
}

extension Bool: PropertyType {
  package static var propertyKind: PropertyKind { .bool }
  @Sendable package static func of(_ value: PropertyValue) -> Bool? { value.double.map { $0 != 0 } }
  package var propertyValue: PropertyValue { .bool(self) }
}

extension Int: PropertyType {
  package static var propertyKind: PropertyKind { .int }
  @Sendable package static func of(_ value: PropertyValue) -> Int? {
    value.double.map { Int(clamping: $0) }
  }
  package var propertyValue: PropertyValue { .number(Double(self)) }
}

extension UInt32: PropertyType {
  package static var propertyKind: PropertyKind { .int }
  @Sendable package static func of(_ value: PropertyValue) -> UInt32? {
    value.double.map { UInt32(clamping: Int(clamping: $0)) }
  }
  package var propertyValue: PropertyValue { .number(Double(self)) }
}

extension Float: PropertyType {
  package static var propertyKind: PropertyKind { .float }
  @Sendable package static func of(_ value: PropertyValue) -> Float? {
    value.double.map { Float($0) }
  }
  package var propertyValue: PropertyValue { .number(Double(self)) }
}

extension Double: PropertyType {
  package static var propertyKind: PropertyKind { .double }
  @Sendable package static func of(_ value: PropertyValue) -> Double? { value.double }
  package var propertyValue: PropertyValue { .number(self) }
}

extension CGFloat: PropertyType {
  package static var propertyKind: PropertyKind { .double }
  @Sendable package static func of(_ value: PropertyValue) -> CGFloat? {
    value.double.map { CGFloat($0) }
  }
  package var propertyValue: PropertyValue { .number(Double(self)) }
}

extension CGPoint: PropertyType {
  package static var propertyKind: PropertyKind { .point }
  @Sendable package static func of(_ value: PropertyValue) -> CGPoint? {
    if case .point(let value) = value { value } else { nil }
  }
  package var propertyValue: PropertyValue { .point(self) }
}

extension CGSize: PropertyType {
  package static var propertyKind: PropertyKind { .size }
  @Sendable package static func of(_ value: PropertyValue) -> CGSize? {
    if case .size(let value) = value { value } else { nil }
  }
  package var propertyValue: PropertyValue { .size(self) }
}

extension CGRect: PropertyType {
  package static var propertyKind: PropertyKind { .rect }
  @Sendable package static func of(_ value: PropertyValue) -> CGRect? {
    if case .rect(let value) = value { value } else { nil }
  }
  package var propertyValue: PropertyValue { .rect(self) }
}

extension CATransform3D: PropertyType {
  package static var propertyKind: PropertyKind { .transform }
  @Sendable package static func of(_ value: PropertyValue) -> CATransform3D? {
    if case .transform(let value) = value { value } else { nil }
  }
  package var propertyValue: PropertyValue { .transform(self) }
}
