import ArgumentParser
import Testing

@testable import GlazeTool

/// Command lines that are read without ArgumentParser.
@Suite struct ShortCommandLineTests {
  @Test(arguments: [
    "a.json", "a.json b.caml -o out/", "-q a.json --quiet-not", "a.json -o b.png -q",
    "a.json --output b.png --quiet --stats", "--backend gl a.json", "a.json --backend software",
    "a.json --size 40x30", "a.json --scale 2.5 --background #fff8", "a.json --time 1.5",
    "a.json --no-dither", "- -o b.png", "a.json -o %s@2x.png", "x/a.json -o o.webp",
  ])
  func readsWhatTheParserReads(line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let short = ShortCommandLine(["render"] + arguments)?.settings
    let long = try? RenderCommand.parse(arguments).settings
    #expect(short == long)
    #expect((long == nil) == line.contains("not"))
  }

  @Test(arguments: [
    "", "render", "plan a.json", "--help", "render --help", "render a.json --backend cpu",
    "render a.json --size 3", "render a.json --size 3x3 --scale 2", "render a.json -o b.mp4",
    "render - - -o x/", "render a.json -o", "render a.json -o --stats", "render a.json -q -q",
    "render a.json --to 1 -o b.apng", "render a.json -- b.json", "render a.json --output=b.png",
    "render a.json b.json -o c.png", "render a.json -o a.json", "render a.json --time -1",
    "render a.json --frobnicate", "render a.json --flipped", "help render",
  ])
  func leavesTheRestToTheParser(line: String) {
    #expect(ShortCommandLine(line.split(separator: " ").map(String.init)) == nil)
  }
}
