import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

@Suite struct AssetTests {
  private func contents(_ element: String, in folder: TemporaryFolder) throws -> DocumentContents {
    try camlRoot("", element, folder: folder.path)
  }

  @Test(arguments: [
    #"<contents type="CGImage" src="assets/a.png"/>"#,
    #"<contents><CGImage src="assets/a.png"/></contents>"#,
    #"<contents src="assets/a.png"/>"#,
    #"<contents type="CGImage" src="assets/../assets/./a.png"/>"#,
  ])
  func imagesAreFound(_ element: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("assets/a.png", try Images.png([255, 0, 0, 255]))
    let document = try contents(element, in: folder)
    #expect(Images.pixel(of: document.root.contents) == [255, 0, 0, 255])
    #expect(document.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("a b.png", "assets/a%20b.png"), ("a b.png", "assets/a b.png"),
    ("a%20b.png", "assets/a%20b.png"),
    ("täst.png", "assets/t%C3%A4st.png"), ("ta\u{308}st.png", "assets/täst.png"),
    ("100%.png", "assets/100%.png"), ("日本.png", "assets/日本.png"),
  ])
  func namesAreDecoded(_ file: String, _ source: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("assets/\(file)", try Images.png([0, 255, 0, 255]))
    let document = try contents(#"<contents type="CGImage" src="\#(source)"/>"#, in: folder)
    #expect(Images.pixel(of: document.root.contents) == [0, 255, 0, 255])
  }

  @Test func eachFileIsDecodedOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.png", try Images.png([1, 2, 3, 255]))
    try folder.link("b.png", to: "a.png")
    let document = try scene(
      #"""
      {"width": 9, "height": 9, "root": {"contents": "a.png", "sublayers": [
        {"contents": "./a.png"}, {"contents": "b.png"}]}}
      """#, folder: folder.path)
    let first = try #require(document.root.contents as? CGImage)
    for layer in try #require(document.root.sublayers) {
      #expect(layer.contents as? CGImage === first)
    }
  }

  // MARK: Masks and tints

  @Test(arguments: [
    #"""
    <contents type="CATintedImage"><image type="CGImage" A8asL8="1" src="m.png"/>
    <tint type="CGColor" value="1 0.5 0" opacity="0.5"/></contents>
    """#
  ])
  func masksAreTintedWhileLoading(_ element: String) throws {
    let folder = try TemporaryFolder()
    // Luminance 128 is alpha 128; half of it is 64, and the color is premultiplied.
    try folder.write("m.png", try Images.png([128, 128, 128, 255]))
    let document = try contents(element, in: folder)
    #expect(Images.pixel(of: document.root.contents) == [64, 32, 0, 64])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func tintAttributesAndWhiteMasks() throws {
    let folder = try TemporaryFolder()
    try folder.write("m.png", try Images.png([128, 128, 128, 255]))
    let tinted = try contents(
      #"<contents type="CATintedImage" tint="0 0 0"><image A8asL8="1" src="m.png"/></contents>"#,
      in: folder)
    #expect(Images.pixel(of: tinted.root.contents) == [0, 0, 0, 128])
    let plain = try contents(#"<contents type="CGImage" A8asL8="1" src="m.png"/>"#, in: folder)
    #expect(Images.pixel(of: plain.root.contents) == [128, 128, 128, 128])
  }

  @Test func colouredImagesKeepTheirColourUnderATint() throws {
    let folder = try TemporaryFolder()
    try folder.write("c.png", try Images.png([200, 100, 0, 255]))
    let tinted = try contents(
      #"<contents type="CATintedImage" tint="0 0 0"><image src="c.png"/></contents>"#, in: folder)
    #expect(Images.pixel(of: tinted.root.contents) == [200, 100, 0, 255])
  }

  @Test func swizzledImagesAreAlphaAlone() throws {
    let folder = try TemporaryFolder()
    try folder.write("c.png", try Images.png([50, 20, 0, 100]))
    let document = try camlRoot(
      #"contentsSwizzle="AAAA" contentsMultiplyColor="0 1 0""#,
      #"<contents type="CGImage" src="c.png"/>"#, folder: folder.path)
    #expect(Images.pixel(of: document.root.contents) == [100, 100, 100, 100])
    #expect(document.root.contentsMultiplyColor == CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
  }

  // MARK: Missing and damaged files

  @Test func missingFilesAreWarnings() throws {
    let folder = try TemporaryFolder()
    let document = try contents(#"<contents type="CGImage" src="a%20b.png"/>"#, in: folder)
    #expect(document.root.contents == nil)
    #expect(
      document.diagnostics.map(\.problem) == [
        .missingAsset("a%20b.png", reason: "No such file or directory")
      ])
  }

  @Test func damagedFilesAreErrors() throws {
    let folder = try TemporaryFolder()
    let image = try Images.png([1, 2, 3, 255], width: 64, height: 64)
    try folder.write("cut.png", image.prefix(image.count - 20))
    try folder.write("text.png", "no image")
    func problem(_ name: String) throws -> Problem? {
      let json = #"{"width": 9, "height": 9, "root": {"contents": "\#(name)"}}"#
      let document = try scene(json, folder: folder.path)
      #expect(document.root.contents == nil)
      return document.diagnostics.first?.problem
    }
    let cut = try problem("cut.png")
    guard case .badAsset(.truncated)? = cut else {
      Issue.record("\(String(describing: cut))")
      return
    }
    #expect(try problem("text.png") == .badAsset(.notAnImage(name: "text.png")))
  }

  @Test func kindsThatAreNotReadAreWarnings() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.pdf", Data("%PDF-1.7".utf8))
    let document = try scene(
      #"{"width": 9, "height": 9, "root": {"contents": "a.pdf"}}"#, folder: folder.path)
    guard case .badAsset(.unsupported)? = document.diagnostics.first?.problem else {
      Issue.record("\(document.diagnostics)")
      return
    }
  }

  @Test func onlyFilesAreOpened() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/pipe.png", 0o600)
    try folder.link("loop.png", to: "loop.png")
    let document = try scene(
      #"""
      {"width": 9, "height": 9, "root": {"contents": "pipe.png", "sublayers": [
        {"contents": "/dev/zero"}, {"contents": "loop.png"}, {"contents": "."}]}}
      """#, folder: folder.path)
    let reasons = document.diagnostics.map { diagnostic -> String in
      if case .missingAsset(_, let reason) = diagnostic.problem { reason } else { "" }
    }
    #expect(
      reasons == [
        "it is not a regular file", "it is not a regular file",
        "Too many levels of symbolic links", "it is a folder",
      ])
  }

  // MARK: Paths outside the folder

  @Test(arguments: [
    "../secret.png", "assets/../../secret.png", "%2e%2e/secret.png", "..%2Fsecret.png",
    "/etc/passwd", "file:///etc/passwd", "link.png", "folder/secret.png", "../nothing.png",
  ])
  func pathsDoNotLeadOutOfABundle(_ source: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("secret.png", try Images.png([9, 9, 9, 255]))
    try folder.write(
      "x.ca/main.caml",
      #"<caml><CALayer bounds="0 0 9 9"><contents src="\#(source)"/></CALayer></caml>"#)
    try folder.link("x.ca/link.png", to: "../secret.png")
    try folder.link("x.ca/folder", to: "..")
    guard
      case .pathLeadsOut? = problem({ try DocumentReader().read(path: folder.path + "/x.ca") })
    else {
      Issue.record("\(source) must be refused")
      return
    }
    guard
      case .pathLeadsOut? = problem({
        try DocumentReader().read(path: folder.path + "/x.ca/main.caml")
      })
    else {
      Issue.record("\(source) must be refused in the loose file too")
      return
    }
  }

  @Test func scenesMayNameAnyFileUnlessConfined() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret.png", try Images.png([9, 9, 9, 255]))
    let file = try folder.write(
      "assets/scenes/a.json",
      #"{"width": 9, "height": 9, "root": {"contents": "../../secret.png"}}"#)
    #expect(try DocumentReader().read(path: file).root.contents is CGImage)
    let wide = DocumentReader.Options(assetRoot: folder.path)
    #expect(try DocumentReader(options: wide).read(path: file).root.contents is CGImage)
    let narrow = DocumentReader(options: .init(assetRoot: folder.path + "/assets"))
    #expect(problem { try narrow.read(path: file) } == .pathLeadsOut("../../secret.png"))
  }

  @Test func confinedScenesMayNotNameAbsoluteFiles() throws {
    let folder = try TemporaryFolder()
    let image = try folder.write("a.png", try Images.png([9, 9, 9, 255]))
    let text = #"{"width": 9, "height": 9, "root": {"contents": "\#(image)"}}"#
    #expect(try scene(text, folder: folder.path).root.contents is CGImage)
    let options = DocumentReader.Options(assetRoot: folder.path)
    #expect(problem { try scene(text, folder: folder.path, options) } == .pathLeadsOut(image))
  }

  @Test func addressesCanHoldTheFile() throws {
    let png = Data(try Images.png([0, 0, 255, 255]))
    let base64 = png.base64EncodedString()
    let plain = png.map { String(format: "%%%02x", $0) }.joined()
    for address in ["data:image/png;base64,\(base64)", "data:,\(plain)"] {
      let document = try camlRoot("", "<contents type=\"CGImage\" src=\"\(address)\"/>")
      #expect(Images.pixel(of: document.root.contents) == [0, 0, 255, 255])
    }
    for damaged in ["data:image/png;base64,A", "data:image/png,%zz"] {
      let document = try camlRoot("", "<contents type=\"CGImage\" src=\"\(damaged)\"/>")
      #expect(
        document.diagnostics.map(\.problem) == [
          .missingAsset("data:image/png", reason: "it is truncated or damaged")
        ])
    }
  }
}
