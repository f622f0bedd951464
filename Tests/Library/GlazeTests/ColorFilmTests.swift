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

  /// Draws a red square that becomes brighter in three frames, and probes the video.
  private func film(_ ending: String, _ output: OutputColor) throws -> Probe {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.preferredDynamicRange = .high
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    animation.fromValue = CGColor(srgbRed: 0.2, green: 0.2, blue: 0.2, alpha: 1)
    animation.toValue = CGColor(srgbRed: 1.8, green: 1.8, blue: 1.8, alpha: 1)
    animation.duration = 1
    root.add(animation, forKey: "a")
    var options = RenderOptions(background: .black)
    options.output = output
    let path = folder.appendingPathComponent("a.\(ending)").path
    let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
    try session.renderSequence(
      FrameTimes(from: 0, to: 0.75, framesPerSecond: 4), into: MotionFile(path))
    return try probe(path)
  }

  private func probe(_ path: String) throws -> Probe {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(ProgramPath.find("ffprobe")))
    process.arguments = [
      "-v", "error", "-of", "json", "-show_streams", "-show_frames", "-read_intervals", "%+#1",
      path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Probe.self, from: text)
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
