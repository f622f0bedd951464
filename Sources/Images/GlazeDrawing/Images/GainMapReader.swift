import Foundation
import GlazeGeometry

/// Finds and reads the gain map of an Ultra HDR JPEG file.
///
/// The map is another JPEG file behind the image, which the index of CIPA DC-007 (MPF) locates; its
/// XMP (`hdrgm`) or its segment of ISO 21496-1 has the numbers. Maps from HDR to SDR, and those of
/// Apple's own format, are not read.
///
/// Source: Ultra HDR Image Format v1.1; ISO 21496-1; CIPA DC-007.
struct GainMapReader {
  /// Why a gain map is not used.
  struct Failure: Error {
    let reason: String
  }

  /// The numbers of a map, before its pixels are decoded.
  struct Numbers: Equatable {
    var channels = [GainMap.Channel](repeating: .init(), count: 3)
    /// The headroom of the HDR rendition, in stops.
    var stops = 0.0
    /// Whether the file's image is the HDR rendition.
    var isReversed = false

    func checked() throws(Failure) -> Numbers {
      guard !isReversed else { throw Failure(reason: "leads from HDR to SDR") }
      guard stops > 0, stops <= 16, channels.allSatisfy(\.isValid) else {
        throw Failure(reason: "has numbers out of range")
      }
      return self
    }
  }

  let file: UnsafeRawBufferPointer

  /// The file of the map and its numbers; nil for files without one.
  func find() throws(Failure) -> (map: UnsafeRawBufferPointer, numbers: Numbers)? {
    for map in otherImages() {
      let segments = JPEGSegments(map)
      let iso = segments.contents(of: 0xE2, after: "urn:iso:std:iso:ts:21496:-1\0")
      for contents in iso where contents.count > 4 {
        return (map, try Self.numbers(iso: Array(contents)).checked())
      }
      for contents in segments.contents(of: 0xE1, after: "http://ns.adobe.com/xap/1.0/\0") {
        let text = String(decoding: contents, as: UTF8.self)
        if text.contains("hdrgm:Version") {
          return (map, try Self.numbers(xmp: text).checked())
        }
      }
    }
    return nil
  }

  /// Returns the gain map; nil for files without one.
  func read() throws(Failure) -> GainMap? {
    guard let (map, numbers) = try find() else { return nil }
    do {
      let pixels = try JPEGReader(data: map, name: "the gain map").read()
      return GainMap(
        channels: numbers.channels, headroom: Float(exp2(numbers.stops)), width: pixels.width,
        height: pixels.height, pixels: pixels.bytes)
    } catch {
      throw Failure(reason: "cannot be decoded")
    }
  }

  // MARK: The index of images

  /// The files of the images after the first one.
  private func otherImages() -> [UnsafeRawBufferPointer] {
    guard let index = JPEGSegments(file).contents(of: 0xE2, after: "MPF\0").first else { return [] }
    let order = [UInt8](index.prefix(2))
    guard index.count >= 8, order == [0x49, 0x49] || order == [0x4D, 0x4D] else { return [] }
    let isLittle = order == [0x49, 0x49]
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= index.count else { return nil }
      let bytes = index[(index.startIndex + place)..<(index.startIndex + place + count)]
      return isLittle
        ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return [] }
    for entry in 0..<min(count, 64) {
      let place = directory + 2 + entry * 12
      guard number(place, 2) == 0xB002, let size = number(place + 4, 4),
        let list = number(place + 8, 4)
      else { continue }
      return (1..<max(1, min(size / 16, 16))).compactMap { image in
        guard let count = number(list + image * 16 + 4, 4),
          let offset = number(list + image * 16 + 8, 4)
        else { return nil }
        let start = index.startIndex + offset
        guard offset > 0, count > 4, start + count <= file.count, file[start] == 0xFF,
          file[start + 1] == 0xD8
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: file[start..<start + count])
      }
    }
    return []
  }

  // MARK: Numbers

  /// The numbers of an XMP packet.
  static func numbers(xmp text: String) throws(Failure) -> Numbers {
    func values(_ name: String, default standard: Double?) throws(Failure) -> [Double] {
      guard let found = Self.text(of: "hdrgm:\(name)", in: text) else {
        guard let standard else { throw Failure(reason: "has no \(name)") }
        return [standard, standard, standard]
      }
      let numbers = found.split { $0.isWhitespace || $0 == "," }.map { Double($0) }
      guard numbers.count == 1 || numbers.count == 3, numbers.allSatisfy({ $0?.isFinite == true })
      else { throw Failure(reason: "has a \(name) that is not a number") }
      let known = numbers.compactMap(\.self)
      return known.count == 1 ? [known[0], known[0], known[0]] : known
    }
    var result = Numbers()
    let (least, most) = (
      try values("GainMapMin", default: 0), try values("GainMapMax", default: nil)
    )
    let gamma = try values("Gamma", default: 1)
    let (standard, bright) = (
      try values("OffsetSDR", default: 1.0 / 64), try values("OffsetHDR", default: 1.0 / 64)
    )
    for channel in 0..<3 {
      result.channels[channel].least = least[channel]
      result.channels[channel].most = most[channel]
      result.channels[channel].gamma = gamma[channel]
      result.channels[channel].standardOffset = standard[channel]
      result.channels[channel].brightOffset = bright[channel]
    }
    result.stops = try values("HDRCapacityMax", default: nil)[0]
    result.isReversed = Self.text(of: "hdrgm:BaseRenditionIsHDR", in: text) == "True"
    return result
  }

  /// The value of an attribute, or the texts inside of an element, separated by spaces.
  private static func text(of name: String, in xmp: String) -> String? {
    guard let place = xmp.range(of: name) else { return nil }
    let rest = xmp[place.upperBound...]
    if let value = rest.firstIndex(where: { !$0.isWhitespace && $0 != "=" }),
      rest[..<value].contains("="), rest[value] == "\"" || rest[value] == "'"
    {
      let inside = rest[rest.index(after: value)...]
      return inside.firstIndex(of: rest[value]).map { String(inside[..<$0]) }
    }
    guard rest.first == ">", let end = rest.range(of: "</\(name)>") else { return nil }
    var (result, isTag) = ("", false)
    for character in rest[..<end.lowerBound].dropFirst() {
      if character == "<" { isTag = true }
      if !isTag { result.append(character) }
      if character == ">" { (isTag, result) = (false, result + " ") }
    }
    return result
  }

  /// The numbers of ISO 21496-1: fractions with one or several denominators.
  static func numbers(iso bytes: [UInt8]) throws(Failure) -> Numbers {
    var place = 0
    func number(_ count: Int) throws(Failure) -> UInt32 {
      guard place + count <= bytes.count else { throw Failure(reason: "has truncated numbers") }
      defer { place += count }
      return bytes[place..<place + count].reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard try number(2) == 0 else { throw Failure(reason: "has a newer version than 0") }
    _ = try number(2)
    let flags = try number(1)
    let common = flags & 8 != 0 ? try number(4) : nil
    func fraction(isSigned: Bool) throws(Failure) -> Double {
      let top = try number(4)
      let bottom = if let common { common } else { try number(4) }
      guard bottom > 0 else { throw Failure(reason: "has a denominator of 0") }
      return (isSigned ? Double(Int32(bitPattern: top)) : Double(top)) / Double(bottom)
    }
    var result = Numbers()
    let standard = try fraction(isSigned: false)
    result.stops = try fraction(isSigned: false)
    result.isReversed = flags & 4 != 0 || standard > result.stops
    for channel in 0..<(flags & 0x80 != 0 ? 3 : 1) {
      var numbers = GainMap.Channel()
      numbers.least = try fraction(isSigned: true)
      numbers.most = try fraction(isSigned: true)
      numbers.gamma = try fraction(isSigned: false)
      numbers.standardOffset = try fraction(isSigned: true)
      numbers.brightOffset = try fraction(isSigned: true)
      result.channels[channel] = numbers
    }
    if flags & 0x80 == 0 {
      (result.channels[1], result.channels[2]) = (result.channels[0], result.channels[0])
    }
    return result
  }
}
