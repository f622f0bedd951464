import Foundation
import Glaze
@testable import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// Files of other programs and of Glaze in wide and deep encodings, read again.
@Suite struct ColorReadingTests {
  private static let patches: [SIMD3<Double>] = [
    SIMD3(0.8, 0.4, 0.1), SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(1.6, 0.3, 0.7),
    SIMD3(0.3, 1.2, 0.5),
  ]

  /// A row of patches, two pixels each, above rows of noise that deflate cannot store as they are.
  private func pixels(_ output: OutputColor, alpha: Double = 1) throws -> PixelBuffer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 2 * Self.patches.count, height: 35)
    for (index, patch) in Self.patches.enumerated() {
      let layer = CALayer()
      layer.frame = CGRect(x: 2 * index, y: 0, width: 2, height: 35)
      layer.backgroundColor = CGColor(
        srgbRed: CGFloat(patch.x), green: CGFloat(patch.y), blue: CGFloat(patch.z),
        alpha: CGFloat(alpha))
      layer.preferredDynamicRange = .high
      root.addSublayer(layer)
    }
    var options = RenderOptions()
    options.output = output
    return try RenderSession(root, renderer: Renderer(.cpu), options: options).frame(at: 0).pixels
  }

  private func expectPatches(
    _ image: CGImage, alpha: Double = 1, isBright: Bool = true, tolerance: Double = 0.004,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let deep = try #require(image.deepPixels, sourceLocation: sourceLocation)
    for row in [0, 16, 34] {
      // Elsewhere bright patches are clipped, in the primaries of the output.
      for (index, patch) in Self.patches.enumerated() where isBright || patch.max() <= 1 {
        let place = (row * image.width + 2 * index) * 4
        for channel in 0..<3 {
          let wanted = patch[channel]
          let actual = Double(deep[place + channel]) / Double(deep[place + 3])
          #expect(
            abs(actual - wanted) < tolerance, "patch \(patch), channel \(channel): \(actual)",
            sourceLocation: sourceLocation)
        }
        #expect(abs(Double(deep[place + 3]) - alpha) < 0.005, sourceLocation: sourceLocation)
      }
    }
  }

  // MARK: OpenEXR

  @Test(arguments: OutputColor.Primaries.allCases, [1.0, 0.5])
  func exrRoundTrips(primaries: OutputColor.Primaries, alpha: Double) throws {
    var output = OutputColor(primaries: primaries, transfer: .linear, depth: .half)
    output.headroom = 4
    let drawn = try pixels(output, alpha: alpha)
    let file = try EXR.encode(
      drawn.half, width: drawn.width, height: drawn.height, output: output)
    try expectPatches(ImageDecoder.decode(Data(file), name: "a.exr"), alpha: alpha)
    let info = try ImageFile(file, name: "a.exr").info(at: 0)
    #expect(info.color?.output.primaries == primaries && info.isFloat && info.depth == 16)
    #expect(info.hasAlpha && info.width == 10 && info.height == 35)
  }

  /// ffmpeg's encoder writes planes of floats and half floats, in other compressions.
  @Test(arguments: ["none", "rle", "zip1", "zip16"], ["float", "half"])
  func exrOfAnotherProgram(compression: String, format: String) throws {
    guard let ffmpeg = FFmpegProgram.path else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (raw, exr) = (
      folder.appendingPathComponent("a.raw"), folder.appendingPathComponent("a.exr")
    )
    // Planes of green, blue and red.
    var planes: [Float] = []
    for channel in [1, 2, 0] {
      for _ in 0..<35 {
        for x in 0..<10 {
          planes.append(Float(OutputColor.light(ofSRGB: Self.patches[x / 2][channel])))
        }
      }
    }
    try planes.withUnsafeBytes { Data($0) }.write(to: raw)
    let status = try FFmpegProgram.run(
      ffmpeg,
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "gbrpf32le", "-s", "10x35", "-i", raw.path,
        "-compression", compression, "-format", format, exr.path,
      ])
    guard status == 0 else { return }
    let file = [UInt8](try Data(contentsOf: exr))
    try expectPatches(ImageDecoder.decode(Data(file), name: "a.exr"))
  }

  /// A damaged file is an error, and never a crash.
  @Test func damagedEXR() throws {
    let output = OutputColor.linear
    let drawn = try pixels(output)
    let file = try EXR.encode(
      drawn.half, width: drawn.width, height: drawn.height, output: output)
    for count in stride(from: 0, to: file.count, by: 7) {
      #expect(throws: ImageError.self) {
        try ImageDecoder.decode(Data(file[..<count]), name: "a.exr")
      }
    }
    var chance = Chance(state: 4)
    for _ in 0..<400 {
      var damaged = file
      damaged[Int(clamping: chance.number(4, Double(file.count)))] = UInt8(
        clamping: chance.number(0, 256))
      _ = try? ImageDecoder.decode(Data(damaged), name: "a.exr")
    }
  }

  // MARK: JPEG XL

  private static let jxlOutputs: [OutputColor] = [
    .displayP3, OutputColor(primaries: .displayP3, depth: .bits16),
    OutputColor(primaries: .bt2020, depth: .bits10),
    OutputColor(primaries: .bt2020, transfer: .pq, depth: .bits10, headroom: 4),
    OutputColor(primaries: .bt2020, transfer: .hlg, depth: .bits16, headroom: 3),
    OutputColor(transfer: .linear, depth: .half, headroom: 4),
    OutputColor(transfer: .gamma2_2, depth: .bits16),
  ]

  @Test(arguments: jxlOutputs, [1.0, 0.5])
  func jpegXLRoundTrips(output: OutputColor, alpha: Double) throws {
    guard ImageWriter.formats.contains(.jpegXL) else { return }
    let drawn = try pixels(output, alpha: alpha)
    let file =
      output.isFloat
      ? try ImageWriter.encodeJPEGXL(
        drawn.straightHalf, width: drawn.width, height: drawn.height, output, quality: 1)
      : try ImageWriter.encodeJPEGXL(
        EncodedPixels(
          width: drawn.width, height: drawn.height, samples: drawn.straight16, output: output),
        quality: 1)
    try expectPatches(
      ImageDecoder.decode(Data(file), name: "a.jxl"), alpha: alpha,
      isBright: output.headroom > 1, tolerance: output.isDeep ? 0.016 : 0.02)
    let info = try ImageFile(file, name: "a.jxl").info(at: 0)
    #expect(info.color?.output.transfer == output.transfer)
    #expect(info.color?.output.primaries == output.primaries)
    #expect(info.depth == (output.isDeep ? 16 : 8) && info.isFloat == output.isFloat)
  }

  @Test func jpegXLOfBytesStaysBytes() throws {
    guard ImageWriter.formats.contains(.jpegXL) else { return }
    let drawn = try pixels(.standard)
    let image = CGImage(width: drawn.width, height: drawn.height, premultipliedRGBA: drawn.bytes)
    let file = try ImageWriter.encode([.init(image: image)], as: .jpegXL, quality: 1)
    let read = try ImageDecoder.decode(Data(file), name: "a.jxl")
    #expect(read.pixels == drawn.bytes && read.deepPixels == nil)
    #expect(throws: ImageError.self) {
      try ImageDecoder.decode(Data(file[..<(file.count / 2)]), name: "a.jxl")
    }
    // Lossy files are near.
    let lossy = try ImageWriter.encode([.init(image: image)], as: .jpegXL, quality: 0.9)
    #expect(try ImageDecoder.decode(Data(lossy), name: "a.jxl").width == drawn.width)
  }

  // MARK: Light levels and profiles

  @Test func avifKeepsItsLightLevels() throws {
    guard ImageWriter.formats.contains(.avif) else { return }
    let output = OutputColor(primaries: .bt2020, transfer: .pq, depth: .bits10, headroom: 4)
    let drawn = try pixels(output)
    let pixels = EncodedPixels(
      width: drawn.width, height: drawn.height, samples: drawn.straight16, output: output)
    let file = try ImageWriter.encodeAVIF(pixels, quality: 1)
    let headroom = try #require(try ImageFile(file, name: "a.avif").info(at: 0).color).headroom
    let wanted = LightLevels(of: pixels).brightest / 203
    #expect(abs(Double(headroom) - wanted) < 0.01 && wanted > 1.5 && wanted < 4)
    #expect(try ImageDecoder.decode(Data(file), name: "a.avif").contentHeadroom == headroom)
  }

  /// Profiles of sRGB need no library, and all others have a name.
  @Test(arguments: OutputColor.Primaries.allCases, OutputColor.Transfer.allCases)
  func summariesOfProfiles(primaries: OutputColor.Primaries, transfer: OutputColor.Transfer) {
    let output = OutputColor(primaries: primaries, transfer: transfer)
    var file = ColorProfile.file(of: output)
    let summary = ProfileSummary(file)
    #expect(summary.name == output.spaceDescription)
    #expect(summary.isStandard == (output == .standard))
    for count in stride(from: 0, to: file.count, by: 3) {
      _ = ProfileSummary(Array(file[..<count]))
    }
    for index in stride(from: 0, to: file.count, by: 5) {
      file[index] ^= 0xA5
      _ = ProfileSummary(file)
    }
  }

  /// Photos that iOS shares keep their numbers, as Apple draws them.
  @Test func sharedPhotosAreStandard() {
    func summary(_ name: String) -> ProfileSummary {
      func four(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).bigEndian, Array.init)
      }
      var header = [UInt8](repeating: 0, count: 128)
      header.replaceSubrange(16..<24, with: Array("RGB XYZ ".utf8))
      let text = Array(name.utf8) + [0]
      let tag = Array("desc".utf8) + four(0) + four(text.count) + text
      return ProfileSummary(
        header + four(1) + Array("desc".utf8) + four(144) + four(tag.count) + tag)
    }
    #expect(summary("Apple Wide Color Sharing Profile").isStandard)
    #expect(summary("Camera").name == "Camera" && !summary("Camera").isStandard)
  }

  @Test func profilesInsideOfTIFF() throws {
    guard FileFormat.tiff.hasLibrary else { return }
    let output = OutputColor.displayP3
    let profile = ColorProfile.file(of: output)
    guard CGColorSpace(iccData: Data(profile)) != nil else { return }
    let file = try Self.tiff([200, 100, 50], profile: profile)
    let image = try ImageDecoder.decode(Data(file), name: "a.tiff")
    let deep = try #require(image.deepPixels)
    let (red, green, blue) = output.rowsToSRGB
    let light = SIMD3(output.decode(200 / 255), output.decode(100 / 255), output.decode(50 / 255))
    for (channel, row) in [red, green, blue].enumerated() {
      let wanted = OutputColor.sRGB(ofLight: (row * light).sum())
      #expect(abs(Double(deep[channel]) - wanted) < 0.006)
    }
    #expect(try ImageFile(file, name: "a.tiff").info(at: 0).profileName == "Display P3")
  }

  /// A TIFF file of one pixel, in the order of bytes of the machine.
  private static func tiff(_ pixel: [UInt8], profile: [UInt8]) throws -> [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0]
    func four(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt32(value).littleEndian, Array.init)
    }
    func two(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt16(value).littleEndian, Array.init)
    }
    let (bits, pixels, start) = (8, 14, 18)
    let directory = start + profile.count + profile.count % 2
    file += four(directory) + two(8) + two(8) + two(8) + pixel + [0] + profile
    if profile.count % 2 == 1 { file.append(0) }
    let entries: [(Int, Int, Int, Int)] = [
      (256, 4, 1, 1), (257, 4, 1, 1), (258, 3, 3, bits), (259, 3, 1, 1), (262, 3, 1, 2),
      (273, 4, 1, pixels), (277, 3, 1, 3), (278, 4, 1, 1), (279, 4, 1, 3),
      (34675, 7, profile.count, start),
    ]
    file += two(entries.count)
    for (tag, type, count, value) in entries {
      file += two(tag) + two(type) + four(count) + four(value)
    }
    return file + four(0)
  }
}

/// Runs ffmpeg where it is installed.
private enum FFmpegProgram {
  static let path: String? = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static func run(_ path: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
