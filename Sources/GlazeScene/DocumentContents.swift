package import Foundation
package import GlazeGeometry
package import GlazeLayers

/// A document that was read: a tree of layers and the canvas that it is shown on.
package struct DocumentContents {
  /// The root layer; its frame starts at (0, 0) and its bounds are the canvas.
  package var root: CALayer
  /// The canvas, in points.
  package var size: CGSize
  /// Whether y points down in the space around the root: the flag of its implicit container.
  package var isGeometryFlipped: Bool
  /// What is behind the root; nil is nothing.
  package var background: CGColor?
  /// Warnings, in the order of the text, one of each kind.
  package var diagnostics: [Diagnostic]
  /// The scene's name, or that of its file without the extension.
  package var name: String
  /// The states that the document can be in, none of them selected; nil when it has none.
  package var states: LKStateController?
  /// The part of time that is played again and again, in seconds; nil when time goes on.
  package var loop: Range<Double>?
  /// The documents of the container that it comes from; none for a document by itself.
  package var parts: [String] = []
  /// Where its pictures came from; nil for a tree that was read from nowhere.
  package var pictures: PictureSource?
  /// What it says around its root that Glaze does not know; a known part stands for the root.
  package var keepsake: Keepsake?
  /// What lies in its folder besides.
  var companions: BundleCompanions?

  /// Makes a document of a tree.
  package init(
    root: CALayer, size: CGSize, isGeometryFlipped: Bool, background: CGColor? = nil,
    diagnostics: [Diagnostic] = [], name: String, states: LKStateController? = nil,
    loop: Range<Double>? = nil, pictures: PictureSource? = nil, keepsake: Keepsake? = nil
  ) {
    self.root = root
    self.size = size
    self.isGeometryFlipped = isGeometryFlipped
    self.background = background
    self.diagnostics = diagnostics
    self.name = name
    self.states = states
    self.loop = loop
    self.pictures = pictures
    self.keepsake = keepsake
  }
}

extension DocumentContents {
  /// Puts the root where its container begins: a document's root fills the canvas, and its own
  /// position is a place in a host that is not there.
  static func place(_ root: CALayer) {
    root.position = CGPoint(
      x: root.anchorPoint.x * root.bounds.width, y: root.anchorPoint.y * root.bounds.height)
  }
}
