import GlazeGeometry

/// The name and the kind of an ICC profile, read without a library.
///
/// Source: ICC.1:2022, and ICC.1:2001-04 for texts of version 2.
struct ProfileSummary {
  /// The profile's own description; nil where it has none.
  let name: String?
  /// Whether colors are drawn as those of sRGB: its primaries and its curve are those, or it is
  /// `wideColorSharing`.
  let isStandard: Bool

  /// The profile of photos that iOS makes for programs without color management, in which only
  /// saturated colors differ from sRGB, by tables.
  ///
  /// Measured in an image by Apple's `render(in:)`: the numbers stay, with an error of half a level.
  /// Converted by the tables, blue is 3 levels lower on average.
  private static let wideColorSharing = "Apple Wide Color Sharing Profile"

  init(_ profile: [UInt8]) {
    let tags = Tags(profile)
    name = tags["desc"].flatMap(Self.text)
    isStandard = tags.isRGB && (name == Self.wideColorSharing || Self.isStandard(tags))
  }

  /// The tags of a profile, by name.
  private struct Tags {
    private var ranges: [String: Range<Int>] = [:]
    private let profile: [UInt8]
    let isRGB: Bool

    init(_ profile: [UInt8]) {
      self.profile = profile
      guard profile.count >= 132 else {
        isRGB = false
        return
      }
      isRGB =
        profile[16..<20].elementsEqual("RGB ".utf8) && profile[20..<24].elementsEqual("XYZ ".utf8)
      let count = min(Self.number(profile, 128), 1000)
      for index in 0..<count {
        let entry = 132 + index * 12
        guard entry + 12 <= profile.count else { break }
        let (start, size) = (Self.number(profile, entry + 4), Self.number(profile, entry + 8))
        guard start <= profile.count, size <= profile.count - start else { continue }
        ranges[String(decoding: profile[entry..<entry + 4], as: UTF8.self)] = start..<start + size
      }
    }

    subscript(name: String) -> [UInt8]? { ranges[name].map { Array(profile[$0]) } }

    static func number(_ bytes: [UInt8], _ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// The first text of a tag of several languages, or the one of version 2.
  private static func text(_ tag: [UInt8]) -> String? {
    guard tag.count > 12 else { return nil }
    let text: String
    if tag.starts(with: Array("mluc".utf8)), tag.count >= 28 {
      let (size, start) = (Tags.number(tag, 20), Tags.number(tag, 24))
      guard start <= tag.count, size <= tag.count - start, size % 2 == 0 else { return nil }
      let units = stride(from: start, to: start + size, by: 2).map {
        UInt16(tag[$0]) << 8 | UInt16(tag[$0 + 1])
      }
      text = String(decoding: units, as: UTF16.self)
    } else if tag.starts(with: Array("desc".utf8)) {
      let size = min(Tags.number(tag, 8), tag.count - 12)
      text = String(decoding: tag[12..<12 + size].prefix { $0 != 0 }, as: UTF8.self)
    } else {
      return nil
    }
    let seen = text.prefix(80).filter { !$0.isNewline && $0 != "\0" }
    return seen.isEmpty ? nil : String(seen)
  }

  // MARK: sRGB

  /// The tristimulus values of sRGB's red, green and blue, adapted to D50.
  private static let standardColumns = OutputColor.standard.profileColumns

  private static func isStandard(_ tags: Tags) -> Bool {
    // Tables take precedence over the matrix.
    guard tags["A2B0"] == nil, tags["A2B1"] == nil, let curve = tags["rTRC"],
      tags["gTRC"] == curve, tags["bTRC"] == curve, isStandardCurve(curve)
    else { return false }
    for (name, wanted) in zip(["rXYZ", "gXYZ", "bXYZ"], standardColumns) {
      guard let tag = tags[name], tag.count >= 20 else { return false }
      for channel in 0..<3 where abs(fixed(tag, 8 + channel * 4) - wanted[channel]) > 1.5e-3 {
        return false
      }
    }
    return true
  }

  private static func isStandardCurve(_ tag: [UInt8]) -> Bool {
    guard tag.count > 12 else { return false }
    func near(_ number: Double, _ light: Double) -> Bool {
      abs(OutputColor.light(ofSRGB: number) - light) < 6e-4
    }
    if tag.starts(with: Array("curv".utf8)) {
      let count = Tags.number(tag, 8)
      guard (256...65536).contains(count), tag.count >= 12 + count * 2 else { return false }
      return (0...16).allSatisfy { step in
        let index = (count - 1) * step / 16
        let light = Double(Int(tag[12 + index * 2]) << 8 | Int(tag[13 + index * 2])) / 65535
        return near(Double(index) / Double(count - 1), light)
      }
    }
    guard tag.starts(with: Array("para".utf8)), tag[9] == 3, tag.count >= 32 else { return false }
    let (g, a, b, c, d) = (
      fixed(tag, 12), fixed(tag, 16), fixed(tag, 20), fixed(tag, 24), fixed(tag, 28)
    )
    return [0, 0.02, 0.04, 0.06, 0.2, 0.5, 0.8, 1].allSatisfy { (x: Double) in
      near(x, x >= d ? OutputColor.power(a * x + b, g) : c * x)
    }
  }

  /// A signed number with 16 bits after the point.
  private static func fixed(_ tag: [UInt8], _ place: Int) -> Double {
    Double(Int32(truncatingIfNeeded: Tags.number(tag, place))) / 65536
  }
}
