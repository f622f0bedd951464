import Foundation
package import GlazeGeometry
import GlazeCommit
import GlazeLayers
package import GlazeScene

/// The choices of a reader of Lottie documents.
package struct LottieOptions: Sendable {
  /// The marker whose part of the document is read; nil reads all of it.
  package var marker: String?
  /// The theme of a container whose values replace those of slots; nil for the document's own.
  package var theme: String?
  /// JSON values that replace those of slots and of texts, by their names.
  package var slots: [String: String] = [:]
  /// Images that replace those of assets, by their names.
  package var images: [String: CGImage] = [:]

  /// Makes options that read a document as it is.
  package init() {}
}

/// Reads Lottie documents: the JSON that After Effects' exporters write.
package struct LottieReader: JSONFormat {
  /// The choices of the reader.
  package var options: LottieOptions

  /// Makes a reader.
  package init(options: LottieOptions = LottieOptions()) {
    self.options = options
  }

  /// Returns whether JSON is a Lottie document, by the keys that all of them have.
  package func recognizes(_ json: JSONDocument) -> Bool {
    let root = LottieNode(json)
    guard root.kind == .object else { return false }
    return root["layers"]?.kind == .array && root["op"]?.kind == .number
      && root["fr"]?.kind == .number && root["root"] == nil
  }

  /// Reads a document.
  package func read(
    _ json: JSONDocument, _ input: JSONInput
  ) throws(DocumentError) -> DocumentContents {
    let root = LottieNode(json)
    let report = LottieReport(log: input.log)
    let reader = PropertyReader(report: report)
    try fillSlots(reader, root, input)
    let time = try time(of: root)
    let size = try size(of: root)
    let animator = Animator(
      sampler: Sampler(
        duration: time.duration, step: 1 / min(max(time.rate, 1), 240), budget: reader.budget))
    let assets = LottieAssets(
      root.elements("assets"), store: input.assets, reader: reader, replacements: options.images,
      folders: input.imageFolders)
    let builder = CompositionBuilder(
      animator: animator, reader: reader, frameRate: time.rate, assets: assets,
      texts: TextSource(root, replacements: options.slots))
    let canvas = CALayer()
    canvas.bounds.size = size
    canvas.masksToBounds = true
    canvas.name = root["nm"]?.text
    DocumentContents.place(canvas)
    let composition = try builder.composition(
      root.elements("layers"), timeline: Timeline(frameRate: time.rate, start: time.start),
      size: size, path: [])
    try builder.fill(canvas, with: composition)
    for feature in builder.budget.refused {
      report.warn(.lottieFeature(feature, layer: ""), at: root)
    }
    Self.keepDuration(time.duration, of: canvas)
    report.layer = ""
    reportUnused(reader, root)
    var contents = DocumentContents(
      root: canvas, size: size, isGeometryFlipped: input.isFlipped ?? true,
      diagnostics: input.log.diagnostics, name: input.name, images: ImageSource(input.assets))
    contents.lottie = LottieFacts(
      markers: LottieFacts.markers(in: root, from: time.first, rate: time.rate),
      slots: root["slots"]?.names ?? [], images: assets.imageNames, themes: input.themes,
      frameRate: time.rate, duration: time.duration)
    return contents
  }

  // MARK: Time and size

  private struct Time {
    var rate: Double
    /// The first frame of the document, and of the part that is read.
    var first: Double
    var start: Double
    var duration: Double
  }

  private func time(of root: LottieNode) throws(DocumentError) -> Time {
    let rate = root.number("fr", 0)
    guard rate > 0 else {
      throw DocumentError(
        .badValue(of: "fr", expected: "a number above 0"), at: (root["fr"] ?? root).location)
    }
    let first = root.number("ip", 0)
    var frames = (start: first, end: root.number("op", 0))
    if let name = options.marker {
      let markers = LottieFacts.markers(in: root, from: first, rate: rate)
      guard let marker = markers.first(where: { $0.name == name }) else {
        throw DocumentError(
          .unknownChoice("marker", name, known: markers.map(\.name)), at: root.location)
      }
      frames.start = first + marker.start * rate
      // A marker without a duration is a frame.
      frames.end = frames.start + max(marker.duration * rate, 1)
    }
    guard frames.end > frames.start else {
      throw DocumentError(
        .badValue(of: "op", expected: "a frame after ip"), at: (root["op"] ?? root).location)
    }
    let duration = min((frames.end - frames.start) / rate, Limits.seconds)
    return Time(rate: rate, first: first, start: frames.start, duration: duration)
  }

  private func size(of root: LottieNode) throws(DocumentError) -> CGSize {
    let size = CGSize(width: root.number("w", 0), height: root.number("h", 0))
    guard size.width > 0, size.height > 0 else {
      throw DocumentError(
        .noSize("the document has no size; w and h must be above 0"), at: root.location)
    }
    return size
  }

  /// Keeps a document as long as it says: its animations can end earlier.
  private static func keepDuration(_ duration: Double, of root: CALayer) {
    guard root.animationEnd < duration else { return }
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 1
    animation.toValue = 1
    Animator.time(animation, in: 0..<duration)
    root.add(animation, forKey: "duration")
  }

  // MARK: Slots

  private func fillSlots(
    _ reader: PropertyReader, _ root: LottieNode, _ input: JSONInput
  ) throws(DocumentError) {
    for member in root["slots"]?.members ?? [] {
      if let property = member.node["p"] { reader.slots[member.name] = property }
    }
    if let name = options.theme {
      guard let theme = try input.theme(name) else {
        throw DocumentError(
          .unknownChoice("theme", name, known: input.themes), at: root.location)
      }
      for rule in LottieNode(theme).elements("rules") {
        guard let slot = rule["id"]?.text else { continue }
        if let value = Self.property(of: rule) { reader.slots[slot] = value }
      }
    }
    for (name, text) in options.slots {
      let source = SourceText(name: "slot \(name)", bytes: Array(Self.property(text).utf8))
      reader.slots[name] = LottieNode(try JSONParser.parse(source))
    }
  }

  /// Returns the property that the rule of a theme gives a slot.
  private static func property(of rule: LottieNode) -> LottieNode? {
    guard let value = rule["value"] else { return rule["keyframes"].flatMap { keyframes($0) } }
    return rule["type"]?.text == "Image" ? value : node("{\"k\":\(json(of: value))}", like: value)
  }

  /// Returns the value of JSON that is made of a part of a document.
  private static func node(_ text: String, like part: LottieNode) -> LottieNode? {
    let source = SourceText(name: part.json.source.name, bytes: Array(text.utf8))
    return (try? JSONParser.parse(source)).map { LottieNode($0) }
  }

  /// The keyframes of themes have longer names.
  private static func keyframes(_ list: LottieNode) -> LottieNode? {
    let keys = list.elements.compactMap { key -> String? in
      guard let frame = key["frame"]?.number, let value = key["value"] else { return nil }
      let hold = key.isTrue("hold") ? ",\"h\":1" : ""
      let handles = [("i", key["inTangent"]), ("o", key["outTangent"])].compactMap { name, node in
        node.map { ",\"\(name)\":\(json(of: $0))" }
      }
      let values = value.kind == .array ? json(of: value) : "[\(json(of: value))]"
      return "{\"t\":\(frame),\"s\":\(values)\(hold)\(handles.joined())}"
    }
    return node("{\"a\":1,\"k\":[\(keys.joined(separator: ","))]}", like: list)
  }

  private static func json(of value: LottieNode) -> String { value.json.text(of: value.index) }

  /// Returns the JSON of a property for the text of a command: a color, JSON, or a text.
  private static func property(_ text: String) -> String {
    if let color = RGBA.hex(text) {
      return "{\"k\":[\(color.x),\(color.y),\(color.z),\(color.w)]}"
    }
    let source = SourceText(name: "slot", bytes: Array(text.utf8))
    guard let json = try? JSONParser.parse(source) else {
      return "{\"text\":\(LottieText.quoted(text))}"
    }
    let node = LottieNode(json)
    return node.kind == .object ? text : "{\"k\":\(text)}"
  }

  private func reportUnused(_ reader: PropertyReader, _ root: LottieNode) {
    for name in options.slots.keys.sorted()
    where !reader.used.contains(name) && root["slots"]?.member(name) == nil {
      reader.report.unsupported(.unknownSlot(name), at: root)
    }
  }
}

extension LottieNode {
  /// The members of an object, with their values.
  var members: [(name: String, node: LottieNode)] {
    json.members(of: index).map { ($0.name, LottieNode(json, $0.value)) }
  }
}

extension LottieFacts {
  /// Returns the markers of a document, in seconds from its start.
  static func markers(in root: LottieNode, from first: Double, rate: Double) -> [Marker] {
    root.elements("markers").compactMap { node in
      guard let name = node["cm"]?.text, let frame = node["tm"]?.number else { return nil }
      return Marker(
        name: name, start: (frame - first) / rate, duration: max(node.number("dr", 0) / rate, 0))
    }
  }
}
