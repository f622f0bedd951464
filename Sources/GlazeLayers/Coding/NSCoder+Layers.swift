import Foundation
import Synchronization

// What classes of Core Animation need of a coder, of Foundation's and of Glaze's.
extension NSCoder {
  /// What archives of layers may hold.
  ///
  /// All keys allow all of it, and look at what they got: Foundation's unarchiver stops the program at an object
  /// that a key does not allow.
  private static let allowed: [AnyClass] = [
    CALayer.self, CAAnimation.self, CAEmitterCell.self, CAEmitterBehavior.self, CAFilter.self,
    CAMediaTimingFunction.self, CAValueFunction.self, CAConstraint.self,
    CAConstraintLayoutManager.self, CACodingProxy.self, CACGPathCodingSegment.self, NSArray.self,
    NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSNull.self,
  ]

  /// Encodes a value under a key.
  ///
  /// - Parameter owner: the object that has it, for the error when there is no form for it.
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

  /// The object of a key as it is archived; nil for nothing.
  final func archived(forKey key: String) -> Any? {
    containsValue(forKey: key) ? decodeObject(of: Self.allowed, forKey: key) : nil
  }

  /// The value of a key; nil for nothing.
  final func archivedValue(forKey key: String) -> Any? {
    ArchivedValue.value(of: archived(forKey: key))
  }

  /// Numbers that lie in the object itself; nil when one is missing, or none.
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

  /// The keys of what an object has archived.
  final var archivedKeys: [String] {
    (archivedValue(forKey: ArchiveNames.contents) as? [Any])?.compactMap { $0 as? String }
      ?? (self as? LayerUnarchiver)?.keys ?? []
  }

  /// Fails since a value is not what its key wants.
  final func refuse(_ key: String, expected: String) {
    let place = (self as? LayerUnarchiver)?.place ?? "the archive"
    fail(.badValue(key: key, expected: expected, place: place))
  }

  /// Fails, without a stop of the program where that can be.
  final func fail(_ error: LayerCodingError) {
    if let archiver = self as? NSKeyedArchiver {
      archiver.error = archiver.error ?? error
    } else {
      failWithError(error)
    }
  }
}

/// How deep objects lie in each other while Foundation's coders go through them, which set no limit.
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
