package import Foundation
package import GlazeGeometry
package import GlazeLayers

/// A document that was read: a layer tree and the canvas that shows it.
package struct DocumentContents {
  /// The root layer; its frame starts at (0, 0) and its bounds are the canvas.
  package var root: CALayer
  /// The canvas, in points.
  package var size: CGSize
  /// A Boolean value that indicates whether y points down around the root: the flag of its implicit
  /// container.
  package var isGeometryFlipped: Bool
  /// The color behind the root; nil for none.
  package var background: CGColor?
  /// The warnings, in the order of the text, one of each kind.
  package var diagnostics: [Diagnostic]
  /// The scene's name, or the name of its file without the extension.
  package var name: String
  /// The states of the document, none of them selected; nil when it has none.
  package var states: LKStateController?
  /// The repeated range of time, in seconds; nil when time goes on.
  package var loop: Range<Double>?
  /// The names of the documents in the container; empty for a single document.
  package var parts: [String] = []
  /// The source of the images; nil for a tree that was not read.
  package var images: ImageSource?
  /// The content around the root that Glaze does not know; a known part marks the root's position.
  package var keepsake: Keepsake?
  /// The markers, slots and themes of a Lottie document; nil for others.
  package var lottie: LottieFacts?
  /// The other files in the document's folder.
  var companions: BundleCompanions?

  /// Makes a document of a layer tree.
  package init(
    root: CALayer, size: CGSize, isGeometryFlipped: Bool, background: CGColor? = nil,
    diagnostics: [Diagnostic] = [], name: String, states: LKStateController? = nil,
    loop: Range<Double>? = nil, images: ImageSource? = nil, keepsake: Keepsake? = nil
  ) {
    self.root = root
    self.size = size
    self.isGeometryFlipped = isGeometryFlipped
    self.background = background
    self.diagnostics = diagnostics
    self.name = name
    self.states = states
    self.loop = loop
    self.images = images
    self.keepsake = keepsake
  }
}

extension DocumentContents {
  /// Moves the root to the origin of its container.
  ///
  /// A document's root fills the canvas; its own position refers to a host that does not exist
  /// here.
  package static func place(_ root: CALayer) {
    root.position = CGPoint(
      x: root.anchorPoint.x * root.bounds.width, y: root.anchorPoint.y * root.bounds.height)
  }
}
