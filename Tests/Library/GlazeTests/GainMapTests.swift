import Foundation
import Glaze
@testable import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// JPEG files with a gain map (Ultra HDR), which the tests write themselves.
@Suite struct GainMapTests {
  /// The base is gray; the map goes from no gain on the left to the greatest one on the right.
  private static let (width, height) = (32, 16)
  private static let level: UInt8 = 200

  private static let xmp = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description hdrgm:Version="1.0" \
    hdrgm:GainMapMin="-0.5" hdrgm:GainMapMax="2" hdrgm:Gamma="1.5" hdrgm:OffsetSDR="0.02" \
    hdrgm:OffsetHDR="0.01" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2"/></rdf:RDF></x:xmpmeta>
    """

  private static func jpeg(_ width: Int, _ height: Int, _ level: (Int) -> UInt8) throws -> [UInt8] {
    let pixels = (0..<width * height).flatMap { place -> [UInt8] in
      let number = level(place % width)
      return [number, number, number, 255]
    }
    let image = CGImage(width: width, height: height, premultipliedRGBA: pixels)
    return try ImageWriter.encode([.init(image: image)], as: .jpeg, quality: 1)
  }

  private static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let count = contents.count + 2
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + contents
  }

  private static func adding(_ segment: [UInt8], to file: [UInt8]) -> [UInt8] {
    Array(file[..<2]) + segment + Array(file[2...])
  }

  /// An Ultra HDR file whose map has the given segment; maps of 16 columns are black or white in
  /// blocks of 8, which JPEG stores exactly.
  private static func file(_ metadata: [UInt8]) throws -> [UInt8] {
    let map = adding(metadata, to: try jpeg(16, 8) { $0 < 8 ? 0 : 255 })
    let base = try jpeg(width, height) { _ in level }
    func four(_ number: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt32(number).bigEndian, Array.init)
    }
    // One entry, with two images of 16 bytes each behind it.
    let head = Array("MPF\0MM\0*".utf8) + four(8) + [0, 1, 0xB0, 2, 0, 7] + four(32) + four(26)
    let count = head.count + 4 + 32 + 4
    // Places count from the order of bytes, behind the marker, the length and the signature.
    let offset = base.count + count - 10
    let images =
      four(0x3_0000) + four(base.count + count) + four(0) + four(0) + four(0) + four(map.count)
      + four(offset) + four(0)
    return adding(segment(0xE2, head + four(0) + images), to: base) + map
  }

  private static func xmpSegment(_ text: String) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8))
  }

  /// The same numbers by ISO 21496-1.
  private static func isoSegment(isCommon: Bool, channels: Int = 1) -> [UInt8] {
    func four(_ number: Int) -> [UInt8] {
      withUnsafeBytes(of: Int32(number).bigEndian, Array.init)
    }
    func fraction(_ number: Int) -> [UInt8] { four(number) + (isCommon ? [] : four(1000)) }
    var bytes = Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0]
    bytes.append((isCommon ? 8 : 0) | (channels == 3 ? 0x80 : 0) | 0x40)
    if isCommon { bytes += four(1000) }
    bytes += fraction(0) + fraction(2000)
    for _ in 0..<channels {
      bytes += [-500, 2000, 1500, 20, 10].flatMap(fraction)
    }
    return segment(0xE2, bytes)
  }

  /// The light at an end of the map.
  private static func light(isBright: Bool) -> Double {
    let base = OutputColor.light(ofSRGB: Double(level) / 255)
    return min((base + 0.02) * (isBright ? 4 : pow(2, -0.5)) - 0.01, 4)
  }

  private static var metadata: [[UInt8]] {
    let elements = """
      <rdf:Description hdrgm:Version="1.0" hdrgm:Gamma='1.5' hdrgm:HDRCapacityMax = "2">
      <hdrgm:GainMapMin><rdf:Seq><rdf:li>-0.5</rdf:li><rdf:li>-0.5</rdf:li><rdf:li>-0.5</rdf:li>
      </rdf:Seq></hdrgm:GainMapMin><hdrgm:GainMapMax>2</hdrgm:GainMapMax>
      <hdrgm:OffsetSDR>0.02</hdrgm:OffsetSDR><hdrgm:OffsetHDR>1e-2</hdrgm:OffsetHDR>
      </rdf:Description>
      """
    return [
      xmpSegment(xmp), xmpSegment(elements), isoSegment(isCommon: true),
      isoSegment(isCommon: false), isoSegment(isCommon: false, channels: 3),
    ]
  }

  @Test(arguments: 0..<5) func renditions(kind: Int) throws {
    let file = try Self.file(Self.metadata[kind])
    var problems: [ImageError] = []
    let image = try ImageDecoder.decode(file, name: "a.jpg") { problems.append($0) }
    #expect(problems.isEmpty)
    #expect(image.deepPixels == nil && image.pixels[0] == Self.level)
    #expect(image.contentHeadroom == 4 && CGImageShouldToneMap(image))
    let bright = image.brightRendition
    #expect(bright === image.brightRendition && bright.contentHeadroom == 4)
    let deep = try #require(bright.deepPixels)
    for row in 0..<Self.height {
      for (x, isBright) in [(0, false), (8, false), (23, true), (31, true)] {
        let number = Double(deep[(row * Self.width + x) * 4])
        let wanted = OutputColor.sRGB(ofLight: Self.light(isBright: isBright))
        #expect(abs(number - wanted) < 0.003, "\(x) \(row)")
      }
      // Between the ends the gain grows.
      let middle = (8..<24).map { deep[(row * Self.width + $0) * 4] }
      #expect(middle == middle.sorted())
    }
    let info = try ImageFile(file, name: "a.jpg").info(at: 0)
    #expect(info.gainMapHeadroom == 4)
  }

  /// Layers that may be brighter than white show the HDR rendition where the output has headroom,
  /// all others the standard one.
  @Test(arguments: Backends.usable) func layers(backend: Renderer.Backend) throws {
    let image = try ImageDecoder.decode(try Self.file(Self.metadata[0]), name: "a.jpg")
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    layer.contents = image
    func light(_ range: CALayer.DynamicRange, headroom: Double) throws -> [Double] {
      layer.preferredDynamicRange = range
      var options = RenderOptions()
      options.output = .linear
      options.output.headroom = headroom
      let session = try RootRenderer(backend: backend).session(layer, options)
      let numbers = try session.frame(at: 0).pixels.floats(isStraight: false)
      return [0, Self.width - 1].map { Double(numbers[$0 * 4]) }
    }
    let base = OutputColor.light(ofSRGB: Double(Self.level) / 255)
    for (range, headroom) in [
      (CALayer.DynamicRange.standard, 4.0), (.high, 1.0), (.standard, 1.0), (.constrainedHigh, 1.0),
    ] {
      for light in try light(range, headroom: headroom) {
        #expect(abs(light - base) < 0.003, "\(range) \(headroom)")
      }
    }
    let full = try light(.high, headroom: 4)
    #expect(abs(full[0] - Self.light(isBright: false)) < 0.003)
    #expect(abs(full[1] - Self.light(isBright: true)) < 0.003)
    let half = try light(.high, headroom: 2)
    #expect(half[1] > base && half[1] < full[1])
  }

  @Test func contexts() throws {
    let image = try ImageDecoder.decode(try Self.file(Self.metadata[0]), name: "a.jpg")
    #expect(image.toneMapped(by: .default, to: 1) === image)
    let bright = try #require(image.toneMapped(by: .imageSpecificLumaScaling, to: 4)?.deepPixels)
    let wanted = OutputColor.sRGB(ofLight: Self.light(isBright: true))
    #expect(abs(Double(bright[31 * 4]) - wanted) < 0.003)
    #expect(abs(Double(image.calculatedContentHeadroom) - Self.light(isBright: true)) < 0.01)
  }

  /// Light from nothing to four times white, which becomes redder from top to bottom.
  private static func light(_ output: OutputColor) -> PixelBuffer {
    let halves = (0..<32).flatMap { y in
      (0..<64).flatMap { x -> [Float16] in
        let light = Float16(x) / 63 * 4
        return [light, light * (1 - Float16(y) / 48), light * (1 - Float16(y) / 32), 1]
      }
    }
    let bytes = halves.withUnsafeBytes { Array($0) }
    var result = PixelBuffer(width: 64, height: 32, bytes: bytes)
    (result.format, result.output) = (.float16, output)
    return result
  }

  /// A file that Glaze writes is drawn as the compressed light, and leads to the light it was made of.
  @Test(arguments: OutputColor.Primaries.allCases) func writing(
    primaries: OutputColor.Primaries
  )
    throws
  {
    let output = OutputColor(primaries: primaries, transfer: .linear, depth: .half, headroom: 4)
    let source = Self.light(output)
    let standard = source.rendition(keepsPrimaries: true)
    let file = try ImageWriter.encodeJPEG(
      standard.bytes, width: 64, height: 32, standard.output, light: source.half, quality: 1)
    var problems: [ImageError] = []
    let image = try ImageDecoder.decode(file, name: "a.jpg") { problems.append($0) }
    #expect(problems.isEmpty && CGImageContainsImageSpecificToneMappingMetadata(image))
    #expect(abs(image.contentHeadroom - 4) < 0.01)
    let profile = file.withUnsafeBytes { EmbeddedProfile.name(in: $0, .jpeg) }
    #expect(profile == (primaries == .sRGB ? nil : "\(primaries)"))
    let deep = try #require(image.brightRendition.deepPixels)
    let rows = output.rowsToSRGB
    let wanted = source.floats(isStraight: false)
    for pixel in stride(from: 0, to: deep.count, by: 4) {
      let light = SIMD3<Double>(
        Double(wanted[pixel]), Double(wanted[pixel + 1]), Double(wanted[pixel + 2]))
      for (channel, row) in [rows.0, rows.1, rows.2].enumerated() {
        let number = OutputColor.light(ofSRGB: Double(deep[pixel + channel]))
        // A level of the standard image counts as often as the matrix takes it.
        let spread = abs(row.x) + abs(row.y) + abs(row.z)
        let difference = abs(number - (row * light).sum())
        #expect(difference < (0.015 + 0.025 * light.x) * spread, "\(pixel) \(channel)")
      }
    }
  }

  /// Frames without light above white need no map, and the numbers of both descriptions are the same.
  @Test func writingWithoutLight() throws {
    let dark = PixelBuffer(width: 8, height: 8, bytes: .init(repeating: 200, count: 256))
    let light = [Float16](repeating: 0.5, count: 256)
    let plain = try ImageWriter.encodeJPEG(
      dark.bytes, width: 8, height: 8, .standard, light: light, quality: 1)
    #expect(
      plain
        == (try ImageWriter.encodeJPEG(
          dark.bytes, width: 8, height: 8, .standard, light: nil, quality: 1)))
    let bright = try ImageWriter.encodeJPEG(
      dark.bytes, width: 8, height: 8, .standard,
      light: light.map { $0 * 5 }, quality: 1)
    let numbers = try bright.withUnsafeBytes { file throws -> [GainMapReader.Numbers] in
      let (map, iso) = try #require(try GainMapReader(file: file).find())
      let packet = JPEGSegments(map).contents(of: 0xE1, after: "http://ns.adobe.com/xap/1.0/\0")
      let text = String(decoding: Array(packet[0]), as: UTF8.self)
      return [iso, try GainMapReader.numbers(xmp: text)]
    }
    #expect(numbers[0] == numbers[1] && numbers[0].stops > 1.3)
  }

  /// Numbers that cannot be right leave the standard rendition, and are reported.
  @Test(arguments: [
    ("hdrgm:GainMapMax=\"2\"", "hdrgm:GainMapMax=\"bright\""), ("hdrgm:GainMapMax=\"2\"", ""),
    ("hdrgm:HDRCapacityMax=\"2\"", "hdrgm:HDRCapacityMax=\"0\""),
    ("hdrgm:HDRCapacityMax=\"2\"", "hdrgm:HDRCapacityMax=\"1000\""),
    ("hdrgm:Gamma=\"1.5\"", "hdrgm:Gamma=\"0\""), ("hdrgm:Gamma=\"1.5\"", "hdrgm:Gamma=\"nan\""),
    ("hdrgm:GainMapMin=\"-0.5\"", "hdrgm:GainMapMin=\"3\""),
    ("hdrgm:Version=\"1.0\"", "hdrgm:Version=\"1.0\" hdrgm:BaseRenditionIsHDR=\"True\""),
  ])
  func wrongNumbers(old: String, new: String) throws {
    let file = try Self.file(
      Self.xmpSegment(Self.xmp.replacingOccurrences(of: old, with: new)))
    var problems: [ImageError] = []
    let image = try ImageDecoder.decode(file, name: "a.jpg") { problems.append($0) }
    #expect(image.gainMap == nil && image.contentHeadroom == 0)
    #expect(problems.count == 1 && problems.first?.description.contains("gain map") == true)
  }

  /// Damage in the second image never keeps the first from being drawn.
  @Test func damage() throws {
    let base = try Self.jpeg(Self.width, Self.height) { _ in Self.level }
    var chance = Chance(state: 9)
    for metadata in [Self.metadata[0], Self.metadata[3]] {
      let file = try Self.file(metadata)
      for _ in 0..<200 {
        var damaged = file
        damaged[Int(clamping: chance.number(Double(base.count + 110), Double(file.count)))] = UInt8(
          clamping: chance.number(0, 256))
        let image = try ImageDecoder.decode(damaged, name: "a.jpg")
        #expect(image.pixels[0] == Self.level)
        _ = image.brightRendition
      }
      for place in 0..<90 {
        var damaged = file
        damaged[place] ^= 0x55
        _ = try? ImageDecoder.decode(damaged, name: "a.jpg").brightRendition
      }
      for count in stride(from: base.count + 110, to: file.count, by: 5) {
        _ = try? ImageDecoder.decode(Array(file[..<count]), name: "a.jpg")
      }
    }
  }
}
