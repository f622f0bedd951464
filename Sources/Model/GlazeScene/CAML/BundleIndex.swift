import Foundation
import GlazeLayers

/// The contents of a bundle's `index.xml`.
///
/// The file is a property list, in XML or binary, whose relevant values are strings, Booleans and
/// numbers. The CAML reader's parser reads it too, because that reports lines and does not recurse.
struct BundleIndex {
  static let fileName = "index.xml"
  static let defaultDocument = "main.caml"

  /// The file that holds the layers, relative to the folder.
  var rootDocument = defaultDocument
  /// A Boolean value that indicates whether the document was designed with y pointing down.
  var isGeometryFlipped = false
  /// The size of the canvas for a root without bounds.
  var documentSize = CGSize.zero
  /// A Boolean value that indicates whether the time from `loopStart` to `loopEnd`, in seconds,
  /// repeats.
  var loopingEnabled = false
  var loopStart = 0.0
  var loopEnd = Double.infinity
  /// The other entries: keys, and values as XML.
  var others: [(key: String, value: String)] = []
  /// The location of the root document's name.
  var location: Location

  /// The repeated range of time; nil when time goes on forever.
  var loop: Range<Double>? {
    loopingEnabled && loopEnd.isFinite && loopStart < loopEnd ? loopStart..<loopEnd : nil
  }

  /// Returns whether a folder is a bundle.
  static func isBundle(_ scope: FileScope) -> Bool {
    [fileName, defaultDocument].contains { name in
      if case .missing = scope.resolve(name) { false } else { true }
    }
  }

  /// Reads the index of a folder; a folder without an index has the defaults.
  ///
  /// - Parameter folder: the folder's name in messages.
  static func inside(_ scope: FileScope, _ folder: String) throws(DocumentError) -> BundleIndex {
    let name = folder.hasSuffix("/") ? folder + fileName : folder + "/" + fileName
    switch scope.resolve(fileName) {
    case .file(let path): return try read(path, in: scope, name: name)
    case .leadsOut: throw DocumentError(.pathLeadsOut(fileName), at: Location(file: name))
    case .missing: return BundleIndex(location: Location(file: name))
    }
  }

  /// Reads the index next to a `.caml` file when it belongs to that file.
  ///
  /// - Parameter file: the file's path, and its name in messages.
  static func beside(
    _ file: String, _ title: String, in scope: FileScope
  ) throws(DocumentError) -> BundleIndex? {
    guard case .file(let path) = scope.resolve(fileName) else { return nil }
    let folder = title.folderPart
    let index = try read(path, in: scope, name: (folder.isEmpty ? "." : folder) + "/" + fileName)
    return index.rootDocument == file.lastPart ? index : nil
  }

  private static func read(
    _ path: String, in scope: FileScope, name: String
  ) throws(DocumentError) -> BundleIndex {
    let document = try XMLBuilder.parse(try text(of: try scope.load(path, name: name)))
    if let damage = document.damage {
      throw DocumentError(
        damage.isTruncation
          ? .truncated(expected: "the end of the property list") : .syntax(damage.message),
        at: document.location(of: damage))
    }
    guard document.elements.first?.name == "plist", let dictionary = document.child("dict", of: 0)
    else {
      throw DocumentError(
        .badIndex("index.xml is not a property list with a dictionary"),
        at: Location(file: name, line: 1, column: 1))
    }
    var index = BundleIndex(location: Location(file: name))
    let children = document.children(of: dictionary)
    for (key, value) in zip(children, children.dropFirst())
    where document.elements[key].name == "key" {
      try index.take(document.texts[key] ?? "", value, document)
    }
    return index
  }

  /// Returns the list as XML, whether it is XML or binary.
  private static func text(of source: SourceText) throws(DocumentError) -> SourceText {
    guard source.bytes.starts(with: BinaryPropertyList.magic) else { return source }
    do {
      let text = try BinaryPropertyList(source.bytes).xml()
      return SourceText(name: source.name, bytes: Array(text.utf8))
    } catch {
      throw DocumentError(error, file: source.name)
    }
  }

  private mutating func take(
    _ key: String, _ value: Int, _ document: XMLDocument
  ) throws(DocumentError) {
    let type = document.elements[value].name
    let text = (document.texts[value] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    func bad(_ expected: String) -> DocumentError {
      DocumentError(
        .badValue(of: key, expected: expected), at: document.location(of: value))
    }
    switch key.trimmingCharacters(in: .whitespacesAndNewlines) {
    case "rootDocument":
      guard type == "string", !text.isEmpty else { throw bad("the name of a file") }
      guard text != Self.fileName else {
        throw DocumentError(
          .badIndex("index.xml names itself as its rootDocument"),
          at: document.location(of: value))
      }
      rootDocument = text
      location = document.location(of: value)
    case "geometryFlipped":
      guard type == "true" || type == "false" else { throw bad("true or false") }
      isGeometryFlipped = type == "true"
    case "loopingEnabled":
      guard type == "true" || type == "false" else { throw bad("true or false") }
      loopingEnabled = type == "true"
    case "documentWidth", "documentHeight", "loopStart", "loopEnd":
      guard type == "real" || type == "integer", let number = Double(text), !number.isNaN,
        number.isFinite || key == "loopEnd"
      else { throw bad("a finite number") }
      switch key {
      case "loopStart": loopStart = number
      case "loopEnd": loopEnd = number
      case "documentWidth": documentSize.width = number
      default: documentSize.height = number
      }
    default: others.append((key, document.text(of: value)))
    }
  }
}
