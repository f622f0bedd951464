import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// Reads CAML: the root of a document, and what surrounds it.
struct CAMLReader {
  private let document: XMLDocument
  private let syntax: CAMLSyntax
  private var reader: LayerReader<CAMLSyntax>

  private init(document: XMLDocument, assets: AssetStore, log: DiagnosticLog) {
    self.document = document
    syntax = CAMLSyntax(document: document, assets: assets, log: log)
    reader = LayerReader(syntax)
  }

  /// Reads a document.
  ///
  /// - Throws: The first error; in strict mode, the first warning.
  static func read(
    _ source: SourceText, name: String, index: BundleIndex?, isFlipped: Bool?,
    assets: AssetStore, log: DiagnosticLog
  ) throws(DocumentError) -> DocumentContents {
    let document = try XMLBuilder.parse(source)
    try report(damageOf: document, log)
    report(scriptsOf: document, log)
    return try read(
      document, name: name, index: index, isFlipped: isFlipped, assets: assets, log: log)
  }

  /// Reads the elements of a document or of an archive.
  ///
  /// - Throws: The first error; in strict mode, the first warning.
  static func read(
    _ document: XMLDocument, name: String, index: BundleIndex?, isFlipped: Bool?,
    assets: AssetStore, log: DiagnosticLog
  ) throws(DocumentError) -> DocumentContents {
    var caml = CAMLReader(document: document, assets: assets, log: log)
    let element = try caml.rootElement()
    let root = try caml.reader.tree(at: element)
    if root.bounds.size == .zero, let size = index?.documentSize { root.bounds.size = size }
    if root.bounds.size == .zero, let box = ContentExtent.box(in: root) {
      log.warn(.sizeOfContent, at: document.location(of: element))
      root.bounds = box
    }
    guard root.bounds.width > 0, root.bounds.height > 0 else {
      throw caml.syntax.error(
        .noSize("neither the root, nor an index.xml, nor a layer of the root has a size"),
        at: element)
    }
    DocumentContents.place(root)
    let states = try caml.states()
    caml.syntax.followed.resolve(caml.reader.layers, log)
    let facts = try CAMLFacts(caml.syntax)
    return DocumentContents(
      root: root, size: root.bounds.size,
      isGeometryFlipped: isFlipped ?? index?.isGeometryFlipped ?? facts.isGeometryFlipped,
      background: facts.background, diagnostics: log.diagnostics, name: name, states: states,
      loop: index?.loop ?? facts.loop, images: ImageSource(assets),
      keepsake: caml.keepsake(around: element))
  }

  /// Returns the unknown parts of the document around its root.
  private func keepsake(around root: Int) -> Keepsake? {
    guard root != 0 else { return nil }
    if let texts = syntax.archivedKeepsake(of: 0) { return Keepsake(texts: texts) }
    let attributes = document.elements[0].attributes.filter { !CAMLFacts.names.contains($0.name) }
    return Keepsake(
      parts: attributes.map { .attribute($0.name, $0.value) }
        + document.children(of: 0).map {
          $0 == root ? .known("root") : syntax.retained(element: $0)
        })
  }

  /// Reports damage.
  ///
  /// Text that ends too early is an error, since the missing part is unknown; other malformed text
  /// is read as far as possible.
  private static func report(
    damageOf document: XMLDocument, _ log: DiagnosticLog
  ) throws(DocumentError) {
    if let entity = document.declaredEntity {
      let location = Location(file: document.source.name)
      log.warn(.entityDeclaration(entity), at: location)
    }
    guard let damage = document.damage else { return }
    let location = document.location(of: damage)
    if damage.isTruncation {
      throw DocumentError(.truncated(expected: "the end of the document"), at: location)
    }
    if document.elements.isEmpty {
      throw DocumentError(.syntax("not XML: \(damage.message)"), at: location)
    }
    log.warn(.recovered(damage.message), at: location)
  }

  private static func report(scriptsOf document: XMLDocument, _ log: DiagnosticLog) {
    for (index, element) in document.elements.enumerated() {
      var scripts: [Int] = []
      if element.name == "scriptObject" { scripts = [index] }
      if element.name == "scriptComponents" {
        scripts = document.children(of: index).filter {
          document.elements[$0].name != "scriptObject"
        }
      }
      for script in scripts {
        let element = document.elements[script]
        let name = element["src"] ?? element["name"] ?? element.name
        log.warn(.scriptNotRun(name), at: document.location(of: script))
      }
    }
  }

  private func rootElement() throws(DocumentError) -> Int {
    guard let top = document.elements.first else {
      throw DocumentError(.noRootLayer, at: Location(file: document.source.name))
    }
    if syntax.isLayer(0) { return 0 }
    guard top.name == "caml" else { throw syntax.error(.noRootLayer, at: 0) }
    var root: Int?
    for child in document.children(of: 0) {
      if syntax.isLayer(child) {
        if root != nil {
          syntax.warn(.unknownProperty("a second root layer"), at: child)
        }
        root = root ?? child
      } else if !CAMLVocabulary.isIgnorable(document.elements[child].name) {
        syntax.warn(.notALayer(document.elements[child].name), at: child)
      }
    }
    guard let root else { throw syntax.error(.noRootLayer, at: 0) }
    return root
  }

  private mutating func states() throws(DocumentError) -> LKStateController? {
    for handler in syntax.objects(of: "LKEventHandler", in: "states") {
      syntax.warn(.ignoredInState("LKEventHandler"), at: handler)
    }
    var added: [Int: CALayer] = [:]
    for object in syntax.describedLayers { added[object] = try reader.tree(at: object) }
    return try StateReader(syntax: syntax, layers: reader.layers, added: added).read(
      states: syntax.objects(of: "LKState", in: "states"),
      transitions: syntax.objects(of: "LKStateTransition", in: "stateTransitions"))
  }
}
