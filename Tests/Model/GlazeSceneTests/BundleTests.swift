import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

@Suite struct BundleTests {
  private let layer = #"<caml><CALayer bounds="0 0 9 9"/></caml>"#

  private func index(_ content: String) -> String {
    "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\(content)</dict></plist>"
  }

  private func read(_ folder: TemporaryFolder) throws -> DocumentContents {
    try DocumentReader().read(path: folder.path)
  }

  @Test func theIndexNamesTheDocumentAndItsDirection() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "index.xml",
      index("<key>geometryFlipped</key><true/><key>rootDocument</key><string>a.caml</string>"))
    try folder.write("a.caml", layer)
    #expect(try read(folder).isGeometryFlipped)
    #expect(try DocumentReader().read(path: folder.path + "/a.caml").isGeometryFlipped)
    let unflipped = DocumentReader(options: .init(isFlipped: false))
    #expect(try unflipped.read(path: folder.path).isGeometryFlipped == false)
  }

  @Test func theIndexCanBeMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write("main.caml", layer)
    #expect(try read(folder).isGeometryFlipped == false)
  }

  /// The index as `plutil -convert binary1` writes it.
  @Test func theIndexCanBeBinary() throws {
    let folder = try TemporaryFolder()
    let list: [String: Any] = [
      "geometryFlipped": true, "rootDocument": "a&b.caml", "documentWidth": 428,
      "documentHeight": 926.5, "editor": ["name": "x < y", "tags": ["1", Data([1, 2])]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    try data.write(to: URL(fileURLWithPath: folder.path + "/index.xml"))
    try folder.write("a&b.caml", "<caml><CALayer/></caml>")
    let document = try read(folder)
    #expect(document.isGeometryFlipped && document.size == CGSize(width: 428, height: 926.5))
    let retained = try #require(document.companions?.indexEntries.first)
    #expect(
      retained.0 == "editor" && retained.1.contains("<key>name</key><string>x &lt; y</string>"))
    #expect(retained.1.contains("<array><string>1</string><data>AQI=</data></array>"))
    try data.prefix(40).write(to: URL(fileURLWithPath: folder.path + "/index.xml"))
    #expect(problem { try read(folder) } != nil)
  }

  @Test func theIndexSizesARootWithoutBounds() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "index.xml",
      index(
        "<key>documentWidth</key><real>428</real><key>documentHeight</key><integer>926</integer>"))
    try folder.write("main.caml", "<caml><CALayer/></caml>")
    #expect(try read(folder).size == CGSize(width: 428, height: 926))
  }

  @Test func theIndexSaysWhetherTimeGoesRound() throws {
    func loop(_ enabled: Bool, _ start: String, _ end: String) throws -> Range<Double>? {
      let folder = try TemporaryFolder()
      try folder.write(
        "index.xml",
        index(
          "<key>loopStart</key><real>\(start)</real><key>loopEnd</key><real>\(end)</real>"
            + "<key>loopingEnabled</key><\(enabled)/>"))
      try folder.write("main.caml", layer)
      return try read(folder).loop
    }
    #expect(try loop(true, "1.0", "3") == 1..<3)
    #expect(try loop(false, "1.0", "3") == nil && loop(true, "0.0", "+infinity") == nil)
    #expect(try loop(true, "2", "2") == nil)
  }

  @Test(arguments: [
    (
      "<key>rootDocument</key><string>index.xml</string>",
      Problem.badIndex("index.xml names itself as its rootDocument")
    ),
    ("<key>rootDocument</key><string>../main.caml</string>", .pathLeadsOut("../main.caml")),
    ("<key>rootDocument</key><string>/etc/passwd</string>", .pathLeadsOut("/etc/passwd")),
    ("<key>rootDocument</key><string>out.caml</string>", .pathLeadsOut("out.caml")),
    (
      "<key>rootDocument</key><true/>",
      .badValue(of: "rootDocument", expected: "the name of a file")
    ),
    (
      "<key>rootDocument</key><string>no.caml</string>",
      .unreadable(reason: "No such file or directory")
    ),
    (
      "<key>rootDocument</key><string>loop.caml</string>",
      .unreadable(reason: "Too many levels of symbolic links")
    ),
    (
      "<key>geometryFlipped</key><string>yes</string>",
      .badValue(of: "geometryFlipped", expected: "true or false")
    ),
    (
      "<key>documentWidth</key><real>nan</real>",
      .badValue(of: "documentWidth", expected: "a finite number")
    ),
  ])
  func wrongIndicesAreErrors(_ content: String, _ expected: Problem) throws {
    let outer = try TemporaryFolder()
    try outer.write("main.caml", layer)
    try outer.write("x.ca/main.caml", layer)
    try outer.write("x.ca/index.xml", index(content))
    try outer.link("x.ca/out.caml", to: "../main.caml")
    try outer.link("x.ca/loop.caml", to: "loop.caml")
    #expect(problem { try DocumentReader().read(path: outer.path + "/x.ca") } == expected)
  }

  @Test func cutIndicesAreTruncated() throws {
    let folder = try TemporaryFolder()
    try folder.write("main.caml", layer)
    try folder.write("index.xml", "<plist><dict><key>rootDoc")
    #expect(
      problem { try read(folder) } == .truncated(expected: "the end of the property list"))
  }

  @Test func foldersWithoutADocumentAreErrors() throws {
    let folder = try TemporaryFolder()
    guard case .badIndex? = problem({ try read(folder) }) else {
      Issue.record("an empty folder must be an error")
      return
    }
    #expect(
      problem { try DocumentReader().read(path: folder.path + "/no.json") }
        == .unreadable(reason: "No such file or directory"))
  }

  @Test(arguments: [
    ("FavoriteView", 8), ("ToggleView", 23), ("PopularityBadge", 5), ("LayeringShadowsView", 5),
    ("Root", 28),
  ])
  func bundlesThatAppleWroteLoad(_ name: String, _ count: Int) throws {
    let document = try DocumentReader().read(path: resource("apple/\(name).ca"))
    var layers = [document.root]
    var found = 0
    while let layer = layers.popLast() {
      found += 1
      layers += (layer.sublayers ?? []) + (layer.mask.map { [$0] } ?? [])
    }
    #expect(found == count)
    for diagnostic in document.diagnostics {
      switch diagnostic.problem {
      case .notDrawn, .unknownClass("SwiftUI.GradientLayer"): break
      default: Issue.record("\(diagnostic)")
      }
    }
  }

  @Test func glyphRunsThatAppleWroteAreTintedMasks() throws {
    let document = try DocumentReader().read(path: resource("apple/ToggleView.ca"))
    let text = try #require(document.root.sublayers?.first?.contents as? CGImage)
    #expect(text.width == 67)
    #expect(!text.isOpaque)
    // At its greatest coverage, the image has the tint 0.2353 0.2353 0.2627, premultiplied.
    let starts = stride(from: 0, to: text.pixels.count, by: 4)
    let pixel = try #require(starts.max { text.pixels[$0 + 3] < text.pixels[$1 + 3] })
    let alpha = Double(text.pixels[pixel + 3])
    #expect(alpha > 100)
    for (channel, tint) in [0.2353, 0.2353, 0.2627].enumerated() {
      #expect(abs(Double(text.pixels[pixel + channel]) - tint * alpha) <= 0.51)
    }
  }
}
