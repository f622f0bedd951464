import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

/// Archives and folders of documents.
@Suite struct ContainerTests {
  private func read(
    _ files: [(String, String)], part: String? = nil, isStrict: Bool = false
  ) throws -> DocumentContents {
    try DocumentReader(options: .init(isStrict: isStrict, part: part)).read(
      ZipWriter.write(files), name: "a.tendies", folder: nil)
  }

  private func problem(_ files: [(String, String)], part: String? = nil) -> Problem? {
    do {
      _ = try read(files, part: part)
      return nil
    } catch {
      return (error as? DocumentError)?.problem
    }
  }

  /// Returns a document of one layer with a name.
  private func caml(_ name: String, states: String = "") -> String {
    "<caml><CALayer name=\"\(name)\" id=\"root\" bounds=\"0 0 9 12\">\(states)</CALayer></caml>"
  }

  private func opacity(_ state: String, _ value: Double) -> String {
    """
    <states><LKState name="\(state)"><elements><LKStateSetValue targetId="root" keyPath="opacity">\
    <value type="real" value="\(value)"/></LKStateSetValue></elements></LKState></states>
    """
  }

  private func plist(_ pairs: [(String, String)]) -> String {
    let all = pairs.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined()
    return "<plist><dict><key>assets</key><dict>\(all)</dict></dict></plist>"
  }

  private let folder = "descriptors/8A9D/versions/1/contents/7.Custom-390w.wallpaper/"

  private var wallpaper: [(String, String)] {
    [
      (folder + "7.Custom_Foreground-390w.ca/main.caml", caml("front")),
      (folder + "7.Custom_Background-390w.ca/main.caml", caml("back")),
      (folder + "7.Custom_Floating-390w.ca/main.caml", caml("middle")),
      ("descriptors/8A9D/providerInfo.plist", plist([])),
      ("__MACOSX/" + folder + "7.Custom_Floating-390w.ca/main.caml", "?"),
      (folder + "7.Custom_Floating-390w.ca/._main.caml", "?"),
    ]
  }

  @Test func planesAreStacked() throws {
    let contents = try read(wallpaper, isStrict: true)
    #expect(contents.root.sublayers?.map(\.name) == ["back", "middle", "front"])
    #expect(contents.parts == ["Background", "Floating", "Foreground"])
    #expect(contents.size == CGSize(width: 9, height: 12) && contents.name == "a")
    #expect(contents.root.frame == CGRect(x: 0, y: 0, width: 9, height: 12))
  }

  @Test func aPartIsPicked() throws {
    for name in ["Floating", "floating", "7.Custom_Floating-390w"] {
      let contents = try read(wallpaper, part: name, isStrict: true)
      #expect(contents.root.name == "middle", "\(name)")
    }
    #expect(try read(wallpaper, part: "7.custom-390w").root.sublayers?.count == 3)
    let parts = ["Background", "Floating", "Foreground"]
    #expect(problem(wallpaper, part: "x") == .unknownPart("x", parts: parts))
    #expect(
      Problem.unknownPart("x", parts: parts).description
        == "there is no part \"x\"; there are Background, Floating, Foreground")
  }

  @Test func aDocumentByItselfHasNoParts() throws {
    let reader = DocumentReader(options: .init(part: "Floating"))
    #expect(throws: DocumentError(.unknownPart("Floating", parts: []), at: Location(file: "a"))) {
      try reader.read(Data(caml("x").utf8), name: "a", folder: nil)
    }
  }

  @Test func thePlistNamesPlanes() throws {
    let names = [
      ("backgroundAnimationFileName", "two.ca"), ("floatingAnimationFileNameKey", "one.ca"),
    ]
    let contents = try read([
      ("w/one.ca/main.caml", caml("one")), ("w/two.ca/main.caml", caml("two")),
      ("w/Wallpaper.plist", plist(names)),
    ])
    #expect(contents.root.sublayers?.map(\.name) == ["two", "one"])
    #expect(contents.parts == ["Background", "Floating"])
  }

  /// Apple's programs write property lists in both forms.
  @Test func aBinaryPlistNamesPlanes() throws {
    let list: [String: Any] = [
      "assets": [
        ["backgroundAnimationFileName": "two.ca", "floatingAnimationFileName": "one.ca"],
        ["logicalScreenClass": "390w", "stamp": Date()],
      ]
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let source = SourceText(name: "Wallpaper.plist", bytes: Array(data))
    #expect(Container.Plane.planes(in: source) == ["two.ca": .background, "one.ca": .floating])
    let folder = try TemporaryFolder()
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/\(name).ca", withIntermediateDirectories: true)
      try folder.write("\(name).ca/main.caml", caml(name))
    }
    try data.write(to: URL(fileURLWithPath: folder.path + "/Wallpaper.plist"))
    let contents = try DocumentReader().read(path: folder.path)
    #expect(contents.root.sublayers?.map(\.name) == ["two", "one"])
  }

  @Test func theFirstOfSeveralIsShown() throws {
    let contents = try read([
      ("b/Floating.ca/main.caml", caml("second")), ("a/Background.ca/main.caml", caml("first")),
    ])
    #expect(contents.root.name == "first" && contents.parts == ["a/Background", "b/Floating"])
    let warning = Problem.otherParts(shown: "a/Background", others: ["b/Floating"])
    #expect(contents.diagnostics.map(\.problem) == [warning])
    let plain = try read([
      ("x.ca/index.xml", plist([])), ("x.ca/main.caml", caml("x")), ("y.caml", caml("y")),
    ])
    #expect(plain.root.name == "x" && plain.parts == ["x", "y"])
    #expect(try read([("y.caml", caml("y"))], isStrict: true).root.name == "y")
  }

  @Test func statesOfPlanesAreSelectedTogether() throws {
    let contents = try read([
      ("Background.ca/main.caml", caml("back", states: opacity("Locked", 0.25))),
      ("Floating.ca/main.caml", caml("front", states: opacity("Locked", 0.5))),
    ])
    try contents.states?.setState("Locked")
    #expect(contents.root.sublayers?.map(\.opacity) == [0.25, 0.5])
    #expect(contents.states?.states.map(\.name) == ["Locked"])
  }

  /// One plane has a transition for all states, the other one for two.
  @Test func transitionsOfPlanesPlayTogether() throws {
    func transition(_ from: String, _ to: String) -> String {
      """
      <stateTransitions><LKStateTransition fromState="\(from)" toState="\(to)"><elements>\
      <LKStateTransitionElement targetId="root" key="opacity"><animation type="CABasicAnimation" \
      keyPath="opacity" duration="1"/></LKStateTransitionElement></elements></LKStateTransition>\
      </stateTransitions>
      """
    }
    let contents = try read([
      (
        "Background.ca/main.caml",
        caml("back", states: opacity("On", 0.5) + transition("*", "On"))
      ),
      (
        "Floating.ca/main.caml",
        caml("front", states: opacity("On", 0.5) + transition("Off", "On"))
      ),
    ])
    let both = contents.states?.transition(from: "Off", to: "On")
    #expect(both?.elements.map(\.target.name) == ["back", "front"])
    let one = contents.states?.transition(from: "x", to: "On")
    #expect(one?.elements.map(\.target.name) == ["back"])
  }

  @Test func planesKeepTheirDirection() throws {
    let down = "<plist><dict><key>geometryFlipped</key><true/></dict></plist>"
    let contents = try read([
      ("Background.ca/main.caml", caml("back")), ("Floating.ca/main.caml", caml("front")),
      ("Floating.ca/index.xml", down),
    ])
    #expect(!contents.isGeometryFlipped)
    let front = contents.root.sublayers?[1]
    #expect(front?.isGeometryFlipped == true && front?.sublayers?.first?.name == "front")
  }

  @Test func anArchiveCanBeABundle() throws {
    let png = "data:image/png;base64," + (try Images.png([255, 0, 0, 255])).base64EncodedString()
    let contents = try read([
      ("main.caml", caml("whole", states: "<contents src=\"\(png)\"/>")), ("index.xml", plist([])),
    ])
    #expect(contents.root.name == "whole" && contents.parts == ["a"])
  }

  /// Returns a scene of one layer with a name, which may show an image.
  private func scene(_ name: String, image: String? = nil) -> String {
    let contents = image.map { #","contents":"\#($0)""# } ?? ""
    return #"{"width":9,"height":12,"root":{"name":"\#(name)"\#(contents)}}"#
  }

  @Test func scenesLieWithWhatTheyName() throws {
    let svg = "no image"
    for (path, image) in [("scene.json", "image.png"), ("card/a.json", "card/image.png")] {
      let files = [
        (path, scene("it", image: "image.png")), (image, svg), ("deep/er/b.json", "?"),
      ]
      let contents = try read(path == "scene.json" ? files : Array(files.prefix(2)))
      #expect(contents.root.name == "it" && contents.name == "a")
      // The file was found, but it is not an image.
      #expect(contents.diagnostics.count == 1)
      guard case .badAsset? = contents.diagnostics.first?.problem else {
        Issue.record("\(contents.diagnostics)")
        continue
      }
    }
    let outside = [("card/a.json", scene("it", image: "../p.png")), ("p.png", svg)]
    #expect(problem(outside) == .pathLeadsOut("../p.png"))
  }

  /// The folder in which tests run contains a file of the same name.
  @Test func whatIsWrittenHasTheImagesOfTheArchive() throws {
    let image = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    // Readers ignore the last byte; an image that was encoded again does not have it.
    let bytes = try PNG.encode(image) + [0]
    let files = [
      ("scene.json", Array(scene("it", image: "Package.swift").utf8)), ("Package.swift", bytes),
    ]
    let contents = try DocumentReader().read(ZipWriter.write(files), name: "a.zip", folder: nil)
    #expect(contents.diagnostics.isEmpty && contents.root.contents != nil)
    #expect(DocumentWriter(contents).bundle().files["Package.swift"] == bytes)
    #expect(DocumentWriter(contents).jsonInPlace().text.contains("\"contents\": \"data:image/png"))
  }

  @Test func oneSceneOfSeveralIsShown() throws {
    // Among the outermost documents, the usual name decides.
    let named = try read([
      ("a.json", "?"), ("scene.json", scene("named")), ("z/scene.json", "?"),
    ])
    #expect(named.root.name == "named" && named.parts == ["scene"])
    // Otherwise the first is shown, and a warning names the others.
    let several = [
      ("b.json", scene("b")), ("a.json", scene("a")),
      ("in/scene.json", "?"),
    ]
    let first = try read(several)
    #expect(first.root.name == "a" && first.parts == ["a", "b"])
    #expect(first.diagnostics.map(\.problem).contains(.otherParts(shown: "a", others: ["b"])))
    #expect(try read(several, part: "b").root.name == "b")
    // Files next to layers of another format are ignored.
    let other = try read([("scene.json", "?"), ("x/y.caml", caml("y"))], isStrict: true)
    #expect(other.root.name == "y" && other.parts == ["y"])
    let place = try TemporaryFolder()
    try place.write("scene.json", scene("folder"))
    #expect(try DocumentReader().read(path: place.path).root.name == "folder")
  }

  @Test func foldersAreContainersToo() throws {
    let place = try TemporaryFolder()
    for (name, text) in wallpaper where !name.hasPrefix("__") { try place.write(name, text) }
    let contents = try DocumentReader().read(path: place.path)
    #expect(contents.root.sublayers?.map(\.name) == ["back", "middle", "front"])
    let part = try DocumentReader(options: .init(part: "Background")).read(path: place.path + "/")
    #expect(part.root.name == "back")
    #expect(throws: DocumentError.self) {
      try Container.files(in: place.path, limits: .init(entries: 3))
    }
    #expect(throws: DocumentError.self) {
      try Container.files(in: place.path, limits: .init(depth: 3))
    }
  }

  @Test func namesCanBeShort() throws {
    let place = try TemporaryFolder()
    try place.write("a", caml("x"))
    try place.write("b/c/main.caml", caml("y"))
    #expect(try DocumentReader().read(path: place.path + "/a").name == "a")
    #expect(try DocumentReader().read(path: place.path + "/b").parts == ["c"])
    #expect(throws: DocumentError.self) { try DocumentReader().read(path: "a") }
    #expect(
      ["a", "a/b.c", "/", "/.x", "x.ca/"].map(\.stemPart) == ["a", "b", "/", ".x", "x"])
    #expect(["a", "a/b", "/a"].map(\.folderPart) == ["", "a", ""])
    #expect(["a", "a/b.CA", ".x"].map(\.endingPart) == ["", "ca", ""])
  }

  // MARK: Malicious archives

  @Test(arguments: ["../main.caml", "a/../../main.caml", "/main.caml", "a.ca/../main.caml"])
  func namesLeadNowhere(name: String) {
    #expect(problem([(name, caml("x"))]) == .pathLeadsOut(name))
  }

  @Test func assetsStayInTheirBundle() throws {
    let contents = "<contents type=\"CGImage\" src=\"../b.ca/b.png\"/>"
    let files = [("a.ca/main.caml", caml("a", states: contents)), ("b.ca/b.png", "x")]
    #expect(problem(files) == .pathLeadsOut("../b.ca/b.png"))
  }

  @Test func namesCanHaveAnyLetters() throws {
    #expect(try read([("Größe/Ünïcode.ca/main.caml", caml("x"))]).parts == ["Ünïcode"])
  }

  @Test func limitsHold() throws {
    let zip = ZipWriter.write([
      ("a.caml", String(repeating: " ", count: 99)), ("b.caml", String(repeating: " ", count: 99)),
    ])
    func problem(_ change: (inout ArchiveFiles.Limits) -> Void) -> Problem? {
      var limits = ArchiveFiles.Limits()
      change(&limits)
      let source = SourceText(name: "a", bytes: Array(zip))
      do {
        _ = try ArchiveFiles(source, limits: limits) { _ in true }
        return nil
      } catch {
        return error.problem
      }
    }
    #expect(problem { _ in } == nil)
    #expect(problem { $0.entries = 1 } == .archiveTooLarge("more than 1 entries"))
    #expect(problem { $0.name = 5 } == .archiveTooLarge("a name is longer than 5 bytes"))
    #expect(problem { $0.unpacked = 150 } == .archiveTooLarge("it unpacks to more than 0 MiB"))
    #expect(
      problem { ($0.small, $0.ratio) = (150, 0) }
        == .archiveTooLarge("it unpacks to more than 0 times its size"))
    #expect(problem { $0.archive = 9 } == .fileTooLarge(limit: 9))
  }

  @Test func aBombIsNotUnpacked() throws {
    // 16 MiB of blanks in 16 KiB.
    let url = try #require(
      Bundle.module.url(forResource: "bomb", withExtension: "zip", subdirectory: "Resources/assets")
    )
    #expect(throws: DocumentError.self) { try DocumentReader().read(path: url.path) }
    do {
      _ = try DocumentReader().read(path: url.path)
    } catch {
      #expect(error.problem == .archiveTooLarge("it unpacks to more than 200 times its size"))
    }
  }

  @Test func everyCutIsAnErrorOrAnImage() throws {
    let zip = ZipWriter.write(wallpaper)
    for length in stride(from: 4, to: zip.count, by: 7) {
      do {
        _ = try DocumentReader().read(zip.prefix(length), name: "a", folder: nil)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func whatIsInsideIsSaid() {
    #expect(problem([("a.txt", "x"), ("b.tendies", "x")]) == .noDocuments("a.txt, b.tendies"))
    #expect(Problem.noDocuments("").description.hasSuffix("; it holds no files"))
    for (start, name) in [
      ("NIBArchive", "a compiled nib of views"), ("%PDF-1.4", "a PDF"), ("\u{89}PNG\r", nil),
    ] {
      do {
        _ = try DocumentReader().read(Data(start.utf8), name: "a", folder: nil)
        Issue.record("\(start) was read")
      } catch {
        #expect(error.problem == name.map { .otherFormat($0) } ?? .unknownFormat)
      }
    }
  }
}
