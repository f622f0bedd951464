import Foundation

/// A value of a keyed archive.
indirect enum Archived: Sendable {
  case null, bool(Bool), number(Double), string(String), data(Data)
  case object([String], [(String, Archived)])
  /// An object with a name from `named`.
  case named(String, Archived)
  case reference(String)

  static func list(_ items: [Archived]) -> Archived {
    .object(["NSMutableArray", "NSArray", "NSObject"], [("NS.objects", .members(items))])
  }

  static func proxy(_ items: [Archived]) -> Archived {
    .object(["LKNSArrayCodingProxy", "CACodingProxy", "NSObject"], [("array", list(items))])
  }

  static func dictionary(_ members: [(String, Archived)]) -> Archived {
    .object(
      ["NSDictionary", "NSObject"],
      [
        ("NS.keys", .members(members.map { .string($0.0) })),
        ("NS.objects", .members(members.map(\.1))),
      ])
  }

  /// A list inside an object.
  case members([Archived])

  static func layer(_ fields: [(String, Archived)]) -> Archived {
    .object(["CALayer", "NSObject"], fields)
  }

  static func layer(_ name: String, _ fields: [(String, Archived)]) -> Archived {
    .object([name, "CALayer", "NSObject"], fields)
  }

  private static func value(_ kind: Double, _ numbers: [(String, Double)]) -> Archived {
    .object(
      ["LKNSValueCodingProxy", "CACodingProxy", "NSObject"],
      [("kind", .number(kind))] + numbers.map { ($0.0, .number($0.1)) })
  }

  static func point(_ x: Double, _ y: Double) -> Archived { value(0, [("x", x), ("y", y)]) }

  static func size(_ width: Double, _ height: Double) -> Archived {
    value(1, [("width", width), ("height", height)])
  }

  static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Archived {
    value(2, [("y", y), ("x", x), ("width", width), ("height", height)])
  }

  static func matrix(_ numbers: [Double]) -> Archived {
    let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
    return value(3, Array(zip(names, numbers)))
  }

  static func color(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> Archived {
    .object(
      ["LKCGColorCodingProxy", "CACodingProxy", "NSObject"],
      [("r", .number(r)), ("g", .number(g)), ("b", .number(b)), ("a", .number(a))])
  }

  /// - Parameter segments: kinds from 0 to 4, with their points.
  static func path(_ segments: [(Double, [Double])]) -> Archived {
    let objects = segments.map { kind, numbers in
      let points = numbers.enumerated().map { index, number in
        ("LKCGPathPoint\(index / 2)_\(index % 2 == 0 ? "x" : "y")", Archived.number(number))
      }
      return Archived.object(
        ["CACGPathCodingSegment", "NSObject"], [("LKCGPathType", .number(kind))] + points)
    }
    return .object(
      ["CACGPathCodingProxy", "CACodingProxy", "NSObject"], [("LKCGPathSegments", list(objects))])
  }

  static func image(_ png: Data, isMask: Bool = false) -> Archived {
    .object(
      ["LKCGImageCodingProxy", "CACodingProxy", "NSObject"],
      [("data", .object(["NSMutableData", "NSData"], [("NS.data", .data(png))]))]
        + (isMask ? [("A8asL8", .bool(true))] : []))
  }
}

/// Writes keyed archives as binary property lists: Foundation on Linux cannot write their references.
struct ArchiveWriter {
  private enum Entry {
    case bytes([UInt8])
    case list([Int])
    case dictionary([(Int, Int)])
  }

  /// The property list's objects.
  private var entries: [Entry] = []
  /// The contents of `$objects`.
  private var objects: [Int] = []
  private var uids: [String: Int] = [:]

  /// Returns an archive of one object.
  static func write(_ root: Archived) -> Data {
    var writer = ArchiveWriter()
    writer.objects = [writer.add(.bytes(writer.text("$null")))]
    let top = writer.reference(to: root)
    let all = writer.add(.list(writer.objects))
    let head = writer.dictionary([("root", top)])
    let list = writer.dictionary([
      ("$version", writer.add(.bytes([0x12, 0, 1, 0x86, 0xA0]))),
      ("$archiver", writer.add(.bytes(writer.text("NSKeyedArchiver")))), ("$top", head),
      ("$objects", all),
    ])
    return writer.file(top: list)
  }

  /// Returns a property list that is not an archive.
  static func plain() -> Data {
    var writer = ArchiveWriter()
    let value = writer.add(.bytes(writer.text("value")))
    let list = writer.dictionary([("key", value)])
    return writer.file(top: list)
  }

  private mutating func add(_ entry: Entry) -> Int {
    entries.append(entry)
    return entries.count - 1
  }

  private mutating func dictionary(_ members: [(String, Int)]) -> Int {
    let keys = members.map { add(.bytes(text($0.0))) }
    return add(.dictionary(Array(zip(keys, members.map(\.1)))))
  }

  private func text(_ text: String) -> [UInt8] {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    return isPlain
      ? head(0x5, text.utf8.count) + Array(text.utf8)
      : head(0x6, text.utf16.count) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15
      ? [kind << 4 | UInt8(count)] : [kind << 4 | 0xF, 0x12] + Self.bytes(UInt64(count), 4)
  }

  private static func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  /// Returns the number of an entry that refers to an object.
  private mutating func reference(to value: Archived) -> Int {
    uid(uid(of: value))
  }

  private mutating func uid(_ uid: Int) -> Int {
    add(.bytes([0x81] + Self.bytes(UInt64(uid), 2)))
  }

  private mutating func uid(of value: Archived) -> Int {
    switch value {
    case .null: return 0
    case .reference(let name): return uids[name] ?? 0
    case .named(let name, let value):
      uids[name] = objects.count
      return uid(of: value)
    default:
      // Before its members, which may refer to it.
      objects.append(0)
      let uid = objects.count - 1
      objects[uid] = entry(of: value)
      return uid
    }
  }

  private mutating func entry(of value: Archived) -> Int {
    switch value {
    case .null, .reference, .named: return reference(to: value)
    case .bool(let value): return add(.bytes([value ? 0x09 : 0x08]))
    case .number(let value):
      return add(.bytes([0x23] + Self.bytes(value.bitPattern, 8)))
    case .string(let value): return add(.bytes(text(value)))
    case .data(let data): return add(.bytes(head(0x4, data.count) + Array(data)))
    case .members(let items):
      let references = items.map { reference(to: $0) }
      return add(.list(references))
    case .object(let classes, let fields):
      var members = fields.map { ($0.0, field($0.1)) }
      members.append(("$class", uid(classObject(classes))))
      return dictionary(members)
    }
  }

  /// Numbers and lists are stored in the object, everything else next to it.
  private mutating func field(_ value: Archived) -> Int {
    switch value {
    case .bool, .number, .members, .data: entry(of: value)
    default: reference(to: value)
    }
  }

  private mutating func classObject(_ classes: [String]) -> Int {
    if let uid = uids["class " + classes[0]] { return uid }
    let names = classes.map { add(.bytes(text($0))) }
    let name = add(.bytes(text(classes[0])))
    objects.append(dictionary([("$classes", add(.list(names))), ("$classname", name)]))
    uids["class " + classes[0]] = objects.count - 1
    return objects.count - 1
  }

  private func file(top: Int) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    func references(_ list: [Int]) -> [UInt8] { list.flatMap { Self.bytes(UInt64($0), 3) } }
    for entry in entries {
      offsets.append(bytes.count)
      switch entry {
      case .bytes(let content): bytes += content
      case .list(let list): bytes += head(0xA, list.count) + references(list)
      case .dictionary(let members):
        bytes += head(0xD, members.count)
        bytes += references(members.map(\.0)) + references(members.map(\.1))
      }
    }
    let table = bytes.count
    for offset in offsets { bytes += Self.bytes(UInt64(offset), 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 3]
    for number in [entries.count, top, table] { bytes += Self.bytes(UInt64(number), 8) }
    return Data(bytes)
  }
}
