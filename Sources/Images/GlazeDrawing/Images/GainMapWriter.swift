import Foundation
import GlazeGeometry

/// Writes Ultra HDR JPEG files: a standard image, and a gain map that leads to its HDR rendition.
///
/// The map is a second JPEG file after the image. Its numbers are written as XMP (`hdrgm`) and by
/// ISO 21496-1, because readers know one or the other.
///
/// Source: Ultra HDR Image Format v1.1; ISO 21496-1; CIPA DC-007.
struct GainMapWriter {
  /// The numbers of the map, as millionths: both descriptions have the same.
  private static let scale = 1_000_000.0

  let gainMap: GainMap

  /// The segments of the map's own file.
  var segmentsOfMap: [UInt8] {
    Self.xmp(numbers) + JPEGSegments.segment(0xE2, Self.isoSignature + isoNumbers)
  }

  /// The segments of the standard image.
  ///
  /// - Parameters:
  ///   - others: Segments of the image that go before the index.
  ///   - rest: The number of bytes of the image's file after the segments.
  ///   - start: The number of bytes before the segments.
  func segments(_ others: [UInt8], start: Int, rest: Int, mapByteCount: Int) -> [UInt8] {
    let before =
      Self.xmp(Self.directory(mapByteCount: mapByteCount)) + others
      + JPEGSegments.segment(0xE2, Self.isoSignature + [0, 0, 0, 0])
    let place = start + before.count
    let count = place + Self.indexByteCount + rest
    // Places count from the order of bytes, after the marker, the length and the signature.
    return before + Self.index(imageByteCount: count, mapByteCount, mapOffset: count - place - 8)
  }

  // MARK: XMP

  private static func xmp(_ description: String) -> [UInt8] {
    let packet =
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
      + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
      + "<rdf:Description rdf:about=\"\" xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" "
      + "\(description)</rdf:RDF></x:xmpmeta>"
    return JPEGSegments.segment(
      0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  /// Says which files follow each other, for readers that do not look into the index.
  private static func directory(mapByteCount: Int) -> String {
    func item(_ semantic: String, _ length: String) -> String {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\" "
        + "Item:Mime=\"image/jpeg\"\(length)/></rdf:li>"
    }
    return "xmlns:Container=\"http://ns.google.com/photos/1.0/container/\" "
      + "xmlns:Item=\"http://ns.google.com/photos/1.0/container/item/\" hdrgm:Version=\"1.0\">"
      + "<Container:Directory><rdf:Seq>" + item("Primary", "")
      + item("GainMap", " Item:Length=\"\(mapByteCount)\"")
      + "</rdf:Seq></Container:Directory></rdf:Description>"
  }

  private var numbers: String {
    let channel = gainMap.channels[0]
    let values: [(String, Double)] = [
      ("GainMapMin", channel.least), ("GainMapMax", channel.most), ("Gamma", channel.gamma),
      ("OffsetSDR", channel.standardOffset), ("OffsetHDR", channel.brightOffset),
      ("HDRCapacityMin", 0), ("HDRCapacityMax", stops),
    ]
    let attributes = values.map { name, value in
      "hdrgm:\(name)=\"\((value * Self.scale).rounded() / Self.scale)\""
    }
    return "hdrgm:Version=\"1.0\" " + attributes.joined(separator: " ")
      + " hdrgm:BaseRenditionIsHDR=\"False\"/>"
  }

  private var stops: Double { OutputColor.octaves(Double(gainMap.headroom)) }

  // MARK: ISO 21496-1

  private static let isoSignature = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  /// Fractions with one denominator, for one channel in the primaries of the image.
  private var isoNumbers: [UInt8] {
    let channel = gainMap.channels[0]
    let values = [
      0, stops, channel.least, channel.most, channel.gamma, channel.standardOffset,
      channel.brightOffset,
    ]
    return [0, 0, 0, 0, 0x40 | 8] + Self.number(Int(clamping: Self.scale))
      + values.flatMap { Self.number(Int(clamping: ($0 * Self.scale).rounded())) }
  }

  private static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: Int32(clamping: value).bigEndian, Array.init)
  }

  // MARK: The index of images

  /// The bytes of the index's segment: marker, length, signature, a header of 8 bytes, three entries
  /// of 12 with their count and end, and two images of 16.
  private static let indexByteCount = 4 + 4 + 8 + 2 + 3 * 12 + 4 + 2 * 16

  private static func index(imageByteCount: Int, _ mapByteCount: Int, mapOffset: Int) -> [UInt8] {
    func entry(_ tag: UInt8, _ type: UInt8, count: Int, _ value: [UInt8]) -> [UInt8] {
      [0xB0, tag, 0, type] + number(count) + value
    }
    func image(_ attributes: Int, _ count: Int, _ offset: Int) -> [UInt8] {
      number(attributes) + number(count) + number(offset) + number(0)
    }
    let entries =
      entry(0, 7, count: 4, Array("0100".utf8)) + entry(1, 4, count: 1, number(2))
      + entry(2, 7, count: 32, number(8 + 2 + 3 * 12 + 4))
    return JPEGSegments.segment(
      0xE2,
      Array("MPF\0MM\0*".utf8) + number(8) + [0, 3] + entries + number(0)
        + image(0x3_0000, imageByteCount, 0) + image(0, mapByteCount, mapOffset))
  }
}
