import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// Builds layers from CAML.
///
/// One rule explains nearly all of CAML: an element is an object of the class that its tag names
/// or, when the tag is the name of a property, of the class that `type` names; a property is an
/// attribute or a child element. The property table lists the properties that a layer can have.
struct CAMLReader {
  private typealias Given = CAMLValues.Given

  private let document: XMLDocument
  private let values: CAMLValues
  private let images: CAMLImages
  private let cells: CAMLCells
  private let animations: CAMLAnimations
  private let log: DiagnosticLog
  private let undrawn: UndrawnReport
  private let elementOfID: [String: Int]
  private var assembler = LayerAssembler()
  /// The layers, by the ids that states use for them.
  private var layerOfID: [String: CALayer] = [:]

  /// A layer that is still to be read.
  private struct Task {
    var element: Int
    var parent: Int?
    var role: LayerAssembler.Role
    var depth: Int
  }

  private init(document: XMLDocument, assets: AssetStore, log: DiagnosticLog) {
    self.document = document
    self.log = log
    values = CAMLValues(document: document, assets: assets, log: log)
    images = CAMLImages(values: values)
    cells = CAMLCells(values: values, images: images)
    animations = CAMLAnimations(values: values, images: images)
    undrawn = UndrawnReport(log: log)
    var ids: [String: Int] = [:]
    for (index, element) in document.elements.enumerated() {
      if let id = element["id"], ids[id] == nil { ids[id] = index }
    }
    elementOfID = ids
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
    var reader = CAMLReader(document: document, assets: assets, log: log)
    let element = try reader.rootElement()
    let root = try reader.layers(from: element)
    if root.bounds.size == .zero, let size = index?.documentSize { root.bounds.size = size }
    if root.bounds.size == .zero, let box = ContentExtent.box(in: root) {
      log.warn(.sizeOfContent, at: document.location(of: element))
      root.bounds = box
    }
    guard root.bounds.width > 0, root.bounds.height > 0 else {
      throw reader.values.error(
        .noSize("neither the root, nor an index.xml, nor a layer of the root has a size"),
        at: element)
    }
    DocumentContents.place(root)
    let states = try reader.states()
    reader.animations.followed.resolve(reader.layerOfID, log)
    let facts = try CAMLFacts(reader.values)
    return DocumentContents(
      root: root, size: root.bounds.size,
      isGeometryFlipped: isFlipped ?? index?.isGeometryFlipped ?? facts.isGeometryFlipped,
      background: facts.background, diagnostics: log.diagnostics, name: name, states: states,
      loop: index?.loop ?? facts.loop, images: ImageSource(assets),
      keepsake: reader.keepsake(around: element))
  }

  /// Returns the unknown parts of the document around its root.
  private func keepsake(around root: Int) -> Keepsake? {
    guard root != 0 else { return nil }
    if let texts = values.archivedKeepsake(of: 0) { return Keepsake(texts: texts) }
    let attributes = document.elements[0].attributes.filter { !CAMLFacts.names.contains($0.name) }
    return Keepsake(
      parts: attributes.map { .attribute($0.name, $0.value) }
        + document.children(of: 0).map { $0 == root ? .known("root") : values.retained($0) })
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
    if isLayer(0) { return 0 }
    guard top.name == "caml" else { throw values.error(.noRootLayer, at: 0) }
    var root: Int?
    for child in document.children(of: 0) {
      if isLayer(child) {
        if root != nil {
          log.warn(
            .unknownProperty("a second root layer"), at: document.location(of: child))
        }
        root = root ?? child
      } else if !CAMLVocabulary.isIgnorable(document.elements[child].name) {
        log.warn(
          .notALayer(document.elements[child].name), at: document.location(of: child))
      }
    }
    guard let root else { throw values.error(.noRootLayer, at: 0) }
    return root
  }

  // MARK: Layers

  private mutating func layers(from rootElement: Int) throws(DocumentError) -> CALayer {
    var tasks = [Task(element: rootElement, parent: nil, role: .sublayer, depth: 1)]
    while let task = tasks.popLast() {
      guard task.depth <= assembler.depthLimit else {
        throw values.error(.tooDeep(limit: assembler.depthLimit), at: task.element)
      }
      let (layer, inner) = try layer(task.element)
      if let id = document.elements[task.element]["id"], layerOfID[id] == nil {
        layerOfID[id] = layer
      }
      if task.role == .mask, let mask = inner.first(where: { $0.role == .mask }) {
        log.warn(.leftOut(.maskOfMask), at: document.location(of: mask.element))
      }
      let index = assembler.add(layer, to: task.parent, as: task.role)
      for (element, role) in inner.reversed() {
        tasks.append(Task(element: element, parent: index, role: role, depth: task.depth + 1))
      }
    }
    guard let root = assembler.assemble() else {
      throw values.error(.noRootLayer, at: rootElement)
    }
    return root
  }

  private typealias Inner = [(element: Int, role: LayerAssembler.Role)]

  /// Returns whether an element is a layer, judged by its tag, or by its type when the tag is a
  /// property's.
  private func isLayer(_ index: Int) -> Bool {
    let element = document.elements[index]
    return element.name.hasPrefix("CA") && element.name.contains("Layer") || element.name == "o"
  }

  private func className(_ index: Int) -> String {
    let element = document.elements[index]
    if isLayer(index), element.name != "o" { return element.name }
    return element["type"] ?? "CALayer"
  }

  private func layer(_ index: Int) throws(DocumentError) -> (CALayer, Inner) {
    if let id = document.elements[index]["object"] { try checkReference(id, at: index) }
    let layer = try makeLayer(index)
    undrawn.check(classOf: layer, at: document.location(of: index))
    let isAlphaOnly = document.elements[index]["contentsSwizzle"] == "AAAA"
    var inner: Inner = []
    var late: [Given] = []
    var set: [(LayerProperty, Int)] = []
    let givens = givens(of: index)
    for given in givens {
      let name = values.name(of: given)
      if try isHandledApart(given, name, of: index, layer) { continue }
      guard let property = layer.properties[name], property.name != "frame" else {
        late.append(given)
        continue
      }
      try values.leavingOut { () throws(DocumentError) in
        inner += try apply(property, given, to: layer, isAlphaOnly: isAlphaOnly)
        set.append((property, given.place))
      }
    }
    // `frame` depends on other properties and key paths change parts of them: both come last.
    for given in late {
      try values.leavingOut { () throws(DocumentError) in
        try applyLate(given, to: layer, isAlphaOnly: isAlphaOnly)
      }
    }
    for (property, place) in set {
      undrawn.check(property, of: layer, at: document.location(of: place))
    }
    layer.keepsake = keepsake(of: index, givens, layer)
    return (layer, inner)
  }

  /// Returns the parts of the element that the layer does not hold.
  private func keepsake(of index: Int, _ givens: [Given], _ layer: CALayer) -> Keepsake? {
    let name = className(index)
    let isKnownClass = name == layer.properties.className
    return values.keepsake(
      of: givens, id: document.elements[index]["id"], className: isKnownClass ? nil : name
    ) { name in
      if CAMLVocabulary.isIgnorable(name) { return name == "type" && layer.properties[name] != nil }
      if CAMLVocabulary.motion.contains(name) { return true }
      switch PropertyPath(name, in: layer.properties) {
      case .property, .component: return true
      case .inside, .unknown: return false
      }
    }
  }

  private func makeLayer(_ index: Int) throws(DocumentError) -> CALayer {
    let name = className(index)
    if let layer = CALayer.make(className: name) { return layer }
    log.warn(.unknownClass(name), at: document.location(of: index))
    return CALayer()
  }

  private func givens(of index: Int) -> [Given] {
    document.elements[index].attributes.map { .attribute($0, of: index) }
      + document.children(of: index).map { .element($0) }
  }

  /// Checks a layer element that refers to another layer instead of describing one.
  private func checkReference(_ id: String, at index: Int) throws(DocumentError) {
    if let target = elementOfID[id], target <= index, index < document.elements[target].end {
      throw values.error(.cyclicReference(id), at: index)
    }
    log.warn(.reference(id), at: document.location(of: index))
  }

  // MARK: Properties

  /// Handles the contents of a layer's element that are not properties of the table.
  private func isHandledApart(
    _ given: Given, _ name: String, of index: Int, _ layer: CALayer
  ) throws(DocumentError) -> Bool {
    if name == "type" {
      // This is the class of `<o type=...>` and `<mask type=...>`, otherwise a gradient's property.
      if case .attribute = given { return !isLayer(index) || document.elements[index].name == "o" }
      return false
    }
    if CAMLVocabulary.isIgnorable(name) { return true }
    if CAMLVocabulary.motion.contains(name) {
      if case .element(let child) = given { try readMotion(child, of: layer) }
      return true
    }
    guard let silent = CAMLVocabulary.privateProperties[name] else { return false }
    if case .attribute(let attribute, _) = given {
      let isSwizzle = name == "contentsSwizzle" && attribute.value == "AAAA"
      if !isSwizzle, !silent.contains(attribute.value) {
        log.warn(.notDrawn(name), at: document.location(of: given.place))
      }
    }
    return true
  }

  /// Reads animations; states are read when all layers exist.
  private func readMotion(_ index: Int, of layer: CALayer) throws(DocumentError) {
    let element = document.elements[index]
    switch element.name {
    case "animations": try animations.add(index, to: layer)
    case "emitterBehaviors":
      guard let emitter = layer as? CAEmitterLayer else { break }
      emitter.emitterBehaviors = CAMLBehaviors(document: document).read(index)
    default: break
    }
  }

  private mutating func states() throws(DocumentError) -> LKStateController? {
    func all(_ name: String) -> [Int] {
      document.elements.indices.filter { document.elements[$0].name == name }
    }
    var added: [Int: CALayer] = [:]
    for index in all("LKStateAddElement") {
      guard let given = document.child("object", of: index) else { continue }
      let object = objectElement(given)
      if document.elements[object]["object"] != nil { continue }
      assembler = LayerAssembler()
      added[index] = try layers(from: object)
    }
    let reader = CAMLStates(
      values: values, images: images, animations: animations, layers: layerOfID,
      added: added)
    return try reader.read(states: all("states"), transitions: all("stateTransitions"))
  }

  /// Sets a property, or returns the layers that it holds.
  private func apply(
    _ property: LayerProperty, _ given: Given, to layer: CALayer, isAlphaOnly: Bool
  ) throws(DocumentError) -> Inner {
    switch (property.kind, given) {
    case (.layer, .element(let index)):
      if document.elements[index]["type"] == "null" { return [] }
      return [(objectElement(index), .mask)]
    case (.layers, .element(let index)):
      return try sublayers(index, of: layer)
    case (.cells, .element(let index)):
      layer.setValue(try cells.read(index, depth: 0), forKey: property.name)
    case (.image, _):
      property.writeObject(try images.image(given, isAlphaOnly: isAlphaOnly), to: layer)
    default:
      let value = try values.value(given, property.kind, of: property.name)
      let object = value as? PropertyValue == PropertyValue.none ? nil : value
      if property.name == "string", let object, !(object is String || object is PropertyValue) {
        throw values.error(.badValue(of: property.name, expected: "a text"), at: given.place)
      }
      if !property.writeObject(object, to: layer) {
        log.warn(.unknownProperty(property.name), at: document.location(of: given.place))
      }
    }
    return []
  }

  /// Returns the element of a mask's layer, or of a layer that a state adds: the given element or
  /// one inside it.
  private func objectElement(_ index: Int) -> Int {
    guard document.elements[index].attributes.isEmpty else { return index }
    let children = document.children(of: index)
    if let only = children.first, children.count == 1, isLayer(only) { return only }
    return index
  }

  private func sublayers(_ index: Int, of layer: CALayer) throws(DocumentError) -> Inner {
    var result: Inner = []
    for child in document.children(of: index) {
      let name = document.elements[child].name
      if isLayer(child) {
        if isReference(child) {
          try checkReference(document.elements[child]["object"] ?? "", at: child)
        } else {
          result.append((child, .sublayer))
        }
      } else if CAMLVocabulary.motion.contains(name) {
        // In damaged files, elements that follow the list can end up inside it.
        try readMotion(child, of: layer)
      } else if !CAMLVocabulary.isIgnorable(name) {
        log.warn(.notALayer(name), at: document.location(of: child))
      }
    }
    return result
  }

  /// Returns whether an element is only a reference to an object; a layer always has other
  /// contents.
  private func isReference(_ index: Int) -> Bool {
    let element = document.elements[index]
    return element["object"] != nil && element["bounds"] == nil
  }

  private func applyLate(
    _ given: Given, to layer: CALayer, isAlphaOnly: Bool
  ) throws(DocumentError) {
    let name = values.name(of: given)
    switch PropertyPath(name, in: layer.properties) {
    case .property(let property):
      _ = try apply(property, given, to: layer, isAlphaOnly: isAlphaOnly)
    case .component(let property, let component):
      let part = try values.value(given, component.kind, of: name)
      if let part = part as? PropertyValue,
        let whole = property.read(layer).replacing(component, with: part)
      {
        property.write(whole, to: layer)
      }
    case .inside, .unknown:
      if case .attribute(let attribute, _) = given, !layer.properties.isClassDrawn {
        // The class was reported; its private keys are retained for an application that draws it.
        layer.setValue(attribute.value, forKey: name)
      } else {
        log.warn(.unknownProperty(name), at: document.location(of: given.place))
      }
    }
  }
}
