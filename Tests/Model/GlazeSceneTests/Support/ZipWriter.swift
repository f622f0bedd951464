import Foundation

/// Writes zip archives without compression, with any names.
struct ZipWriter {
  private var file: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  static func write(_ files: [(String, String)]) -> Data {
    write(files.map { ($0, Array($1.utf8)) })
  }

  static func write(_ files: [(String, [UInt8])]) -> Data {
    var writer = ZipWriter()
    for (name, bytes) in files { writer.add(name, bytes) }
    return writer.finish()
  }

  private mutating func add(_ name: String, _ bytes: [UInt8]) {
    let offset = file.count
    // Version 2.0, names in UTF-8, stored, without a time.
    var common: [UInt8] = [20, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    common += Self.little(Self.crc(bytes)) + Self.little(UInt32(bytes.count))
    common += Self.little(UInt32(bytes.count)) + Self.short(name.utf8.count) + [0, 0]
    file += Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + bytes
    directory += Array("PK\u{1}\u{2}".utf8) + [20, 0] + common
    directory += [UInt8](repeating: 0, count: 10) + Self.little(UInt32(offset)) + Array(name.utf8)
    count += 1
  }

  private mutating func finish() -> Data {
    let end =
      Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0] + Self.short(count) + Self.short(count)
      + Self.little(UInt32(directory.count)) + Self.little(UInt32(file.count)) + [0, 0]
    return Data(file + directory + end)
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
