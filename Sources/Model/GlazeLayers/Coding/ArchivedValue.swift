import Foundation
import GlazeGeometry

/// Conversion of values to and from their form in archives.
enum ArchivedValue {
  /// Returns the object that represents the value in archives; nil if there is none.
  static func object(for value: Any) -> NSObject? {
    switch PropertyValue.unwrapped(value) {
    case nil: NSNull()
    case let value as String: value as NSString
    case let value as NSNumber: value
    case let value as any BinaryInteger: NSNumber(value: Int64(clamping: value))
    case let value as ArchivedRecord: value
    case let value as CGColor: LKCGColorCodingProxy(value)
    case let value as CGPath: CACGPathCodingProxy(value)
    case let value as CAColorMatrix: LKNSValueCodingProxy(value)
    case let value as NSValue: LKNSValueCodingProxy(value)
    case let value as Data: value as NSData
    case let value as [Any]: list(value)
    case let value as [AnyHashable: Any]: dictionary(value)
    case let value as any RawRepresentable: object(for: value.rawValue)
    case let value?: CGImage.shown(value).map { LKCGImageCodingProxy($0) } ?? coded(value)
    }
  }

  private static func list(_ values: [Any]) -> NSObject? {
    let objects = values.compactMap { object(for: $0) }
    return objects.count == values.count ? LKNSArrayCodingProxy(objects) : nil
  }

  private static func dictionary(_ values: [AnyHashable: Any]) -> NSObject? {
    let result = NSMutableDictionary()
    for (key, value) in values {
      guard let key = key.base as? String, let object = object(for: value) else { return nil }
      result.setObject(object, forKey: key as NSString)
    }
    return result
  }

  /// Returns an object that codes itself; Foundation's objects do so only with its own archivers.
  private static func coded(_ value: Any) -> NSObject? {
    guard let object = value as? any NSObject & NSSecureCoding else { return nil }
    let type: any (NSObject & NSSecureCoding).Type = Swift.type(of: object)
    if !type.supportsSecureCoding || _typeName(type).hasPrefix("Foundation.") {
      return nil
    }
    return object
  }

  /// Returns the value that an object of an archive represents; nil for nothing.
  static func value(of object: Any?) -> Any? {
    switch object {
    case nil, is NSNull: nil
    case let proxy as CACodingProxy: proxy.value
    case let text as NSString: String(describing: text)
    case let list as NSArray: list.map { value(of: $0) ?? NSNull() }
    case let members as NSDictionary: dictionary(members)
    case let data as NSData: data as Data
    case let object?: object
    }
  }

  private static func dictionary(_ members: NSDictionary) -> [AnyHashable: Any] {
    var result: [AnyHashable: Any] = [:]
    for case (let key as NSString, let object) in members {
      result[String(describing: key)] = value(of: object) ?? NSNull()
    }
    return result
  }
}
