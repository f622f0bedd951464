package import Foundation
package import GlazeGeometry
package import GlazeTree

/// The numbers of a layer, as one value; what most layers never change lies apart, in one piece that is
/// there only when some of it was changed.
///
/// Names that a closed list answers for are kept as enums, so that a commit meets no strings.
package struct LayerState {
  package var bounds: CGRect = .zero
  package var position: CGPoint = .zero
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  /// See `RareProperties.swift`.
  var rare: RareNumbers?
  // What is small comes last, so that what follows in the layer may share its last word.
  package var flags: Flags = .default
  package var opacity: Float = 1
  package var maskedCorners: UInt8 = 15
  package var edgeAntialiasingMask: UInt8 = 15
  package var gravity: ContentsGravity = .resize
  package var minificationFilter: TextureFilter = .linear
  package var magnificationFilter: TextureFilter = .linear

  package init() {}

  /// Truths about a layer, as bits.
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    // The first eight are those of `LayerNode.Flags`; bits 4 and 7 of those are no properties.
    package static let isHidden = Flags(rawValue: 1 << 0)
    package static let isDoubleSided = Flags(rawValue: 1 << 1)
    package static let isGeometryFlipped = Flags(rawValue: 1 << 2)
    package static let masksToBounds = Flags(rawValue: 1 << 3)
    package static let allowsGroupOpacity = Flags(rawValue: 1 << 5)
    package static let hasContinuousCorners = Flags(rawValue: 1 << 6)
    package static let allowsGroupBlending = Flags(rawValue: 1 << 8)
    package static let allowsEdgeAntialiasing = Flags(rawValue: 1 << 7)
    package static let isOpaque = Flags(rawValue: 1 << 15)
    package static let needsDisplayOnBoundsChange = Flags(rawValue: 1 << 9)
    package static let drawsAsynchronously = Flags(rawValue: 1 << 10)
    package static let wantsExtendedRange = Flags(rawValue: 1 << 11)
    package static let wantsDynamicScaling = Flags(rawValue: 1 << 12)
    package static let shouldRasterize = Flags(rawValue: 1 << 13)
    package static let shadowPathIsBounds = Flags(rawValue: 1 << 14)
    package static let repeatsContents = Flags(rawValue: 1 << 16)
    /// The bits that nodes have too.
    package static let ofNodes = Flags(rawValue: 0b1_0110_1111)

    package static let `default`: Flags = [
      .isDoubleSided, .allowsGroupOpacity, .allowsGroupBlending, .allowsEdgeAntialiasing,
    ]

    /// Reads or writes one bit.
    package subscript(bit: Flags) -> Bool {
      get { contains(bit) }
      set {
        if newValue { insert(bit) } else { remove(bit) }
      }
    }
  }
}

/// What a layer holds by reference; what most layers do not have lies apart, as that of `LayerState`.
///
/// Apart from `LayerState`, so that reading that retains little.
package struct LayerObjects {
  // See `RareProperties.swift`.
  var label: LayerLabel?
  var rare: RareObjects?
  // Last, since it ends with a byte, so that what follows in the layer may share its word.
  var background = CompactColor(nil)

  package init() {}

  package var backgroundColor: CGColor? {
    get { background.color }
    set { background = CompactColor(newValue) }
  }
}

/// What changed in a layer since it was last committed, as bits.
package struct LayerChanges: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Bounds, position, anchor, flips.
  package static let geometry = LayerChanges(rawValue: 1 << 0)
  /// Either matrix or the anchor's z.
  package static let transform = LayerChanges(rawValue: 1 << 1)
  /// Colours, opacity, corners, border, edges, visibility.
  package static let appearance = LayerChanges(rawValue: 1 << 2)
  /// The image and how it is shown.
  package static let contents = LayerChanges(rawValue: 1 << 3)
  /// The name.
  package static let name = LayerChanges(rawValue: 1 << 4)
  /// The list of sublayers, or the mask.
  package static let structure = LayerChanges(rawValue: 1 << 5)
  /// What is stored but not drawn: hints, and properties of some subclasses.
  package static let undrawn = LayerChanges(rawValue: 1 << 6)
  /// `setNeedsLayout` was called.
  package static let layout = LayerChanges(rawValue: 1 << 7)
  /// `setNeedsDisplay` was called.
  package static let display = LayerChanges(rawValue: 1 << 8)
  /// The shadow.
  package static let shadow = LayerChanges(rawValue: 1 << 9)
  /// Filters, blending, rasterization; also whether the layer is a mask, which has less of them.
  package static let effects = LayerChanges(rawValue: 1 << 10)
  /// What only the layer's class has: gradients, paths, copies.
  package static let kind = LayerChanges(rawValue: 1 << 11)
  /// How the layer's time runs.
  package static let timing = LayerChanges(rawValue: 1 << 12)
  /// The layer's animations.
  package static let animations = LayerChanges(rawValue: 1 << 13)
}
