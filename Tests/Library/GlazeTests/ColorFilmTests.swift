import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import Testing

/// Videos in other encodings than sRGB, as ffprobe sees them.
@Suite(
  .enabled(
    if: ProgramPath.find("ffmpeg") != nil && ProgramPath.find("ffprobe") != nil,
    "ffmpeg is not installed"))
struct ColorFilmTests {
  private struct Probe: Decodable {
    struct Stream: Decodable {
      var codec_name, pix_fmt, color_space, color_transfer, color_primaries, color_range: String?
    }
    struct Frame: Decodable { var side_data_list: [SideData]? }
    struct SideData: Decodable {
      var side_data_type: String?
      var max_content, max_average: Int?
      var max_luminance: String?
    }
    var streams: [Stream]
    var frames: [Frame]
  }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "glaze-films-\(UUID().uuidString)")

  private static let gray = SIMD3(repeating: 1.0)

  /// Draws a square that becomes brighter in three frames, and reads the video.
  ///
  /// - Parameter color: what it is at 1 of sRGB, in the last frame.
  private func film<Result>(
    _ ending: String, _ output: OutputColor, color: SIMD3<Double> = gray,
    read: (String) throws -> Result
  ) throws -> Result {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.preferredDynamicRange = .high
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    let (from, to) = (color * 0.2, color * 1.8)
    animation.fromValue = CGColor(srgbRed: from.x, green: from.y, blue: from.z, alpha: 1)
    animation.toValue = CGColor(srgbRed: to.x, green: to.y, blue: to.z, alpha: 1)
    animation.duration = 1
    root.add(animation, forKey: "a")
    var options = RenderOptions(background: .black)
    options.output = output
    let path = folder.appendingPathComponent("a.\(ending)").path
    let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
    try session.renderSequence(
      FrameTimes(from: 0, to: 0.75, framesPerSecond: 4), into: MotionFile(path))
    return try read(path)
  }

  private func film(_ ending: String, _ output: OutputColor) throws -> Probe {
    try film(ending, output) { path in
      let text = try run(
        "ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_frames",
        "-read_intervals", "%+#1", path)
      return try JSONDecoder().decode(Probe.self, from: text)
    }
  }

  /// Returns what a program writes.
  private func run(_ program: String, _ arguments: String...) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(ProgramPath.find(program)))
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  private static let hdr: OutputColor = {
    var output = OutputColor.rec2100PQ
    output.headroom = 4
    return output
  }()

  /// The brightest frame is the last, at half of the animation: 1.0 of sRGB, 203 cd/m².
  @Test(arguments: [("mp4", "hevc"), ("webm", "av1")])
  func hdr10(ending: String, codec: String) throws {
    let probe = try film(ending, Self.hdr)
    let stream = try #require(probe.streams.first)
    #expect(stream.codec_name == codec && stream.pix_fmt == "yuv420p10le")
    #expect(stream.color_transfer == "smpte2084" && stream.color_primaries == "bt2020")
    #expect(stream.color_space == "bt2020nc" && stream.color_range == "tv")
    let data = probe.frames.first?.side_data_list ?? []
    let light = data.first { $0.side_data_type == "Content light level metadata" }
    #expect(light.map { (200...210).contains($0.max_content ?? 0) } == true)
    #expect(light.map { (200...210).contains($0.max_average ?? 0) } == true)
    let display = data.first { $0.side_data_type == "Mastering display metadata" }
    let parts = display?.max_luminance?.split(separator: "/").compactMap { Double($0) } ?? []
    #expect(parts.count == 2 && abs(parts[0] / parts[1] - 812) < 1)
  }

  @Test(arguments: [("mp4", "hevc"), ("webm", "av1"), ("mov", "prores")])
  func hlg(ending: String, codec: String) throws {
    let stream = try #require(try film(ending, .rec2100HLG).streams.first)
    #expect(stream.codec_name == codec && stream.color_transfer == "arib-std-b67")
    #expect(stream.color_primaries == "bt2020")
    // ffmpeg decodes ProRes 4444 to 12 bits.
    #expect(["10le", "12le"].contains { stream.pix_fmt?.hasSuffix($0) == true })
  }

  /// The numbers of all frames are those of BT.2100, computed here, in the range of television.
  @Test(
    arguments: [("mp4", "hevc"), ("webm", "av1"), ("mov", "prores")],
    [OutputColor.Transfer.pq, .hlg])
  func numbersOfFilms(
    format: (ending: String, codec: String), transfer: OutputColor.Transfer
  )
    throws
  {
    var output = OutputColor(primaries: .bt2020, transfer: transfer, depth: .bits10)
    output.headroom = 4
    let color = SIMD3(1.0, 0.7, 0.4)
    let planes = try film(format.ending, output, color: color) { path in
      try run(
        "ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "yuv444p10le", "-")
    }
    let numbers = planes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    try #require(numbers.count == 3 * 3 * 64 * 64)
    for frame in 0..<3 {
      let shown = color * (0.2 + 0.4 * Double(frame))
      let light = SIMD3(
        OutputColor.light(ofSRGB: shown.x), OutputColor.light(ofSRGB: shown.y),
        OutputColor.light(ofSRGB: shown.z))
      let (red, green, blue) = output.rowsFromSRGB
      let r = output.encode((red * light).sum())
      let g = output.encode((green * light).sum())
      let b = output.encode((blue * light).sum())
      let y = 0.2627 * r + 0.6780 * g + 0.0593 * b
      let wanted = [64 + 876 * y, 512 + 896 * (b - y) / 1.8814, 512 + 896 * (r - y) / 1.4746]
      for plane in 0..<3 {
        let number = numbers[(frame * 3 + plane) * 64 * 64 + 32 * 64 + 32]
        #expect(abs(Double(number) - wanted[plane]) <= 3, "frame \(frame), plane \(plane)")
      }
    }
  }

  @Test(arguments: [OutputColor.standard, .displayP3, hdr])
  func losslessFilms(output: OutputColor) throws {
    let stream = try #require(try film("mkv", output).streams.first)
    #expect(stream.codec_name == "ffv1")
    #expect(stream.pix_fmt == (output.isDeep ? "gbrp16le" : "bgr0"))
    #expect(
      stream.color_primaries
        == (output.primaries == .sRGB
          ? "bt709" : output.primaries == .bt2020 ? "bt2020" : "smpte432"))
  }

  @Test func wideFilmsOfBytes() throws {
    let stream = try #require(try film("mp4", .displayP3).streams.first)
    #expect(stream.codec_name == "h264" && stream.color_primaries == "smpte432")
    let vp9 = try #require(try film("webm", .displayP3).streams.first)
    #expect(vp9.codec_name == "vp9")
  }
}
