import Foundation
@testable import GlazeDrawing
import GlazeGeometry
import Testing

/// Files with more than 8 bits that libraries read: OpenEXR and TIFF.
@Suite struct DeepFileTests {
  /// The colors of `patches-*.exr`, as numbers of sRGB: columns of two pixels.
  private static let patches: [SIMD3<Double>] = [
    SIMD3(0.8, 0.4, 0.1), SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(1.6, 0.3, 0.7),
    SIMD3(0.3, 1.2, 0.5),
  ]

  // MARK: OpenEXR

  /// OpenEXR's own library wrote these files: scan lines from row -7 as PIZ, floats as PXR24, B44,
  /// B44A, tiles of 7 x 9 pixels with smaller levels, and a part of colors after one of depth.
  @Test(arguments: ["piz", "pxr24", "b44", "b44a", "tiles", "parts"])
  func exrByLibrary(kind: String) throws {
    let file = try Resource.bytes("patches-\(kind).exr")
    guard let image = try ifThere({ try ImageDecoder.decode(file, name: kind) }) else { return }
    #expect(image.width == 10 && image.height == 35)
    let deep = try #require(image.deepPixels)
    // Four rows of B44 share 6 bits of difference.
    let tolerance = kind.hasPrefix("b44") ? 0.02 : 0.002
    for row in 0..<35 {
      for x in 0..<10 {
        for channel in 0..<3 {
          let number = Double(deep[(row * 10 + x) * 4 + channel])
          #expect(
            abs(number - Self.patches[x / 2][channel]) < tolerance, "\(row) \(x) \(channel)")
        }
        #expect(deep[(row * 10 + x) * 4 + 3] == 1)
      }
    }
    let info = try ImageFile(file, name: kind).info(at: 0)
    #expect(info.depth == (kind == "pxr24" ? 32 : 16) && info.isFloat && info.hasAlpha)
    #expect(info.color?.output.primaries == .sRGB)
  }

  @Test func grayEXRByLibrary() throws {
    let file = try Resource.bytes("patches-gray.exr")
    guard let image = try ifThere({ try ImageDecoder.decode(file, name: "gray") }) else { return }
    let deep = try #require(image.deepPixels)
    for x in 0..<10 {
      for channel in 0..<3 {
        #expect(abs(Double(deep[x * 4 + channel]) - Self.patches[x / 2].x) < 0.002)
      }
      #expect(deep[x * 4 + 3] == 1)
    }
  }

  @Test func exrOfUnsupportedCompression() throws {
    let file = try Resource.bytes("patches-dwaa.exr")
    do {
      _ = try ImageDecoder.decode(file, name: "a.exr")
      Issue.record("DWAA was read")
    } catch  where !error.isMissingLibrary {
      #expect(error.description.contains("DWAA") && error.description.contains("exrmaketiled"))
    } catch {}
  }

  /// A damaged file is an error or an image, and never a crash.
  @Test(arguments: ["piz", "pxr24", "b44", "tiles", "parts"])
  func damagedEXRByLibrary(kind: String) throws {
    let file = try Resource.bytes("patches-\(kind).exr")
    // The smaller levels of tiles at the end are not read.
    let end = kind == "tiles" ? file.count / 3 : file.count
    for count in stride(from: 0, to: end, by: 41) {
      #expect(throws: ImageError.self) {
        try ImageDecoder.decode(Array(file[..<count]), name: "a.exr")
      }
    }
    var state: UInt64 = 7
    for _ in 0..<200 {
      var damaged = file
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      damaged[Int(clamping: state >> 33) % file.count] = UInt8(truncatingIfNeeded: state >> 20)
      _ = try? ImageDecoder.decode(damaged, name: "a.exr")
    }
  }

  /// Runs a reader; nil where the library is missing.
  private func ifThere<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as ImageError where error.isMissingLibrary {
      return nil
    }
  }

  // MARK: TIFF

  /// How a file stores its samples.
  struct Layout: Sendable, CustomTestStringConvertible {
    var bits = 16
    var isFloat = false
    /// 0 and 1 are gray, 2 is RGB.
    var photometric = 2
    /// The meaning of the fourth sample: 1 is premultiplied alpha, 2 is straight; nil without one.
    var extra: Int?
    var isBigEndian = false
    var arePlanes = false
    var tile: Int?
    var rowsPerStrip = 3

    var count: Int { (photometric == 2 ? 3 : 1) + (extra == nil ? 0 : 1) }
    var testDescription: String {
      "\(bits) \(isFloat ? "float" : "integer") \(photometric) extra \(extra ?? -1)"
        + (isBigEndian ? " MM" : "") + (arePlanes ? " planes" : "")
        + (tile.map { " tile \($0)" } ?? "")
    }
  }

  static let layouts: [Layout] = [
    Layout(), Layout(isBigEndian: true), Layout(arePlanes: true), Layout(tile: 16),
    Layout(extra: 1), Layout(extra: 2), Layout(extra: 0), Layout(photometric: 1),
    Layout(photometric: 0), Layout(photometric: 1, extra: 2), Layout(isFloat: true),
    Layout(bits: 32, isFloat: true), Layout(bits: 32, isFloat: true, isBigEndian: true),
    Layout(bits: 32, isFloat: true, extra: 1), Layout(bits: 32, isFloat: true, extra: 2),
    Layout(bits: 32, isFloat: true, photometric: 1), Layout(extra: 2, arePlanes: true, tile: 16),
    Layout(bits: 32, isFloat: true, arePlanes: true, rowsPerStrip: 7),
  ]

  private static let (width, height) = (19, 7)

  /// The straight color and the alpha of a pixel; float files go above white.
  private static func color(_ x: Int, _ y: Int, _ layout: Layout) -> SIMD4<Double> {
    let most = layout.isFloat ? 2.0 : 1
    var color = SIMD4(
      Double(x) / 18 * most, Double(y) / 6, Double((x * 5 + y * 3) % 17) / 16 * most,
      layout.extra == nil ? 1 : Double((x + y) % 5) / 4)
    if layout.photometric < 2 { (color.y, color.z) = (color.x, color.x) }
    return color
  }

  @Test(arguments: layouts) func deepTIFF(layout: Layout) throws {
    guard FileFormat.tiff.hasLibrary else { return }
    let file = Self.file(layout)
    let image = try ImageDecoder.decode(file, name: "a.tiff")
    let deep = try #require(image.deepPixels)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let wanted = Self.color(x, y, layout)
        let place = (y * Self.width + x) * 4
        for channel in 0..<4 {
          let number = channel < 3 ? wanted[channel] * wanted.w : wanted.w
          #expect(
            abs(Double(deep[place + channel]) - number) < 0.0011, "\(x) \(y) \(channel)")
        }
      }
    }
    let info = try ImageFile(file, name: "a.tiff").info(at: 0)
    #expect(info.depth == layout.bits && info.isFloat == layout.isFloat)
    #expect(info.hasAlpha == (layout.extra != nil))
  }

  /// A mask of 16 bits is read as one of 8.
  @Test func luminanceOfDeepTIFF() throws {
    guard FileFormat.tiff.hasLibrary else { return }
    let file = Self.file(Layout(photometric: 1))
    let image = try ImageDecoder.decode(file, name: "a.tiff", as: .luminanceAsAlpha)
    for x in 0..<Self.width {
      #expect(abs(Int(image.pixels[x * 4 + 3]) - x * 255 / 18) <= 1)
    }
  }

  @Test func damagedDeepTIFF() throws {
    guard FileFormat.tiff.hasLibrary else { return }
    var state: UInt64 = 11
    for layout in Self.layouts {
      let file = Self.file(layout)
      for _ in 0..<60 {
        var damaged = file
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        damaged[Int(clamping: state >> 33) % file.count] = UInt8(truncatingIfNeeded: state >> 20)
        _ = try? ImageDecoder.decode(damaged, name: "a.tiff")
        _ = try? ImageDecoder.decode(
          Array(file[..<(Int(clamping: state >> 33) % file.count)]), name: "a.tiff")
      }
    }
  }

  /// Writes an uncompressed file.
  private static func file(_ layout: Layout) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: layout.isBigEndian ? number.bigEndian : number.littleEndian, Array.init)
    }
    func stored(_ sample: Double, isColor: Bool) -> [UInt8] {
      let sample = layout.photometric == 0 && isColor ? 1 - sample : sample
      guard layout.isFloat else { return bytes(UInt16(clamping: (sample * 65535).rounded())) }
      return layout.bits == 16
        ? bytes(Float16(Float(sample)).bitPattern) : bytes(Float(sample).bitPattern)
    }
    func sample(_ x: Int, _ y: Int, _ index: Int) -> [UInt8] {
      let inside = x < width && y < height
      let color = inside ? color(x, y, layout) : .zero
      let colors = layout.photometric == 2 ? 3 : 1
      let number = index < colors ? color[index] : color.w
      // libtiff takes a fourth sample without a meaning as premultiplied.
      let isMultiplied = index < colors && (layout.extra == 1 || layout.extra == 0)
      return stored(isMultiplied ? number * color.w : number, isColor: index < colors)
    }
    let (across, down) = (layout.tile ?? width, layout.tile ?? layout.rowsPerStrip)
    var blocks: [[UInt8]] = []
    for plane in layout.arePlanes ? Array(0..<layout.count) : [-1] {
      for top in stride(from: 0, to: height, by: down) {
        for left in stride(from: 0, to: width, by: across) {
          let bottom = layout.tile == nil ? min(top + down, height) : top + down
          var block: [UInt8] = []
          for y in top..<bottom {
            for x in left..<left + across {
              for index in 0..<layout.count where plane < 0 || plane == index {
                block += sample(x, y, index)
              }
            }
          }
          blocks.append(block)
        }
      }
    }
    return assemble(layout, blocks, bytes)
  }

  private static func assemble(
    _ layout: Layout, _ blocks: [[UInt8]], _ bytes: (UInt32) -> [UInt8]
  ) -> [UInt8] {
    func two(_ number: Int) -> [UInt8] {
      layout.isBigEndian
        ? [UInt8(number >> 8), UInt8(number & 255)] : [UInt8(number & 255), UInt8(number >> 8)]
    }
    func four(_ number: Int) -> [UInt8] { bytes(UInt32(number)) }
    var entries: [(tag: Int, type: Int, values: [Int])] = [
      (256, 4, [width]), (257, 4, [height]),
      (258, 3, Array(repeating: layout.bits, count: layout.count)), (259, 3, [1]),
      (262, 3, [layout.photometric]), (277, 3, [layout.count]),
      (284, 3, [layout.arePlanes ? 2 : 1]),
      (339, 3, Array(repeating: layout.isFloat ? 3 : 1, count: layout.count)),
    ]
    if let extra = layout.extra { entries.append((338, 3, [extra])) }
    let counts = blocks.map(\.count)
    let offsets = counts.indices.map { 8 + counts[..<$0].reduce(0, +) }
    if let tile = layout.tile {
      entries += [(322, 4, [tile]), (323, 4, [tile]), (324, 4, offsets), (325, 4, counts)]
    } else {
      entries += [(273, 4, offsets), (278, 4, [layout.rowsPerStrip]), (279, 4, counts)]
    }
    entries.sort { $0.tag < $1.tag }
    var data = Array(blocks.joined())
    if data.count % 2 == 1 { data.append(0) }
    var directory = two(entries.count)
    var values: [UInt8] = []
    let end = 8 + data.count + 2 + entries.count * 12 + 4
    for entry in entries {
      let stored = entry.values.flatMap { entry.type == 3 ? two($0) : four($0) }
      directory += two(entry.tag) + two(entry.type) + four(entry.values.count)
      if stored.count <= 4 {
        directory += stored + [UInt8](repeating: 0, count: 4 - stored.count)
      } else {
        directory += four(end + values.count)
        values += stored
      }
    }
    let mark: [UInt8] = layout.isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    return mark + two(42) + four(8 + data.count) + data + directory + four(0) + values
  }
}
