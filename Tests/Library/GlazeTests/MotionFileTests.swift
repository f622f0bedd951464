import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import Testing

/// Files of sequences that are decoded again.
@Suite struct MotionFileTests {
  private static let count = 5

  private func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = NSTemporaryDirectory() + "glaze-motion-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  private func render(
    into sink: any FrameSink, overlaps: Bool = true, frames: Range<Int>? = nil,
    background: CGColor? = nil, stopsAfter limit: Int = .max
  ) throws {
    let walk = SequenceTests.Walk()
    var options = SequenceTests.options(overlaps: overlaps)
    options.frames = frames
    var asked = 0
    try RootRenderer(backend: .software).render(
      walk.root, times: try FrameTimes(from: 0, to: 0.5, framesPerSecond: 10),
      background: background, into: sink, options: options
    ) { _ in
      asked += 1
      return walk.next() && asked <= limit
    }
  }

  /// Returns the pixels of single images, as PNG stores them.
  private func stills() throws -> [[UInt8]] {
    let walk = SequenceTests.Walk()
    let renderer = try RootRenderer(backend: .software)
    return try (0..<Self.count).map { _ in
      _ = walk.next()
      let image = try renderer.render(walk.root)
      return try ImageDecoder.decode(Data(try PNG.encode(image)), name: "still").pixels
    }
  }

  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test(arguments: [true, false]) func animatedPNGHoldsTheStills(overlaps: Bool) throws {
    try inFolder { folder in
      try render(into: try MotionFile(folder + "/a.apng"), overlaps: overlaps)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.apng"])
      let video = try APNGVideo(try contents(folder + "/a.apng"))
      let stills = try stills()
      #expect(video.frames == stills)
      #expect(video.delays == Array(repeating: [1, 10], count: Self.count))
      #expect(video.areas[0] == [0, 0, 40, 30])
      // Later frames contain only the part that moved.
      #expect(video.areas.dropFirst().allSatisfy { $0[2] < 20 && $0[3] < 12 })
      // A reader without support for animation shows the first frame.
      let first = try ImageDecoder.decode(
        try Data(contentsOf: URL(fileURLWithPath: folder + "/a.apng")), name: "a.apng")
      #expect(first.pixels == video.frames[0])
    }
  }

  @Test func animatedWebPHoldsTheStills() throws {
    try inFolder { folder in
      try render(into: try MotionFile(folder + "/a.webp"))
      let video = try WebPVideo(try contents(folder + "/a.webp"))
      let stills = try stills()
      #expect(video.frames == stills)
      #expect(video.milliseconds == Array(repeating: 100, count: Self.count))
    }
  }

  @Test func rawFramesAreStraight() throws {
    try inFolder { folder in
      try render(into: try MotionFile(folder + "/a.raw"))
      let expected: [UInt8] = try stills().flatMap { Self.straight($0) }
      #expect(try contents(folder + "/a.raw") == expected)
    }
  }

  /// Decoded images are premultiplied; their straight values are restored exactly where alpha is
  /// high.
  private static func straight(_ pixels: [UInt8]) -> [UInt8] {
    stride(from: 0, to: pixels.count, by: 4).flatMap { index -> [UInt8] in
      let alpha = Int(pixels[index + 3])
      let color = (0..<3).map { (channel: Int) -> UInt8 in
        if alpha == 0 { return 0 }
        let twice = Int(pixels[index + channel]) * 510
        return UInt8((twice + alpha) / (2 * alpha))
      }
      return color + [UInt8(alpha)]
    }
  }

  @Test func rawVideoSaysWhatItIs() throws {
    try inFolder { folder in
      let white = CGColor.white
      try render(into: try MotionFile(folder + "/a.y4m"), background: white)
      let bytes = try contents(folder + "/a.y4m")
      let header = "YUV4MPEG2 W40 H30 F10:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
      let start = Array(bytes.prefix(header.utf8.count))
      #expect(start == Array(header.utf8))
      let frame = Array("FRAME\n".utf8)
      let byteCount: Int = start.count + Self.count * (frame.count + 40 * 30 * 3)
      #expect(bytes.count == byteCount)
      let first = Array(bytes.dropFirst(start.count))
      #expect(Array(first.prefix(6)) == frame)
      // The corner is half blue on white: 128, 191, 255 in BT.709.
      let (luma, blue, red) = (first[6], first[6 + 1200], first[6 + 2400])
      let expected = Self.bt709(128, 191, 255)
      #expect(abs(Int(clamping: luma) - expected[0]) <= 1)
      #expect(abs(Int(clamping: blue) - expected[1]) <= 1)
      #expect(abs(Int(clamping: red) - expected[2]) <= 1)
    }
  }

  private static func bt709(_ r: Double, _ g: Double, _ b: Double) -> [Int] {
    let y: Double = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
    let (blue, red): (Double, Double) = ((b / 255 - y) / 1.8556, (r / 255 - y) / 1.5748)
    let values: [Double] = [16 + 219 * y, 128 + 224 * blue, 128 + 224 * red]
    return values.map { Int(clamping: $0.rounded()) }
  }

  @Test(arguments: ["a.raw", "a.y4m"]) func streamsGoOnWhereTheyEnded(name: String) throws {
    try inFolder { folder in
      try render(into: try MotionFile(folder + "/whole-" + name), overlaps: false)
      let path = folder + "/" + name
      // Nothing moves, so frames of two runs equal those of one.
      let renderer = try RootRenderer(backend: .software)
      let root = SequenceTests.Walk().root
      let times = try FrameTimes(from: 0, to: 1, framesPerSecond: 10)
      try renderer.render(root, times: times, into: try MotionFile(folder + "/still-" + name))
      var asked = 0
      #expect(throws: GlazeError.stopped(finished: 3)) {
        try renderer.render(
          root, times: times, into: try MotionFile(path, resumes: true),
          options: SequenceTests.options(overlaps: false)
        ) { _ in
          asked += 1
          return asked <= 3
        }
      }
      #expect(!FileManager.default.fileExists(atPath: path))
      // An incomplete frame is drawn again.
      let part = try #require(FileHandle(forWritingAtPath: path + ".part"))
      try part.seekToEnd()
      try part.write(contentsOf: Data([1, 2, 3]))
      try part.close()
      let statistics = try renderer.render(
        root, times: times, into: try MotionFile(path, resumes: true))
      // The last existing frame is drawn again and compared.
      #expect(statistics.frameCount == 8)
      #expect(statistics.skippedCount == 2)
      #expect(try contents(path) == contents(folder + "/still-" + name))
      #expect(!FileManager.default.fileExists(atPath: path + ".part"))
      let again = try renderer.render(
        root, times: times, into: try MotionFile(path, resumes: true))
      #expect(again.frameCount == 1)
      #expect(again.skippedCount == 9)
    }
  }

  @Test func partsOfOtherSequencesAreRefused() throws {
    try inFolder { folder in
      try Data("YUV4MPEG2 W9 H9 F10:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8).write(
        to: URL(fileURLWithPath: folder + "/a.y4m.part"))
      #expect(throws: GlazeError.foreignPart(folder + "/a.y4m.part")) {
        try render(into: try MotionFile(folder + "/a.y4m", resumes: true))
      }
    }
  }

  /// Raw frames of one size look alike: the last one distinguishes documents.
  @Test(arguments: ["", ".part"]) func framesOfOtherDocumentsAreRefused(ending: String) throws {
    try inFolder { folder in
      let path = folder + "/a.raw"
      try render(into: try MotionFile(path))
      var bytes = try contents(path)
      let size = bytes.count / Self.count
      if ending == ".part" {
        try FileManager.default.removeItem(atPath: path)
        bytes = [UInt8](bytes.prefix(2 * size))
      }
      bytes[bytes.count - size] ^= 1
      try Data(bytes).write(to: URL(fileURLWithPath: path + ending))
      #expect(throws: GlazeError.foreignPart(path + ending)) {
        try render(into: try MotionFile(path, resumes: true))
      }
      #expect(try contents(path + ending) == bytes)
    }
  }

  @Test func partsAreNoLinks() throws {
    try inFolder { folder in
      let other = folder + "/other"
      try Data([7]).write(to: URL(fileURLWithPath: other))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/a.raw.part", withDestinationPath: other)
      #expect(throws: GlazeError.self) {
        try render(into: try MotionFile(folder + "/a.raw", resumes: true))
      }
      #expect(try contents(other) == [7])
      // A pipe does not block the reader.
      try #require(mkfifo(folder + "/b.raw.part", 0o600) == 0)
      #expect(throws: GlazeError.self) {
        try render(into: try MotionFile(folder + "/b.raw", resumes: true))
      }
    }
  }

  @Test func imagesAreNoPipes() throws {
    try inFolder { folder in
      try #require(mkfifo(folder + "/2.png", 0o600) == 0)
      for resumes in [false, true] {
        #expect(throws: GlazeError.self) {
          try render(into: try NumberedImages(folder + "/%d.png", resumes: resumes))
        }
      }
    }
  }

  @Test func imagesWithDamageInside() throws {
    let image = CGImage(
      width: 20, height: 10, premultipliedRGBA: (0..<800).map { UInt8(truncatingIfNeeded: $0 | 3) })
    let file = try PNG.encode(image)
    #expect(PNG.isComplete(file, width: 20, height: 10))
    #expect(!PNG.isComplete(file, width: 10, height: 20))
    for index in file.indices {
      var damaged = file
      damaged[index] ^= 0x10
      #expect(!PNG.isComplete(damaged, width: 20, height: 10), "byte \(index)")
      #expect(!PNG.isComplete(Array(file[..<index]), width: 20, height: 10))
    }
    #expect(!PNG.isComplete(file + [0], width: 20, height: 10))
  }

  @Test(arguments: ["a.apng", "a.webp", "a.raw", "a.y4m"])
  func stoppedFilesLeaveNothing(name: String) throws {
    try inFolder { folder in
      try Data([7]).write(to: URL(fileURLWithPath: folder + "/" + name))
      #expect(throws: GlazeError.self) {
        try render(into: try MotionFile(folder + "/" + name), stopsAfter: 2)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
      #expect(try contents(folder + "/" + name) == [7])
    }
  }

  @Test func numbersNameFiles() throws {
    try inFolder { folder in
      try render(into: try NumberedImages(folder + "/%%f%03d.png", firstNumber: 98))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["%f098.png", "%f099.png", "%f100.png", "%f101.png", "%f102.png"])
      for (name, still) in zip(names, try stills()) {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        #expect(try ImageDecoder.decode(data, name: name).pixels == still)
      }
    }
  }

  @Test func onlyCompleteFilesAreLeft() throws {
    try inFolder { folder in
      let pattern = folder + "/%d.png"
      try render(into: try NumberedImages(pattern), overlaps: false)
      let before = try (0..<Self.count).map { try contents(folder + "/\($0).png") }
      // One file is cut short, one is not a PNG, one has another size, one is missing.
      try Data(before[0].dropLast(3)).write(to: URL(fileURLWithPath: folder + "/0.png"))
      try Data([1, 2]).write(to: URL(fileURLWithPath: folder + "/1.png"))
      let other = try PNG.encode(CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 255]))
      try Data(other).write(to: URL(fileURLWithPath: folder + "/2.png"))
      try FileManager.default.removeItem(atPath: folder + "/3.png")
      let walk = SequenceTests.Walk()
      let statistics = try RootRenderer(backend: .software).render(
        walk.root, times: try FrameTimes(from: 0, to: 0.5, framesPerSecond: 10),
        into: try NumberedImages(pattern, resumes: true)
      ) { _ in walk.next() }
      #expect(statistics.frameCount == 4)
      #expect(statistics.skippedCount == 1)
      for number in 0..<Self.count {
        #expect(try contents(folder + "/\(number).png") == before[number])
      }
    }
  }

  @Test func namesChooseFormats() throws {
    #expect(try MotionFile("x/a.WebM").format == .webm)
    #expect(try MotionFile("a.bin", format: .raw).format == .raw)
    for name in ["a.avi", "a", "", "apng", "x.webp/a"] {
      #expect(throws: GlazeError.unknownFormat(name)) { try MotionFile(name) }
    }
    #expect(throws: GlazeError.notResumable("apng")) {
      try MotionFile("a.apng", resumes: true)
    }
    #expect(throws: GlazeError.needsFile("mp4")) { try MotionFile(standardOutput: .mp4) }
    for name in ["a.png", "a%d%d.png", "a%x.png", "a%03d%.png"] {
      #expect(throws: GlazeError.noNumber(name)) { try NumberedImages(name) }
    }
    #expect(throws: GlazeError.unknownFormat("a%d.jpg")) { try NumberedImages("a%d.jpg") }
  }
}
