import Foundation
package import GlazeGeometry

/// Writes ICC profiles, for programs that know no other description of a color space.
///
/// Source: ICC.1:2022, a profile of three components with matrix and curves.
package enum ColorProfile {
  /// The profile of an encoding.
  ///
  /// PQ and HLG are described as far as a profile can: light above white is clipped.
  package static func file(of output: OutputColor) -> [UInt8] {
    let rest = content(of: output)
    return number(UInt32(rest.count + 4)) + rest
  }

  private static func content(of output: OutputColor) -> [UInt8] {
    let curve = curve(of: output)
    let columns = output.profileColumns
    let cicp: [UInt8] = [output.codePoints.primaries, output.codePoints.transfer, 0, 1]
    var tags: [(name: String, data: [UInt8])] = [
      ("desc", text(output.spaceDescription)), ("cprt", text("CC0")),
      ("wtpt", xyz(SIMD3(0.9642, 1, 0.8249))), ("rXYZ", xyz(columns[0])),
      ("gXYZ", xyz(columns[1])), ("bXYZ", xyz(columns[2])), ("rTRC", curve), ("gTRC", curve),
      ("bTRC", curve),
    ]
    if output.transfer == .pq || output.transfer == .hlg {
      tags.append(("cicp", Array("cicp".utf8) + [0, 0, 0, 0] + cicp))
    }
    return header + table(tags)
  }

  /// The header without its size, which the table's writer adds.
  private static let header: [UInt8] = {
    var header = [UInt8](repeating: 0, count: 124)
    func put(_ text: String, at place: Int) {
      header.replaceSubrange(place - 4..<place, with: Array(text.utf8))
    }
    // Positions are those of the profile less the four bytes of its size.
    header.replaceSubrange(4..<8, with: [4, 0x40, 0, 0])
    put("mntr", at: 12)
    put("RGB ", at: 16)
    put("XYZ ", at: 20)
    // The date of the format, because files must not depend on the time.
    header.replaceSubrange(20..<32, with: [0x07, 0xE6, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    put("acsp", at: 36)
    // The illuminant of the connection space is D50.
    header.replaceSubrange(64..<76, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
    return header
  }()

  private static func table(_ tags: [(name: String, data: [UInt8])]) -> [UInt8] {
    var (entries, data): ([UInt8], [UInt8]) = (number(UInt32(tags.count)), [])
    let start = 128 + 4 + tags.count * 12
    var known: [[UInt8]: Int] = [:]
    for tag in tags {
      let place = known[tag.data] ?? data.count
      if known[tag.data] == nil {
        known[tag.data] = place
        data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
      }
      entries += Array(tag.name.utf8) + number(UInt32(start + place))
      entries += number(UInt32(tag.data.count))
    }
    return entries + data
  }

  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return Array("mluc".utf8) + [0, 0, 0, 0] + number(1) + number(12) + Array("enUS".utf8)
      + number(UInt32(units.count)) + number(28) + units
  }

  private static func xyz(_ color: SIMD3<Double>) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(color.x) + fixed(color.y) + fixed(color.z)
  }

  private static func curve(of output: OutputColor) -> [UInt8] {
    func power(_ kind: UInt8, _ numbers: [Double]) -> [UInt8] {
      Array("para".utf8) + [0, 0, 0, 0, 0, kind, 0, 0] + numbers.flatMap(fixed)
    }
    switch output.transfer {
    case .sRGB: return power(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .linear: return power(0, [1])
    case .gamma2_2: return power(0, [2.2])
    case .pq, .hlg:
      let count = 1024
      let samples = (0..<count).flatMap { index -> [UInt8] in
        let light = min(output.decode(Double(index) / Double(count - 1)), 1)
        let code = UInt16(clamping: light * 65535 + 0.5)
        return [UInt8(code >> 8), UInt8(code & 255)]
      }
      return Array("curv".utf8) + [0, 0, 0, 0] + number(UInt32(count)) + samples
    }
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// A signed number with 16 bits after the point.
  private static func fixed(_ value: Double) -> [UInt8] {
    let whole = Int32(clamping: (value * 65536).rounded())
    return number(UInt32(bitPattern: whole))
  }
}
