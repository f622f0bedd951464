package import Foundation
import GlazeLayers

/// Reads `.ca` folders, `.caml` and `.caar` files and JSON scenes.
package struct DocumentReader: Sendable {
  /// What a reader may do.
  package struct Options: Sendable {
    /// The folder that no file named by a JSON scene or a loose `.caml` may lie outside of.
    ///
    /// nil lets a JSON scene name any file, and confines a `.caml` to its own folder. A `.ca`
    /// folder is always confined to itself.
    package var assetRoot: String?
    /// Whether y points down around the root, whatever the document says; nil asks the document.
    package var isFlipped: Bool?
    /// Whether a warning is thrown as an error.
    package var isStrict: Bool

    /// Makes options; the defaults trust the document.
    package init(assetRoot: String? = nil, isFlipped: Bool? = nil, isStrict: Bool = false) {
      self.assetRoot = assetRoot
      self.isFlipped = isFlipped
      self.isStrict = isStrict
    }
  }

  /// What the reader may do.
  package var options: Options

  /// Makes a reader.
  package init(options: Options = Options()) {
    self.options = options
  }

  /// Reads a document from a folder or a file.
  ///
  /// - Parameter path: a folder with an `index.xml` or a `main.caml`, or a file of XML or JSON or an
  ///   archive; what is inside decides, not the name.
  /// - Throws: `DocumentError`, with the place.
  package func read(path: String) throws(DocumentError) -> DocumentContents {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return try readBundle(path)
    }
    let source = try Self.load(path, name: path)
    let folder = (path as NSString).deletingLastPathComponent
    return try read(source, folder: folder.isEmpty ? "." : folder)
  }

  /// Reads a document from memory.
  ///
  /// - Parameters:
  ///   - data: XML, JSON or an archive.
  ///   - name: stands for the file in messages.
  ///   - folder: where file names in the document start from; nil for a document that may name none.
  package func read(
    _ data: Data, name: String, folder: String?
  ) throws(DocumentError) -> DocumentContents {
    try read(SourceText(name: name, bytes: Array(data)), folder: folder)
  }

  // MARK: Kinds of documents

  private func read(_ source: SourceText, folder: String?) throws(DocumentError) -> DocumentContents
  {
    let log = DiagnosticLog(isStrict: options.isStrict)
    let title = Self.title(of: source.name)
    if source.bytes.starts(with: BinaryPropertyList.magic) {
      return try readArchive(source, title, log)
    }
    // Past blanks and a byte order mark.
    let first = source.bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    let contents: DocumentContents
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let scope = FileScope(base: folder, root: options.assetRoot)
      contents = try JSONSceneReader.read(
        source, name: title, isFlipped: options.isFlipped ?? true,
        assets: AssetStore(scope: scope, log: log), log: log)
    case UInt8(ascii: "<"):
      let scope = FileScope(base: folder, root: options.assetRoot ?? folder)
      let index = folder == nil ? nil : try BundleIndex.beside(source.name)
      contents = try CAMLReader.read(
        source, name: title, index: index, isFlipped: options.isFlipped,
        assets: AssetStore(scope: scope, log: log), log: log)
    case nil:
      throw DocumentError(
        .truncated(expected: "a document"), at: Location(file: source.name, line: 1, column: 1))
    default: throw DocumentError(.unknownFormat, at: Location(file: source.name))
    }
    try log.finish()
    return contents
  }

  private func readArchive(
    _ source: SourceText, _ title: String, _ log: DiagnosticLog
  ) throws(DocumentError) -> DocumentContents {
    let archive = try ArchiveReader.read(source, log: log)
    // Its pictures are inside: it names no files.
    let scope = FileScope(base: nil, root: nil)
    let contents = try CAMLReader.read(
      archive.document, name: title, index: archive.index, isFlipped: options.isFlipped,
      assets: AssetStore(scope: scope, log: log, embedded: archive.pictures), log: log)
    try log.finish()
    return contents
  }

  private func readBundle(_ path: String) throws(DocumentError) -> DocumentContents {
    let index = try BundleIndex.inside(path)
    let scope = FileScope(base: path, root: path)
    let name = path.hasSuffix("/") ? path + index.rootDocument : path + "/" + index.rootDocument
    let file: String
    switch scope.resolve(index.rootDocument) {
    case .file(let real): file = real
    case .leadsOut: throw DocumentError(.pathLeadsOut(index.rootDocument), at: index.location)
    case .missing(let reason):
      throw DocumentError(.unreadable(reason: reason), at: Location(file: name))
    }
    let log = DiagnosticLog(isStrict: options.isStrict)
    let contents = try CAMLReader.read(
      try Self.load(file, name: name), name: Self.title(of: path), index: index,
      isFlipped: options.isFlipped, assets: AssetStore(scope: scope, log: log), log: log)
    try log.finish()
    return contents
  }

  // MARK: Files

  static func load(_ path: String, name: String) throws(DocumentError) -> SourceText {
    do {
      return SourceText(name: name, bytes: try FileReader.read(path))
    } catch {
      let problem: Problem =
        switch error {
        case .unreadable(let reason): .unreadable(reason: reason)
        case .tooLarge: .fileTooLarge(limit: FileReader.limit)
        }
      throw DocumentError(problem, at: Location(file: name))
    }
  }

  private static func title(of path: String) -> String {
    let last = (path as NSString).lastPathComponent as NSString
    return last.deletingPathExtension
  }
}
