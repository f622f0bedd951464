package import Foundation
import GlazeGeometry
import GlazeLayers

/// Reads `.ca` folders, `.caml` and `.caar` files, JSON scenes, and archives and folders of these.
package struct DocumentReader: Sendable {
  /// The options of a reader.
  package struct Options: Sendable {
    /// The folder that contains all files that a JSON scene or a loose `.caml` may name.
    ///
    /// nil lets a JSON scene name any file, and confines a `.caml` to its own folder. A `.ca`
    /// folder is always confined to itself.
    package var assetRoot: String?
    /// A Boolean value that indicates whether y points down around the root and overrides the
    /// document; nil uses the document's value.
    package var isFlipped: Bool?
    /// A Boolean value that indicates whether a warning is thrown as an error.
    package var isStrict: Bool
    /// The part of a container that is read; nil reads the planes of the first wallpaper.
    package var part: String?
    /// The other formats of JSON that are read.
    package var formats: [any JSONFormat] = []

    /// Makes options; the defaults trust the document.
    package init(
      assetRoot: String? = nil, isFlipped: Bool? = nil, isStrict: Bool = false, part: String? = nil
    ) {
      self.assetRoot = assetRoot
      self.isFlipped = isFlipped
      self.isStrict = isStrict
      self.part = part
    }
  }

  /// The options of the reader.
  package var options: Options

  /// Makes a reader.
  package init(options: Options = Options()) {
    self.options = options
  }

  /// Reads a document from a folder or a file.
  ///
  /// - Parameter path: a folder with an `index.xml` or a `main.caml`, or with such folders; a file
  ///   of XML or JSON, or an archive. The contents decide, not the name.
  /// - Throws: `DocumentError`, with the location.
  package func read(path: String) throws(DocumentError) -> DocumentContents {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      let scope = FileScope(base: path, root: path)
      return BundleIndex.isBundle(scope)
        ? try noPart(path) { () throws(DocumentError) in try readBundle(scope, named: path) }
        : try readFolder(path)
    }
    let source = try Self.load(path, name: path)
    let folder = path.hasPrefix("/") ? path.folderPart + "/" : path.folderPart
    return try readAny(source, folder: folder.isEmpty ? "." : folder)
  }

  /// Reads a document from memory.
  ///
  /// - Parameters:
  ///   - data: XML, JSON or an archive.
  ///   - name: the name of the file in messages.
  ///   - folder: the folder that file names in the document start from; nil for a document that may
  ///     not name files.
  package func read(
    _ data: Data, name: String, folder: String?
  ) throws(DocumentError) -> DocumentContents {
    try readAny(SourceText(name: name, bytes: Array(data)), folder: folder)
  }

  private func readAny(
    _ source: SourceText, folder: String?
  ) throws(DocumentError) -> DocumentContents {
    if ArchiveFiles.isArchive(source.bytes) { return try readArchive(source) }
    return try noPart(source.name) { () throws(DocumentError) in
      let base = FileScope(base: folder, root: options.assetRoot)
      let closed = FileScope(base: folder, root: options.assetRoot ?? folder)
      return try read(source, json: base, caml: closed)
    }
  }

  /// Reads a document that has no parts to choose from.
  private func noPart(
    _ name: String, _ read: () throws(DocumentError) -> DocumentContents
  ) throws(DocumentError) -> DocumentContents {
    if let part = options.part {
      throw DocumentError(.unknownPart(part, parts: []), at: Location(file: name))
    }
    return try read()
  }

  // MARK: Kinds of documents

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - json: the folders for the files that a JSON scene names.
  ///   - caml: the folders for the files that CAML names, and for its index.
  ///   - path: the path of the file in `caml`, if that is not its name.
  private func read(
    _ source: SourceText, json: FileScope, caml: FileScope, path: String? = nil
  ) throws(DocumentError) -> DocumentContents {
    let log = DiagnosticLog(isStrict: options.isStrict)
    let title = source.name.stemPart
    if source.bytes.starts(with: BinaryPropertyList.magic) {
      return try readKeyedArchive(source, title, log)
    }
    // Skips white space and a byte order mark.
    let first = source.bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    let contents: DocumentContents
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      contents = try readJSON(source, title, json, log)
    case UInt8(ascii: "<"),
      _ where source.isXMLOfTwoBytes:
      let index = try BundleIndex.beside(path ?? source.name, source.name, in: caml)
      contents = try CAMLReader.read(
        source, name: title, index: index, isFlipped: options.isFlipped,
        assets: AssetStore(scope: caml, log: log), log: log)
    case nil:
      throw DocumentError(
        .truncated(expected: "a document"), at: Location(file: source.name, line: 1, column: 1))
    default:
      let problem = ForeignFormat.name(of: source.bytes).map { Problem.otherFormat($0) }
      throw DocumentError(problem ?? .unknownFormat, at: Location(file: source.name))
    }
    try log.finish()
    return contents
  }

  private func readJSON(
    _ source: SourceText, _ title: String, _ scope: FileScope, _ log: DiagnosticLog
  ) throws(DocumentError) -> DocumentContents {
    let document = try JSONParser.parse(source)
    let assets = AssetStore(scope: scope, log: log)
    if let format = options.formats.first(where: { $0.recognizes(document) }) {
      var input = JSONInput(name: title, isFlipped: options.isFlipped, assets: assets, log: log)
      if let archive = scope.archive { input.add(archive) }
      var contents = try format.read(document, input)
      contents.diagnostics = log.diagnostics
      return contents
    }
    return try JSONSceneReader.read(
      document, name: title, isFlipped: options.isFlipped, assets: assets, log: log)
  }

  private func readKeyedArchive(
    _ source: SourceText, _ title: String, _ log: DiagnosticLog
  ) throws(DocumentError) -> DocumentContents {
    let archive = try ArchiveReader.read(source, log: log)
    // The archive contains its images: it names no files.
    let scope = FileScope(base: nil, root: nil)
    let contents = try CAMLReader.read(
      archive.document, name: title, index: archive.index, isFlipped: options.isFlipped,
      assets: AssetStore(scope: scope, log: log, embedded: archive.images), log: log)
    try log.finish()
    return contents
  }

  /// Reads the bundle in the base folder of a scope.
  private func readBundle(
    _ scope: FileScope, named path: String
  ) throws(DocumentError) -> DocumentContents {
    let index = try BundleIndex.inside(scope, path)
    let name = path.hasSuffix("/") ? path + index.rootDocument : path + "/" + index.rootDocument
    let file: String
    switch scope.resolve(index.rootDocument) {
    case .file(let real): file = real
    case .leadsOut: throw DocumentError(.pathLeadsOut(index.rootDocument), at: index.location)
    case .missing(let reason):
      throw DocumentError(.unreadable(reason: reason), at: Location(file: name))
    }
    let log = DiagnosticLog(isStrict: options.isStrict)
    var contents = try CAMLReader.read(
      try scope.load(file, name: name), name: path.stemPart, index: index,
      isFlipped: options.isFlipped, assets: AssetStore(scope: scope, log: log), log: log)
    if scope.archive == nil, let folder = scope.base {
      contents.companions = BundleCompanions(folder: folder, index: index)
    }
    try log.finish()
    return contents
  }

  // MARK: Containers

  private func readFolder(_ path: String) throws(DocumentError) -> DocumentContents {
    let whole = FileScope(base: path, root: path)
    let container = Container(try Container.files(in: path), title: path.stemPart) { planes in
      guard case .file(let real) = whole.resolve(planes),
        let source = try? whole.load(real, name: planes)
      else { return [:] }
      return Container.Plane.planes(in: source)
    }
    let place = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !container.parts.isEmpty else {
      throw DocumentError(
        .badIndex(
          "a folder must hold index.xml or main.caml to be a document, or documents in files or folders"
        ),
        at: Location(file: path))
    }
    return try read(container, named: place) { folder in
      let base = folder.isEmpty ? place : place + "/" + folder
      return FileScope(base: base, root: base)
    }
  }

  private func readArchive(_ source: SourceText) throws(DocumentError) -> DocumentContents {
    let archive = try ArchiveFiles(source) {
      $0.lastPart == Container.planesFile || $0 == LottieManifest.fileName
    }
    if archive.isSingleFile {
      let file = try archive.loadSingleFile()
      return try noPart(source.name) { () throws(DocumentError) in
        let closed = FileScope(base: nil, root: nil)
        return try read(file, json: closed, caml: closed)
      }
    }
    let manifest = archive[LottieManifest.fileName].flatMap { LottieManifest($0) }
    let container = Container(archive.paths, title: source.name.stemPart) { planes in
      Container.Plane.planes(in: SourceText(name: planes, bytes: archive[planes] ?? []))
    }.startingWith(manifest?.initial)
    guard !container.parts.isEmpty else {
      throw DocumentError(
        .noDocuments(archive.paths.prefix(3).joined(separator: ", ")),
        at: Location(file: source.name))
    }
    let chosen = container.selection(options.part)
    try archive.load { path in chosen.contains { $0.holds(path) } }
    return try read(container, named: source.name) { folder in
      FileScope(base: folder, root: folder, archive: archive)
    }
  }

  /// Reads the selected parts of a container.
  ///
  /// - Parameter scope: returns the scope of a folder in the container.
  private func read(
    _ container: Container, named name: String, scope: (String) -> FileScope
  ) throws(DocumentError) -> DocumentContents {
    let chosen = container.selection(options.part)
    let names = container.parts.map(\.name)
    guard let first = chosen.first else {
      throw DocumentError(
        .unknownPart(options.part ?? "", parts: names), at: Location(file: name))
    }
    var planes: [DocumentContents] = []
    for part in chosen {
      let title = part.path.isEmpty ? name : name + "/" + MessageText.shown(part.path)
      switch part.kind {
      case .bundle: planes.append(try readBundle(scope(part.path), named: title))
      case .file, .lottie:
        let scope = scope(part.folder)
        let file = part.kind == .lottie ? part.path : part.path.lastPart
        guard case .file(let real) = scope.resolve(file) else {
          throw DocumentError(.pathLeadsOut(file), at: Location(file: title))
        }
        let source = try scope.load(real, name: title)
        planes.append(try read(source, json: scope, caml: scope, path: file))
      }
    }
    var contents = DocumentContents(stacking: planes, name: name.stemPart)
    contents.parts = names
    let others = container.parts.filter { part in !chosen.contains { $0.path == part.path } }
    if options.part == nil, !others.isEmpty {
      let log = DiagnosticLog(isStrict: options.isStrict)
      log.warn(
        .otherParts(shown: first.name, others: others.map(\.name)), at: Location(file: name))
      try log.finish()
      contents.diagnostics += log.diagnostics
    }
    return contents
  }

  // MARK: Files

  private static func load(_ path: String, name: String) throws(DocumentError) -> SourceText {
    try FileScope(base: nil, root: nil).load(path, name: name)
  }

}

extension FileScope {
  /// Returns the text of a file that `resolve` found.
  func load(_ path: String, name: String) throws(DocumentError) -> SourceText {
    do {
      return SourceText(name: name, bytes: try read(path))
    } catch {
      let problem: Problem =
        switch error {
        case .unreadable(let reason): .unreadable(reason: reason)
        case .tooLarge: .fileTooLarge(limit: FileReader.limit)
        }
      throw DocumentError(problem, at: Location(file: name))
    }
  }
}
