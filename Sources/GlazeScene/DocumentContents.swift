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
}

extension DocumentContents {
  /// Puts the root where its container begins: a document's root fills the canvas, and its own
  /// position is a place in a host that is not there.
  static func place(_ root: CALayer) {
    root.position = CGPoint(
      x: root.anchorPoint.x * root.bounds.width, y: root.anchorPoint.y * root.bounds.height)
  }
}
