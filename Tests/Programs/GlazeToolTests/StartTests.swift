import Foundation
import Testing

/// The parts of the start that are skipped when an image does not need them.
@Suite struct StartTests {
  /// Returns the line of `--stats` about libraries that are loaded on demand.
  private func loaded(_ document: String, _ name: String) throws -> String? {
    try withScratchFolder { folder in
      try Documents.write(document, to: folder + "/" + name)
      let result = try Tool(folder: folder)
        .run("render", name, "--backend", "software", "--stats")
      #expect(result.status == 0)
      return result.messages.first { $0.hasPrefix("  loaded: ") }
    }
  }

  #if arch(x86_64) || arch(arm64)
    @Test func boxesLoadNothing() throws {
      #expect(try loaded(Documents.red, "a.json") == "  loaded: nothing")
    }

    @Test func documentsOfXMLLoadItsReader() throws {
      #expect(try loaded(Documents.greenCAML, "a.caml") == "  loaded: libxml2")
    }

    @Test func textLoadsWhatDrawsIt() throws {
      let text = Documents.scene(
        #""class":"CATextLayer","bounds":[0,0,40,30],"string":"a","fontSize":12"#)
      #expect(try loaded(text, "a.json") == "  loaded: cairo, Pango")
    }

    @Test func everyFunctionOfTheirsIsLoadedLate() throws {
      // The symbols that the dynamic loader looks up; one function is enough to require a library.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "nm", "--dynamic", "--undefined-only", try #require(Tool.executable).path,
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let data = try pipe.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      let output = String(decoding: try #require(data), as: UTF8.self)
      let names = output.split(whereSeparator: \.isNewline)
        .compactMap { $0.split(separator: " ").last.map(String.init) }
      #expect(names.contains { $0.hasPrefix("eglInitialize") })
      let prefixes = [
        "cairo_", "pango_", "g_object_", "g_type_", "hb_", "Fc", "xml", "jpeg_", "png_", "WebP",
      ]
      #expect(names.filter { name in prefixes.contains { name.hasPrefix($0) } } == [])
    }
  #endif

  @Test func fontsAreNotLookedForWithoutText() throws {
    try withScratchFolder { folder in
      // fontconfig prints an error whenever it is used.
      let tool = Tool(folder: folder, environment: ["FONTCONFIG_FILE": folder + "/none"])
      try Documents.write(Documents.red, to: folder + "/a.json")
      let result = try tool.run("render", "a.json", "--backend", "software")
      #expect(result.status == 0)
      #expect(result.messages == [])
    }
  }
}
