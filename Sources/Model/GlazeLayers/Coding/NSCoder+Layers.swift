import Foundation
import Synchronization

// The additional coder methods of the Core Animation classes, for Foundation's coders and Glaze's.
extension NSCoder {
  /// The classes that archives of layers may contain.
  ///
  /// All keys allow all classes and check the result: Foundation's unarchiver stops the program at
  /// an object that a key does not allow.
  private static let allowed: [AnyClass] = [
    CALayer.self, CAAnimation.self, CAEmitterCell.self, CAEmitterBehavior.self, CAFilter.self,
    CAMediaTimingFunction.self, CAValueFunction.self, CAConstraint.self,
    CAConstraintLayoutManager.self, CACodingProxy.self, CACGPathCodingSegment.self, NSArray.self,
    NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSNull.self,
  ]

  /// Encodes a value under a key.
  ///
  /// - Parameter owner: The object that has the value, for the error if it cannot be represented.
  final func encodeArchived(_ value: Any?, forKey key: String, of owner: NSObject) {
    guard let value = PropertyValue.unwrapped(value) else {
      return encode(nil as Any?, forKey: key)
    }
    let known = (self as? LayerArchiver)?.object(for: value)
    guard let object = known ?? ArchivedValue.object(for: value) else {
      return fail(
        .notArchivable(type: "\(type(of: value))", key: key, owner: "\(type(of: owner))"))
    }
    encode(object, forKey: key)
  }

  /// Decodes the archived object of a key; nil for nothing.
  final func archived(forKey key: String) -> Any? {
    containsValue(forKey: key) ? decodeObject(of: Self.allowed, forKey: key) : nil
  }

  /// Decodes the value of a key; nil for nothing.
  final func archivedValue(forKey key: String) -> Any? {
    ArchivedValue.value(of: archived(forKey: key))
  }

  /// Decodes numbers that are stored in the object itself; nil if one is missing or not a number.
  final func numbers(forKeys keys: [String]) -> [Double]? {
    var result: [Double] = []
    for key in keys {
      guard containsValue(forKey: key) else { return nil }
      let number = decodeDouble(forKey: key)
      if number.isNaN { return nil }
      result.append(number)
    }
    return result
  }

  /// The keys of an object's archived properties.
  final var archivedKeys: [String] {
    (archivedValue(forKey: ArchiveNames.contents) as? [Any])?.compactMap { $0 as? String }
      ?? (self as? LayerUnarchiver)?.keys ?? []
  }

  /// Fails because a value is not of the kind that its key requires.
  final func refuse(_ key: String, expected: String) {
    let place = (self as? LayerUnarchiver)?.place ?? "the archive"
    fail(.badValue(key: key, expected: expected, place: place))
  }

  /// Fails, without stopping the program if possible.
  final func fail(_ error: LayerCodingError) {
    if let archiver = self as? NSKeyedArchiver {
      archiver.error = archiver.error ?? error
    } else {
      failWithError(error)
    }
  }
}

/// The nesting depth of objects in Foundation's coders, which set no limit themselves.
enum CodingDepth {
  static let limit = 256

  private static let depths = Mutex<[ObjectIdentifier: Int]>([:])

  /// Runs `body` one level deeper, or fails.
  static func deeper<Result>(_ coder: NSCoder, _ body: () -> Result) -> Result? {
    let coderID = ObjectIdentifier(coder)
    let depth = depths.withLock { depths in
      depths[coderID, default: 0] += 1
      return depths[coderID] ?? 0
    }
    defer {
      depths.withLock { depths in
        depths[coderID] = depth > 1 ? depth - 1 : nil
      }
    }
    if depth > limit {
      let place = (coder as? LayerUnarchiver)?.place ?? "a layer"
      coder.fail(.tooDeep(limit: limit, place: place))
      return nil
    }
    return body()
  }
}
