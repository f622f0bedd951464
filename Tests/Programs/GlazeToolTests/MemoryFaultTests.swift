import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// Allocations that fail, and allocations that are too large.
@Suite(.needsFaultLibraries) struct MemoryFaultTests {
  /// The number of runs for each document: 12, or the value of `GLAZE_MEMORY_FAULTS`.
  private static let runs =
    ProcessInfo.processInfo.environment["GLAZE_MEMORY_FAULTS"].flatMap { Int($0) } ?? 12

  /// A scene with all features whose memory depends on their size.
  private static let everything = #"""
    {"width":400,"height":300,"root":{"bounds":[0,0,400,300],"sublayers":[
      {"frame":[0,0,400,300],"contents":"deep.png","cornerRadius":40,"masksToBounds":true},
      {"frame":[10,10,300,200],"class":"CAShapeLayer","fillColor":[1,0.5,0],"lineWidth":7,
       "strokeColor":[0,0,1],"shadowOpacity":0.7,"shadowRadius":9,
       "path":"M0 0C400 300 0 300 300 0A99 99 0 0 1 20 190z"},
      {"frame":[0,100,400,150],"class":"CATextLayer","string":"Aging glyphs","fontSize":120,
       "foregroundColor":[0,0,0,0.8]},
      {"frame":[50,50,200,200],"opacity":0.5,"sublayers":[
        {"frame":[0,0,150,150],"class":"CAGradientLayer","colors":[[1,0,0],[0,1,0]]},
        {"frame":[50,50,150,150],"backgroundColor":[0,0,1],
         "filters":[{"type":"gaussianBlur","inputRadius":6}]}]}]}}
    """#

  /// A long text in each of the formats that C code reads.
  private static let text =
    "<caml><CALayer bounds=\"0 0 40 30\" backgroundColor=\"1 0 0\"><sublayers>"
    + String(repeating: "<CALayer frame=\"1 2 3 4\" backgroundColor=\"0 1 0\"/>", count: 3000)
    + "</sublayers></CALayer></caml>"

  private func prepare(_ folder: String) throws {
    try FileManager.default.copyItem(
      at: FaultLibrary.folder.appendingPathComponent("deep.png"),
      to: URL(fileURLWithPath: folder + "/deep.png"))
    try Documents.write(Self.everything, to: folder + "/all.json")
    try Documents.write(Self.text, to: folder + "/text.caml")
    let tar = Process()
    tar.executableURL = URL(fileURLWithPath: "/bin/tar")
    tar.arguments = ["-czf", folder + "/text.tgz", "-C", folder, "text.caml"]
    try tar.run()
    tar.waitUntilExit()
  }

  /// Each large allocation fails once, in turn: the result is the image, or an error.
  @Test(arguments: ["all.json", "text.caml", "text.tgz"])
  func anAllocationThatFailsIsAnError(document: String) throws {
    try withScratchFolder { folder in
      try prepare(folder)
      var tool = Tool(folder: folder)
      tool.environment = [
        "LD_PRELOAD": try FaultLibrary.make("memory", in: folder),
        "GLAZE_FAULT_REPORT": folder + "/report", "TMPDIR": folder,
      ]
      let arguments = ["render", document, "--backend", "software", "-o"]
      #expect(try tool.run(arguments + ["whole.png"]).messages.isEmpty)
      let count = try report(folder).count
      try #require(count > 0)
      tool.environment["GLAZE_FAULT_REPORT"] = nil
      let before = try OutputFolder.names(folder)
      var failures = 0
      for run in 0..<min(count, Self.runs) {
        tool.environment["GLAZE_FAULT_AT"] = "\(1 + run * count / min(count, Self.runs))"
        let result = try tool.run(arguments + ["a.png"])
        let name = "\(tool.environment["GLAZE_FAULT_AT"] ?? "") of \(count): \(result.messages)"
        // Signals have the status -1.
        #expect([0, 1].contains(result.status), "\(name)")
        if result.status == 0 {
          let isWhole = FileManager.default.contentsEqual(
            atPath: folder + "/a.png", andPath: folder + "/whole.png")
          #expect(isWhole || !result.messages.isEmpty, "\(name)")
          try FileManager.default.removeItem(atPath: folder + "/a.png")
        } else {
          failures += 1
          #expect(!result.messages.isEmpty, "\(name)")
        }
        #expect(try OutputFolder.names(folder) == before, "\(name)")
      }
      #expect(failures > 0)
    }
  }

  /// An image whose allocation fails is missing, and the message states that reason.
  @Test func anImageThatGetsNoMemoryIsMissing() throws {
    try withScratchFolder { folder in
      let wide = CGImage(
        width: 16384, height: 2, premultipliedRGBA: (0..<16384 * 8).map { UInt8($0 % 4 * 85) })
      try Data(PNG.encode(wide)).write(to: URL(fileURLWithPath: folder + "/wide.png"))
      try Documents.write(
        Documents.scene(#""bounds":[0,0,4,3],"contents":"wide.png""#), to: folder + "/a.json")
      var tool = Tool(folder: folder)
      tool.environment["LD_PRELOAD"] = try FaultLibrary.make("memory", in: folder)
      var warnings: Set<String> = []
      for number in 1...12 {
        tool.environment["GLAZE_FAULT_AT"] = "\(number)"
        let result = try tool.run("render", "a.json", "--backend", "software", "-o", "a.png")
        #expect([0, 1].contains(result.status))
        warnings.formUnion(result.messages.filter { $0.contains("warning") })
      }
      #expect(warnings.count == 1 && warnings.first?.contains("memory") == true, "\(warnings)")
      #expect(warnings.allSatisfy { !$0.contains("damaged") })
    }
  }

  /// A 16-bit image is decoded directly into its final memory, and only the shown mip level is made
  /// from it.
  @Test func deepImagesAreThereOnce() throws {
    try withScratchFolder { folder in
      try prepare(folder)
      let small = #"{"width":64,"height":64,"root":{"bounds":[0,0,64,64]}}"#
      try Documents.write(small, to: folder + "/small.json")
      let deep = #"{"width":64,"height":64,"root":{"bounds":[0,0,64,64],"contents":"deep.png"}}"#
      try Documents.write(deep, to: folder + "/deep.json")
      var tool = Tool(folder: folder)
      tool.environment = [
        "LD_PRELOAD": try FaultLibrary.make("memory", in: folder),
        "GLAZE_FAULT_REPORT": folder + "/report",
      ]
      let peaks = try ["small.json", "deep.json"].map { name in
        let result = try tool.run("render", name, "--backend", "software", "-o", "a.png")
        #expect(result.status == 0, "\(result.messages)")
        return try report(folder).peak
      }
      // Half floats and bytes, and the first and second mip levels of both.
      let most = Double(1024 * 1024) * (8 + 4) * (1 + 0.25 + 0.0625)
      #expect(Double(peaks[1] - peaks[0]) < most + 1e6, "\(peaks)")
    }
  }

  private func report(_ folder: String) throws -> (count: Int, peak: Int) {
    let text = try String(contentsOfFile: folder + "/report", encoding: .utf8)
    try FileManager.default.removeItem(atPath: folder + "/report")
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2)
    return (numbers[0], numbers[1])
  }
}
