import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText

/// Reads a JSON scene: its root, and what surrounds it.
struct JSONSceneReader {
  private let document: JSONDocument
  private let syntax: JSONSyntax
  private var reader: LayerReader<JSONSyntax>

  private init(document: JSONDocument, assets: AssetStore, log: DiagnosticLog) {
    self.document = document
    syntax = JSONSyntax(document: document, assets: assets, log: log)
    reader = LayerReader(syntax)
  }

  /// Reads a scene.
  ///
  /// - Throws: The first error; in strict mode, the first warning.
  static func read(
    _ document: JSONDocument, name: String, isFlipped: Bool?, assets: AssetStore, log: DiagnosticLog
  ) throws(DocumentError) -> DocumentContents {
    var reader = JSONSceneReader(document: document, assets: assets, log: log)
    return try reader.scene(name: name, isFlipped: isFlipped)
  }

  // MARK: The scene

  private mutating func scene(
    name: String, isFlipped: Bool?
  ) throws(DocumentError) -> DocumentContents {
    guard document.kind(of: 0) == .object else {
      throw syntax.expected("an object with a root", of: "the scene", at: 0)
    }
    let members = syntax.members(of: 0)
    guard let rootNode = members.first(where: { $0.name == "root" })?.value else {
      throw syntax.error(.noRootLayer, at: 0)
    }
    var size = CGSize.zero
    var background: CGColor?
    var sceneName = name
    var isDown = true
    var loop: Range<Double>?
    var parts: [Keepsake.Part] = []
    for member in members {
      switch member.name {
      case "width": size.width = try length(member)
      case "height": size.height = try length(member)
      case "background": background = try syntax.background(member.value)
      case "name": sceneName = try syntax.text(member.value, of: "name") ?? name
      case "geometryFlipped": isDown = try syntax.bool(member.value, of: member.name)
      case "loop": loop = try syntax.range(member.value, of: member.name)
      case "root": parts.append(.known("root"))
      case "states", "stateTransitions": break
      default: parts.append(syntax.retained(member))
      }
    }
    let root = try reader.tree(at: rootNode)
    let canvas = try canvas(of: root, rootNode, otherwise: size)
    DocumentContents.place(root)
    let stateList = members.first { $0.name == "states" }?.value
    let added = try addedLayers(stateList)
    let named = reader.layers
    let ways = members.first { $0.name == "stateTransitions" }?.value
    let states = try StateReader(syntax: syntax, layers: named, added: added).read(
      states: try syntax.objects(stateList, of: "states"),
      transitions: try syntax.objects(ways, of: "stateTransitions"))
    syntax.followed.resolve(named, syntax.log)
    return DocumentContents(
      root: root, size: canvas, isGeometryFlipped: isFlipped ?? isDown, background: background,
      diagnostics: syntax.log.diagnostics, name: sceneName, states: states, loop: loop,
      images: ImageSource(syntax.assets), keepsake: Keepsake(parts: parts))
  }

  /// Returns the layers that states add, by their nodes.
  private mutating func addedLayers(_ states: Int?) throws(DocumentError) -> [Int: CALayer] {
    var added: [Int: CALayer] = [:]
    for node in syntax.describedLayers(in: states) { added[node] = try reader.tree(at: node) }
    return added
  }

  private func length(_ member: JSONDocument.Member) throws(DocumentError) -> CGFloat {
    let value = try syntax.number(member.value, of: member.name).double ?? 0
    guard value > 0 else {
      throw syntax.expected("a number above 0", of: member.name, at: member.value)
    }
    return value
  }

  private func canvas(
    of root: CALayer, _ node: Int, otherwise size: CGSize
  ) throws(DocumentError) -> CGSize {
    if root.bounds.size == .zero { root.bounds.size = size }
    guard root.bounds.width > 0, root.bounds.height > 0 else {
      throw syntax.error(
        .noSize("the root's bounds are empty; give it bounds, or the scene width and height"),
        at: node)
    }
    return root.bounds.size
  }
}
