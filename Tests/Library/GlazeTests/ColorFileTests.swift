import Foundation
import Glaze
@testable import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// Files of frames in other encodings than sRGB: their tags, and their colors when they are read again.
@Suite struct ColorFileTests {
  private static let patch = SIMD3<Double>(0.8, 0.4, 0.1)

  private func pixels(_ output: OutputColor, alpha: Double = 1) throws -> PixelBuffer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 18)
    layer.backgroundColor = CGColor(
      srgbRed: CGFloat(Self.patch.x), green: CGFloat(Self.patch.y), blue: CGFloat(Self.patch.z),
      alpha: CGFloat(alpha))
    var options = RenderOptions()
    options.output = output
    return try RenderSession(layer, renderer: Renderer(.cpu), options: options).frame(at: 0).pixels
  }

  private func png(_ pixels: PixelBuffer) throws -> [UInt8] {
    if pixels.output.isDeep {
      return try PNG.encode(
        EncodedPixels(
          width: pixels.width, height: pixels.height, samples: pixels.straight16,
          output: pixels.output))
    }
    return try pixels.bytes.withUnsafeBytes {
      try PNG.encode(
        premultipliedRGBA: $0, width: pixels.width, height: pixels.height, output: pixels.output)
    }
  }

  private func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var result: [(name: String, data: [UInt8])] = []
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      result.append(
        (
          String(decoding: file[place + 4..<place + 8], as: UTF8.self),
          Array(file[place + 8..<place + 8 + length])
        ))
      place += length + 12
    }
    return result
  }

  private static let outputs: [(OutputColor, [UInt8])] = [
    (.displayP3, [12, 13, 0, 1]),
    (OutputColor(primaries: .displayP3, depth: .bits16), [12, 13, 0, 1]),
    (.rec2100PQ, [9, 16, 0, 1]), (.rec2100HLG, [9, 18, 0, 1]),
    (OutputColor(primaries: .bt2020, depth: .bits10), [9, 13, 0, 1]),
    (OutputColor(transfer: .linear, depth: .bits16), [1, 8, 0, 1]),
    (OutputColor(transfer: .gamma2_2, depth: .bits8), [1, 4, 0, 1]),
  ]

  /// PNG names the space, holds a profile, and gives the colors back.
  @Test(arguments: outputs.indices, [1.0, 0.5])
  func pngRoundTrips(index: Int, alpha: Double) throws {
    let (output, codes) = Self.outputs[index]
    let file = try png(try pixels(output, alpha: alpha))
    let chunks = chunks(file)
    #expect(chunks.first { $0.name == "cICP" }?.data == codes)
    #expect(chunks.contains { $0.name == "iCCP" } && !chunks.contains { $0.name == "sRGB" })
    let isHDR = output.transfer == .pq || output.transfer == .hlg
    #expect(chunks.contains { $0.name == "mDCV" } == isHDR)
    #expect(chunks.contains { $0.name == "cLLI" } == isHDR)
    let image = try ImageDecoder.decode(Data(file), name: "frame.png")
    let deep = try #require(image.deepPixels)
    #expect(abs(Double(deep[3]) - alpha) < 0.01)
    for channel in 0..<3 {
      #expect(
        abs(Double(deep[channel]) / Double(deep[3]) - Self.patch[channel]) < 0.012,
        "\(output), channel \(channel)")
    }
    #expect(
      try ImageFile(file, name: "frame.png").info(at: 0).color?.output.transfer == output.transfer)
  }

  /// AVIF names the space and the bits, and gives the colors back.
  @Test(arguments: outputs.indices, [1.0, 0.5])
  func avifRoundTrips(index: Int, alpha: Double) throws {
    guard ImageWriter.formats.contains(.avif) else { return }
    let (output, _) = Self.outputs[index]
    let drawn = try pixels(output, alpha: alpha)
    let file = try ImageWriter.encodeAVIF(
      EncodedPixels(
        width: drawn.width, height: drawn.height, samples: drawn.straight16, output: output),
      quality: 1)
    let info = try ImageFile(file, name: "frame.avif").info(at: 0)
    if !output.isSRGB {
      #expect(info.color?.output.transfer == output.transfer)
      #expect(info.color?.output.primaries == output.primaries)
    }
    #expect(info.depth == (output.isDeep ? 12 : 8))
    let deep = try #require(
      try ImageDecoder.decode(Data(file), name: "frame.avif").deepPixels)
    #expect(abs(Double(deep[3]) - alpha) < 0.01)
    for channel in 0..<3 {
      #expect(
        abs(Double(deep[channel]) / Double(deep[3]) - Self.patch[channel]) < 0.02,
        "\(output), channel \(channel)")
    }
  }

  /// Images whose ICC profile describes other colors than sRGB are converted; those of sRGB stay bytes.
  @Test(arguments: OutputColor.Primaries.allCases, [OutputColor.Transfer.sRGB, .gamma2_2])
  func profilesInsideOfFilesAreUsed(
    primaries: OutputColor.Primaries, transfer: OutputColor.Transfer
  ) throws {
    let output = OutputColor(primaries: primaries, transfer: transfer)
    let file = try png(try pixels(output))
    // The profile alone, as programs write it that do not know cICP.
    var profiled = Array(file[..<8])
    for chunk in chunks(file) where chunk.name != "cICP" {
      PNG.appendChunk(chunk.name, chunk.data, to: &profiled)
    }
    let image = try ImageDecoder.decode(Data(profiled), name: "frame.png")
    if output == .standard {
      #expect(image.deepPixels == nil)
      return
    }
    guard CGColorSpace(iccData: Data(ColorProfile.file(of: output))) != nil else { return }
    let deep = try #require(image.deepPixels)
    for channel in 0..<3 {
      #expect(abs(Double(deep[channel]) - Self.patch[channel]) < 0.012, "\(output)")
    }
  }

  /// The light levels of a PQ file are those of its pixels.
  @Test func lightLevelsAreMeasured() throws {
    var output = OutputColor.rec2100PQ
    output.headroom = 4
    let white = UInt16(clamping: output.encode(1) * 65535)
    let bright = UInt16(clamping: output.encode(4) * 65535)
    var samples: [UInt16] = []
    for red in [bright, white, white, white] { samples += [red, white, 0, UInt16.max] }
    let levels = LightLevels(
      of: EncodedPixels(width: 4, height: 1, samples: samples, output: output))
    #expect(abs(levels.brightest - 812) < 1)
    // The mean of 812 and three times 203.
    #expect(abs(levels.brightestFrame - 355.25) < 1)
    #expect(MasteringDisplay(output).brightest == 812)
  }

  /// A profile has a header with its own size, and all tags inside of it.
  @Test(arguments: OutputColor.Primaries.allCases, OutputColor.Transfer.allCases)
  func profilesAreWhole(primaries: OutputColor.Primaries, transfer: OutputColor.Transfer) throws {
    let file = ColorProfile.file(of: OutputColor(primaries: primaries, transfer: transfer))
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(0) == file.count)
    #expect(Array(file[36..<40]) == Array("acsp".utf8))
    for tag in 0..<number(128) {
      let place = 132 + tag * 12
      #expect(number(place + 4) >= 132 && number(place + 4) + number(place + 8) <= file.count)
    }
    // Little CMS reads it, where it is installed, and has the same colors.
    guard let space = CGColorSpace(iccData: Data(file)) else { return }
    if transfer == .pq || transfer == .hlg { return }
    let output = OutputColor(primaries: primaries, transfer: transfer)
    let own = SIMD3(output.encode(0.4), output.encode(0.2), output.encode(0.3))
    let color = try #require(
      CGColor(colorSpace: space, components: [CGFloat(own.x), CGFloat(own.y), CGFloat(own.z), 1]))
    let (red, green, blue) = output.rowsToSRGB
    let light = SIMD3(0.4, 0.2, 0.3)
    for (channel, row) in [red, green, blue].enumerated() {
      let wanted = OutputColor.sRGB(ofLight: (row * light).sum())
      #expect(abs(Double(color.extendedSRGB[channel]) - wanted) < 2e-3)
    }
  }
}
