/// A format of JSON documents that another module reads.
package protocol JSONFormat: Sendable {
  /// Returns whether JSON is a document of the format.
  func recognizes(_ json: JSONDocument) -> Bool

  /// Reads a document.
  func read(_ json: JSONDocument, _ input: JSONInput) throws(DocumentError) -> DocumentContents
}

/// The circumstances of a JSON document.
package struct JSONInput {
  /// The name of the document.
  package let name: String
  /// A Boolean value that overrides the direction of y; nil for the document's.
  package let isFlipped: Bool?
  /// The images.
  package let assets: AssetStore
  /// The report.
  package let log: DiagnosticLog
  /// The folders of a container that has images in them.
  package var imageFolders: [String] = []
  /// The names of the container's themes.
  package var themes: [String] = []
  /// Reads a theme of the container; nil for an unknown one.
  var readTheme: (String) throws(DocumentError) -> JSONDocument? = { _ in nil }

  init(name: String, isFlipped: Bool?, assets: AssetStore, log: DiagnosticLog) {
    (self.name, self.isFlipped, self.assets, self.log) = (name, isFlipped, assets, log)
  }

  /// Returns a theme of the container; nil for an unknown one.
  package func theme(_ name: String) throws(DocumentError) -> JSONDocument? { try readTheme(name) }
}

/// The parts of a Lottie document apart from its layers.
package struct LottieFacts: Sendable, Hashable {
  /// A named part of the document, in seconds from its start.
  package struct Marker: Sendable, Hashable {
    package var name: String
    package var start: Double
    package var duration: Double

    /// Makes a marker.
    package init(name: String, start: Double, duration: Double) {
      (self.name, self.start, self.duration) = (name, start, duration)
    }
  }

  package var markers: [Marker]
  /// The names of the slots, whose values can be replaced.
  package var slots: [String]
  /// The names of the images that can be replaced.
  package var images: [String]
  /// The names of the container's themes.
  package var themes: [String]
  /// The frames of a second.
  package var frameRate: Double
  /// The length of the part that is read, in seconds.
  package var duration: Double

  /// Makes facts.
  package init(
    markers: [Marker], slots: [String], images: [String], themes: [String], frameRate: Double,
    duration: Double
  ) {
    (self.markers, self.slots, self.images, self.themes) = (markers, slots, images, themes)
    (self.frameRate, self.duration) = (frameRate, duration)
  }
}

/// A feature of Lottie documents that is not drawn, or not as specified.
package enum LottieFeature: Hashable, Sendable {
  case expression, gradientHighlight, audio, tritoneBlend, blurOfOneDimension
  case randomSelector, missingGlyphs, featherOfTwoDimensions, depthOrder
  case combinedPaths
  case shape(String)
  case layer(Int)
  case maskMode(String)
  case blendMode(Int)
  case effect(String)
  case textAnimator(String)
  case missingAsset(String)
  case unknownSlot(String)
  case copies(Int)
  case dashes(Int)
  case layers(Int)
  case values(Int)
  case computedVertices(Int)

  /// The message, without the layer.
  var message: String {
    switch self {
    case .expression: "an expression is not run; its property keeps the values of its keyframes"
    case .gradientHighlight:
      "the highlight of a radial gradient that moves is not drawn; its center is used"
    case .audio: "audio is not played"
    case .tritoneBlend: "a tritone is not blended with the original colors"
    case .blurOfOneDimension: "a blur along one dimension is drawn along both"
    case .randomSelector: "the random order of a text selector is not used"
    case .missingGlyphs: "the document has no glyph for a character; an installed font draws it"
    case .featherOfTwoDimensions: "a feather along y is drawn as wide as the one along x"
    case .depthOrder: "layers in space are drawn in their order, not by their depth"
    case .combinedPaths:
      "the document merges or offsets more paths than a document may; the rest stays as it is"
    case .shape(let type): "shapes of the type \"\(type)\" are not drawn"
    case .layer(let type): "layers of the type \(type) are not drawn"
    case .maskMode(let mode): "the mask mode \"\(mode)\" is unknown; the mask is added"
    case .blendMode(let mode): "the blend mode \(mode) is unknown; the normal one is used"
    case .effect(let name): "the effect \"\(name)\" is not drawn"
    case .textAnimator(let key): "\"\(key)\" of a text animator is not used"
    case .missingAsset(let name): "the document has no asset \"\(name)\"; the layer is not drawn"
    case .unknownSlot(let name): "no property uses the slot \"\(name)\"; its value has no effect"
    case .copies(let limit): "a repeater has more than \(limit) copies; the rest is not drawn"
    case .dashes(let limit):
      "a line has more than \(limit) dashes whose lengths change; they are drawn longer"
    case .layers(let limit): "the document needs more than \(limit) layers; the rest is not drawn"
    case .values(let limit):
      "the document needs more than \(limit) values and points; the rest does not move or is not drawn"
    case .computedVertices(let limit):
      "modifiers and copies need more than \(limit) computed vertices; the rest does not move or is not drawn"
    }
  }
}
