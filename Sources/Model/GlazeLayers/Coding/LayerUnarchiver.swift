import Foundation
import GlazeGeometry

/// Reads untrusted keyed archives of layers: any defect is an error.
///
/// Foundation's unarchiver creates any class that it knows by the name in the file, and stops the
/// program if a key does not allow the class. This unarchiver creates an object only if its class
/// is Glaze's, a program's subclass of one, or one of a few of Foundation's, and only if the
/// program requested it.
final class LayerUnarchiver: NSCoder {
  private let archive: KeyedArchive
  /// The fields of the object that is being read.
  private var fields: [String: KeyedArchive.Item] = [:]
  private var made: [Int: NSObject] = [:]
  private var underWay: Set<Int> = []
  private var failure: LayerCodingError?
  /// The name in messages of the object that is being read.
  private(set) var place = "the archive"

  private init(_ archive: KeyedArchive) {
    self.archive = archive
    super.init()
  }

  /// Reads the object of an archive.
  ///
  /// - Throws: An error for the first defect; also if the object is of another class.
  static func read<Object: NSObject>(
    _ data: Data, as type: Object.Type
  ) throws(LayerCodingError) -> Object {
    let archive = try KeyedArchive(Array(data))
    let coder = LayerUnarchiver(archive)
    let root = try archive.root().flatMap { coder.object(at: $0) }
    if let failure = coder.failure { throw failure }
    guard let object = root as? Object else {
      let classes = try archive.someClasses(limit: 3).joined(separator: ", ")
      throw .notLayers("objects of \(classes.isEmpty ? "no class" : classes)")
    }
    return object
  }

  /// The keys of the object that is being read.
  var keys: [String] {
    fields.keys.filter { !$0.hasPrefix("$") && $0 != ArchiveNames.contents }.sorted()
  }

  // MARK: Objects

  /// Returns the object at an index; nil for none, and if reading failed.
  private func object(at item: KeyedArchive.Item) -> NSObject? {
    if failure != nil { return nil }
    if let uid = item.uid, let known = made[uid] { return known }
    do {
      switch try archive.value(of: item) {
      case nil: return nil
      case .bool(let value): return NSNumber(value: value)
      case .number(let value): return number(value)
      case .string(let text): return text as NSString
      case .data(let range): return try data(range)
      case .dictionary: return try structured(item)
      case .list, .uid, .other: throw archive.list.damaged
      }
    } catch {
      failWithError(error)
      return nil
    }
  }

  private func number(_ value: Double) -> NSNumber {
    Int(exactly: value).map { NSNumber(value: $0) } ?? NSNumber(value: value)
  }

  private func data(_ range: Range<Int>) throws(LayerCodingError) -> NSData {
    try archive.list.spend(range.count)
    return Data(archive.list.bytes[range]) as NSData
  }

  private func structured(_ item: KeyedArchive.Item) throws(LayerCodingError) -> NSObject? {
    let uid = item.uid ?? -1
    guard underWay.insert(uid).inserted, underWay.count <= CodingDepth.limit else {
      throw .tooDeep(limit: CodingDepth.limit, place: item.path)
    }
    defer { underWay.remove(uid) }
    let found = try archive.fields(of: item)
    let names = try archive.classes(of: found)
    let outer = (fields, place)
    fields = Dictionary(found, uniquingKeysWith: { first, _ in first })
    place = item.path
    defer { (fields, place) = outer }
    var object = try plain(names.first ?? "")
    if object == nil { object = try coded(names) }
    if item.uid != nil { made[uid] = object }
    return object
  }

  /// Returns a Foundation object; nil for one of another class.
  private func plain(_ name: String) throws(LayerCodingError) -> NSObject? {
    switch name {
    case "NSArray", "NSMutableArray": return NSArray(array: try members("NS.objects"))
    case "NSDictionary", "NSMutableDictionary":
      let (keys, values) = (try members("NS.keys"), try members("NS.objects"))
      let result = NSMutableDictionary()
      for case (let key as NSString, let value) in zip(keys, values) {
        result.setObject(value, forKey: key)
      }
      return result
    case "NSString", "NSMutableString":
      guard let item = fields["NS.string"] else { return nil }
      return try archive.text(of: item) as NSString?
    case "NSData", "NSMutableData":
      guard let item = fields["NS.data"], case .data(let range)? = try archive.value(of: item)
      else { throw archive.list.damaged }
      return try data(range)
    case "NSNull": return NSNull()
    default: return nil
    }
  }

  private func members(_ key: String) throws(LayerCodingError) -> [NSObject] {
    guard let item = fields[key], let items = try archive.items(of: item) else {
      throw archive.list.damaged
    }
    return items.map { object(at: $0) ?? NSNull() }
  }

  private func coded(_ names: [String]) throws(LayerCodingError) -> NSObject? {
    guard let type = ArchivedClass.known(names), type.supportsSecureCoding else {
      throw .foreignClass(names.first ?? "", place: place)
    }
    let object = type.init(coder: self) as? NSObject
    if object == nil, failure == nil {
      throw .damaged("\(place) is no \(names.first ?? "object") that can be read")
    }
    return object
  }

  // MARK: NSCoder

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var systemVersion: UInt32 { 2000 }
  override var allowedClasses: [AnyClass]? { nil }
  override var decodingFailurePolicy: DecodingFailurePolicy { .setErrorAndReturn }
  override var error: (any Error)? { failure }

  override func failWithError(_ error: any Error) {
    failure = failure ?? error as? LayerCodingError ?? .damaged("\(error)")
  }

  private func item(_ key: String) -> KeyedArchive.Item? {
    fields[key.hasPrefix("$") ? "$" + key : key]
  }

  override func containsValue(forKey key: String) -> Bool { item(key) != nil }

  override func decodeObject(forKey key: String) -> Any? { item(key).flatMap { object(at: $0) } }

  override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
    guard let object = item(key).flatMap({ object(at: $0) }) else { return nil }
    let isAllowed = classes?.contains { Self.isKind(type(of: object), of: $0) } ?? true
    if isAllowed { return object }
    refuse(key, expected: classes?.map { "\($0)" }.joined(separator: " or ") ?? "")
    return nil
  }

  private static func isKind(_ type: AnyClass, of other: AnyClass) -> Bool {
    var next: AnyClass? = type
    while let current = next {
      if current == other { return true }
      next = _getSuperclass(current)
    }
    return false
  }

  override func decodePropertyList(forKey key: String) -> Any? {
    ArchivedValue.value(of: decodeObject(forKey: key))
  }

  private func scalar(_ key: String) -> NSNumber { decodeObject(forKey: key) as? NSNumber ?? 0 }

  override func decodeBool(forKey key: String) -> Bool { scalar(key).boolValue }
  override func decodeInt32(forKey key: String) -> Int32 {
    Int32(clamping: decodeInteger(forKey: key))
  }
  override func decodeInt64(forKey key: String) -> Int64 { Int64(decodeInteger(forKey: key)) }
  override func decodeFloat(forKey key: String) -> Float { Float(decodeDouble(forKey: key)) }
  override func decodeDouble(forKey key: String) -> Double { scalar(key).doubleValue }

  override func decodeInteger(forKey key: String) -> Int {
    let number = decodeDouble(forKey: key)
    return Int(clamping: number)
  }

  override func withDecodedUnsafeBytes<Result>(
    forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
  ) rethrows -> Result {
    guard let data = decodeObject(forKey: key) as? NSData else { return try body(nil) }
    return try (data as Data).withUnsafeBytes { try body($0) }
  }

  override func decodeObject() -> Any? {
    fail(.damaged("values without keys are not read"))
    return nil
  }

  override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer)
  {
    fail(.damaged("values without keys are not read"))
  }

  override func decodeData() -> Data? { decodeObject() as? Data }
  override func decodePropertyList() -> Any? { decodeObject() }
}
