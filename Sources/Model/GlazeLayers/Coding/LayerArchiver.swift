package import Foundation
import GlazeGeometry

/// Writes keyed archives as Apple's software does: classes have Apple's names.
///
/// On Linux, Foundation's archiver writes the Swift names of classes, recurses into objects, and
/// stops the program at objects that it cannot write. This archiver queues objects, so that nesting
/// costs only memory.
package final class LayerArchiver: NSCoder {
  /// The value under a key of an object: numbers are stored in the object, all other values as
  /// references.
  private enum Field {
    case number(BinaryPropertyListWriter.Object)
    case object(Int)
    case list([Int])
  }

  private var writer = BinaryPropertyListWriter()
  /// The objects in the property list, by their reference numbers.
  private var objects: [Int] = []
  /// The fields of the object that is being written.
  private var fields: [(name: String, value: Field)] = []
  private var waiting: [(uid: Int, object: NSObject)] = []
  private var uids: [ObjectIdentifier: Int] = [:]
  private var texts: [String: Int] = [:]
  private var numbers: [BinaryPropertyListWriter.Object: Int] = [:]
  private var classes: [[String]: Int] = [:]
  private var chains: [ObjectIdentifier: [String]] = [:]
  /// The objects that represent repeated values, with the values, to preserve their identity.
  private var standIns: [ObjectIdentifier: (value: AnyObject, object: NSObject)] = [:]
  /// The objects with a number, retained to preserve their identity.
  private var retained: [NSObject] = []
  /// The tree of a document, and the additional fields of its root.
  private var document: (root: CALayer, record: ArchivedRecord)?
  private var failure: LayerCodingError?
  private var unnamed = 0

  private override init() {
    super.init()
    objects = [writer.add(.string("$null"))]
  }

  /// Returns the archive of an object, or of a value that archives can represent.
  ///
  /// - Throws: An error for the first value that cannot be archived.
  /// - Complexity: O(size of the archive).
  static func archive(_ object: Any) throws(LayerCodingError) -> Data {
    try LayerArchiver().archive(object)
  }

  /// Returns the archive of a document: of a dictionary that contains its root.
  ///
  /// - Parameter record: The additional fields of the root.
  static func archive(
    _ members: [String: Any], of root: CALayer, adding record: ArchivedRecord
  ) throws(LayerCodingError) -> Data {
    let archiver = LayerArchiver()
    archiver.document = (root, record)
    return try archiver.archive(members)
  }

  private func archive(_ value: Any) throws(LayerCodingError) -> Data {
    guard let object = ArchivedValue.object(for: value) else {
      throw .notArchivable(type: "\(type(of: value))", key: "root", owner: "archive")
    }
    let top = reference(to: object)
    writeWaiting()
    if let failure { throw failure }
    return file(top: top)
  }

  /// Returns whether a layer belongs to the document, so that others can refer to it.
  func isInDocument(_ layer: CALayer) -> Bool {
    guard let root = document?.root else { return false }
    return sequence(first: layer, next: \.superlayer).contains { $0 === root }
  }

  /// Returns the object for a value: the same object for the same image or path, however often it
  /// is archived.
  func object(for value: Any) -> NSObject? {
    guard value is CGImage || value is CGPath else { return nil }
    let value = value as AnyObject
    if let known = standIns[ObjectIdentifier(value)] { return known.object }
    guard let object = ArchivedValue.object(for: value) else { return nil }
    standIns[ObjectIdentifier(value)] = (value, object)
    return object
  }

  // MARK: Objects

  private func writeWaiting() {
    while let (uid, object) = waiting.popLast(), failure == nil {
      fields = []
      unnamed = 0
      let chain = encode(contentsOf: object)
      fields.append(("$class", .object(reference(toClass: chain))))
      objects[uid] = writer.add(
        .dictionary(fields.map { (writer.add(.string($0.name)), place(of: $0.value)) }))
    }
  }

  private func place(of field: Field) -> Int {
    switch field {
    case .number(let object): writer.add(object)
    case .object(let uid): writer.add(.uid(uid))
    case .list(let uids): writer.add(.list(uids.map { writer.add(.uid($0)) }))
    }
  }

  /// Fills `fields`.
  ///
  /// - Returns: The names of the object's class and its superclasses.
  private func encode(contentsOf object: NSObject) -> [String] {
    switch object {
    case let list as NSArray:
      fields = [("NS.objects", .list(list.compactMap { reference(toMember: $0) }))]
      return list is NSMutableArray
        ? ["NSMutableArray", "NSArray", "NSObject"] : ["NSArray", "NSObject"]
    case let members as NSDictionary:
      let pairs = members.map { ($0.key, $0.value) }
      fields = [
        ("NS.keys", .list(pairs.compactMap { reference(toMember: $0.0) })),
        ("NS.objects", .list(pairs.compactMap { reference(toMember: $0.1) })),
      ]
      return ["NSDictionary", "NSObject"]
    case let data as NSData:
      fields = [("NS.data", .number(.data(data as Data)))]
      return ["NSMutableData", "NSData", "NSObject"]
    case is NSNull: return ["NSNull", "NSObject"]
    case let record as ArchivedRecord:
      encode(record)
      return [record.name, "NSObject"]
    default:
      (object as? any NSCoding)?.encode(with: self)
      if let document, document.root === object { encode(document.record) }
      return chain(of: type(of: object))
    }
  }

  private func chain(of type: AnyClass) -> [String] {
    let known = chains[ObjectIdentifier(type)] ?? ArchivedClass.chain(of: type)
    chains[ObjectIdentifier(type)] = known
    return known
  }

  private func encode(_ record: ArchivedRecord) {
    for (key, value) in zip(record.keys, record.values) {
      encodeArchived(value, forKey: key, of: record)
    }
  }

  /// Returns an object itself if archives can contain it, else the object that represents it.
  private func archivable(_ value: Any) -> NSObject? {
    if type(of: value) is NSObject.Type, let object = value as? NSObject {
      switch object {
      case is NSArray, is NSDictionary, is NSData, is NSNull, is NSString, is NSNumber,
        is CACodingProxy, is ArchivedRecord:
        return object
      default: break
      }
    }
    return self.object(for: value) ?? ArchivedValue.object(for: value)
  }

  private func reference(toMember member: Any) -> Int? {
    guard let object = archivable(member) else {
      fail(.notArchivable(type: "\(type(of: member))", key: "NS.objects", owner: "NSArray"))
      return nil
    }
    return reference(to: object)
  }

  private func reference(to object: NSObject) -> Int {
    if let text = object as? NSString {
      return reference(in: \.texts, of: String(describing: text)) { .string($0) }
    }
    if let number = object as? NSNumber {
      let scalar = Self.scalar(number)
      return reference(in: \.numbers, of: scalar) { $0 }
    }
    if let uid = uids[ObjectIdentifier(object)] { return uid }
    objects.append(0)
    let uid = objects.count - 1
    uids[ObjectIdentifier(object)] = uid
    retained.append(object)
    waiting.append((uid, object))
    return uid
  }

  private func reference<Key: Hashable>(
    in known: ReferenceWritableKeyPath<LayerArchiver, [Key: Int]>, of key: Key,
    _ make: (Key) -> BinaryPropertyListWriter.Object
  ) -> Int {
    if let uid = self[keyPath: known][key] { return uid }
    objects.append(writer.add(make(key)))
    self[keyPath: known][key] = objects.count - 1
    return objects.count - 1
  }

  private func reference(toClass chain: [String]) -> Int {
    reference(in: \.classes, of: chain) { chain in
      let names = chain.map { writer.add(.string($0)) }
      var members = [
        (writer.add(.string("$classname")), names[0]),
        (writer.add(.string("$classes")), writer.add(.list(names))),
      ]
      // Some readers do not have the class of a program.
      let fallbacks = chain.dropFirst().filter { $0 != "NSObject" }
      if chain[0].contains("."), !fallbacks.isEmpty {
        let hints = writer.add(.list(fallbacks.map { writer.add(.string($0)) }))
        members.append((writer.add(.string("$classhints")), hints))
      }
      return .dictionary(members)
    }
  }

  private static func scalar(_ number: NSNumber) -> BinaryPropertyListWriter.Object {
    switch String(cString: number.objCType) {
    case "c", "B": .bool(number.boolValue)
    case "d", "f": .real(number.doubleValue)
    case "Q" where number.uint64Value > Int64.max: .wide(number.uint64Value)
    default: .int(number.int64Value)
    }
  }

  private func file(top: Int) -> Data {
    let all = writer.add(.list(objects))
    let head = writer.add(.dictionary([(writer.add(.string("root")), writer.add(.uid(top)))]))
    let list = writer.add(
      .dictionary([
        (writer.add(.string("$version")), writer.add(.int(100_000))),
        (writer.add(.string("$archiver")), writer.add(.string("NSKeyedArchiver"))),
        (writer.add(.string("$top")), head), (writer.add(.string("$objects")), all),
      ]))
    return writer.file(top: list)
  }

  // MARK: NSCoder

  package override var allowsKeyedCoding: Bool { true }
  package override var requiresSecureCoding: Bool { true }
  package override var systemVersion: UInt32 { 2000 }
  package override var decodingFailurePolicy: DecodingFailurePolicy { .setErrorAndReturn }
  package override var error: (any Error)? { failure }

  package override func failWithError(_ error: any Error) {
    failure = failure ?? error as? LayerCodingError ?? .damaged("\(error)")
  }

  private func set(_ field: Field, _ key: String) {
    fields.append((key.hasPrefix("$") ? "$" + key : key, field))
  }

  package override func encode(_ object: Any?, forKey key: String) {
    guard let object = PropertyValue.unwrapped(object) else { return set(.object(0), key) }
    guard let archived = archivable(object) else {
      return fail(.notArchivable(type: "\(type(of: object))", key: key, owner: "archive"))
    }
    set(.object(reference(to: archived)), key)
  }

  package override func encode(_ object: Any?) {
    unnamed += 1
    guard let object = PropertyValue.unwrapped(object).flatMap(archivable) else {
      return fields.append(("$\(unnamed - 1)", .object(0)))
    }
    fields.append(("$\(unnamed - 1)", .object(reference(to: object))))
  }

  package override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    let known = (object as? NSObject).flatMap { uids[ObjectIdentifier($0)] }
    set(.object(known ?? 0), key)
  }

  package override func encode(_ value: Bool, forKey key: String) {
    set(.number(.bool(value)), key)
  }

  package override func encode(_ value: Int32, forKey key: String) {
    set(.number(.int(Int64(value))), key)
  }

  package override func encode(_ value: Int64, forKey key: String) {
    set(.number(.int(value)), key)
  }

  package override func encode(_ value: Int, forKey key: String) {
    set(.number(.int(Int64(value))), key)
  }

  package override func encode(_ value: Float, forKey key: String) {
    set(.number(.real(Double(value))), key)
  }

  package override func encode(_ value: Double, forKey key: String) {
    set(.number(.real(value)), key)
  }

  package override func encodeBytes(
    _ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String
  ) {
    set(.number(.data(bytes.map { Data(bytes: $0, count: length) } ?? Data())), key)
  }

  package override func encode(_ data: Data) { encode(data as Any?) }

  package override func encodePropertyList(_ aPropertyList: Any) { encode(aPropertyList) }

  package override func encodeValue(
    ofObjCType type: UnsafePointer<Int8>, at addr: UnsafeRawPointer
  ) {
    fail(
      .notArchivable(type: String(cString: type), key: "a value without a key", owner: "archive"))
  }
}
