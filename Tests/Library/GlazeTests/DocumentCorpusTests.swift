import Foundation
import Glaze
import GlazeCore
import GlazePlan
import Testing

/// The documents of `Tests/Documents`, which contain each construct once: both backends draw them
/// alike, and every format stores them without changing a pixel.
@Suite struct DocumentCorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documents")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { ["caml", "json", "ca"].contains(($0 as NSString).pathExtension) }
      .sorted()
  }()

  private func document(_ url: URL) throws -> Document { try Document(contentsOf: url) }

  /// Returns the document with one of `names`.
  static func document(_ name: String) throws -> Document {
    try Document(contentsOf: folder.appendingPathComponent(name))
  }

  /// Draws a document at its start and later, without a state and in each.
  private func images(_ document: Document, _ renderer: Renderer) throws -> [PixelBuffer] {
    var result: [PixelBuffer] = []
    for state in [nil] + document.states.map(Optional.some) {
      try document.setState(state)
      let session = try RenderSession(
        document.rootLayer, renderer: renderer, options: document.renderOptions)
      try session.commit(at: 0)
      for time in [0, 0.6] {
        result.append(try session.frame(at: document.moment(at: time)).pixels)
      }
    }
    try document.setState(nil)
    return result
  }

  /// Each time is drawn by a session of its own, as a program does that asks for one image after the
  /// other.
  @Test("Any time in any order gives the image of a fresh document", arguments: names)
  func timesInAnyOrder(name: String) throws {
    let document = try Self.document(name)
    guard document.duration > 0 else { return }
    let renderer = try Renderer(.cpu)
    func image(_ document: Document, at time: Double) throws -> [UInt8] {
      let session = try RenderSession(
        document.rootLayer, renderer: renderer, options: document.renderOptions)
      try session.commit(at: 0)
      return try session.frame(at: document.moment(at: time)).pixels.bytes
    }
    var chance = Chance(state: UInt64(name.utf8.count))
    let end = min(document.duration, 2)
    for time in [2 * end, 0, end / 2] + (0..<3).map({ _ in chance.number(0, 2 * end) }) {
      let fresh = try image(Self.document(name), at: time)
      #expect(try image(document, at: time) == fresh, "at \(time)")
    }
  }

  /// The constructs of Apple's files, in their spelling.
  private static let constructs = [
    // Paths.
    " 22 2 l ", " c h", " q ", " re", "type=\"CGPath\"", "shadowPath", "emitterPath",
    // Groups and blending.
    "allowsGroupBlending=\"0\"", "CAAnimationGroup", "destOut", "subtractS", "cheapAdditive",
    "cheapScreen", "plusD",
    // Contents.
    "contentsTransform", "contentsScaling=\"repeat\"", "contentsMultiplyColor", "transform.shear",
    "CAMatchMoveAnimation", "CATintedImage", "src=\"data:", "src=\"assets/cgbi.png\"",
    // States.
    "LKStateSetValue", "LKStateAddElement", "LKStateRemoveElement", "LKStateAddAnimation",
    "LKStateRemoveAnimation", "LKStateTransitionElement",
    // Particles.
    "valueOverLife", "colorOverLife", "\"wave\"", "valueOverDistance", "\"attractor\"",
    "simpleAttractor", "\"drag\"", "\"light\"", "alignToMotion", "massRange", "orientationRange",
    "contentsFrameCount", "contentsFramesPerRow", "contentsFramesPerSecond", "contentsFrameMode",
    "spinBias", "sequential", "emitterShape=\"path\"", "renderMode=\"multiplyBlendMode\"",
    "cullRect", "emissionLatitude", "emissionLongitude",
    // Values that are stored unchanged.
    "luminanceCurveMap", "scriptComponents", "MicaAssetManifest", "CABackdropLayer",
  ]

  @Test func thereIsOneForEachConstruct() throws {
    #expect(Self.names.count >= 60)
    var texts = ""
    for case let path as String in try #require(
      FileManager.default.enumerator(atPath: Self.folder.path)) where path.hasSuffix(".caml")
    {
      texts += try String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
    }
    for construct in Self.constructs where !texts.contains(construct) {
      Issue.record("no document of the corpus has \(construct)")
    }
  }

  @Test(arguments: names) func allFormatsHoldIt(name: String) throws {
    let renderer = try Renderer(.cpu)
    let source = Self.folder.appendingPathComponent(name)
    let expected = try images(try document(source), renderer)
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("corpus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let formats = Document.Format.all
    func file(_ name: String, _ format: Document.Format) -> URL {
      scratch.appendingPathComponent("\(name).\(format.rawValue)")
    }
    for format in formats {
      let once = file("once", format)
      #expect(try document(source).write(to: once) == [])
      #expect(try images(try document(once), renderer) == expected, "as .\(format.rawValue)")
    }
    for first in formats {
      for second in formats where second != first {
        let (once, twice) = (file("once", second), file("twice", second))
        #expect(try document(file("once", first)).write(to: twice) == [])
        // The same bytes have the same images.
        if FileManager.default.contentsEqual(atPath: twice.path, andPath: once.path) { continue }
        let actual = try images(try document(twice), renderer)
        #expect(actual == expected, "as .\(first.rawValue), then as .\(second.rawValue)")
      }
    }
  }

  @Test(.needsGL, arguments: names) func backendsAgree(name: String) throws {
    let document = try document(Self.folder.appendingPathComponent(name))
    let software = try images(document, try Renderer(.cpu))
    let gl = try images(
      try self.document(Self.folder.appendingPathComponent(name)), try Renderer(.openGL))
    let tolerance =
      name.hasPrefix("emitter") ? ImageTolerance.manyLayers : CheckVariant.backends.tolerance
    for (expected, actual) in zip(software, gl) {
      let comparison = ImageComparison(expected, actual)
      #expect(comparison.isWithin(tolerance), "\(comparison)")
    }
  }
}
