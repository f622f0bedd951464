package import Foundation
package import GlazeGeometry
package import GlazeTree

/// The numbers of a layer, as one value.
///
/// Numbers that most layers never change are stored
/// separately, in an object that exists only if one of them was changed.
///
/// Names from a fixed list are stored as enums, so that a commit handles no strings.
@dynamicMemberLookup @usableFromInline
package struct LayerState {
  package var bounds: CGRect = .zero
  package var position: CGPoint = .zero
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  /// See `RareProperties.swift`.
  @usableFromInline var rare = Rare<RareNumbers>()
  // Small values come last, so that the next value in the layer may share the last word.
  package var flags: Flags = .default
  package var opacity: Float = 1
  package var maskedCorners: UInt8 = 15
  package var edgeAntialiasingMask: UInt8 = 15
  package var gravity: ContentsGravity = .resize
  package var minificationFilter: TextureFilter = .linear
  package var magnificationFilter: TextureFilter = .linear

  package init() {}

  /// The Boolean properties of a layer, as bits.
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    // The first eight are those of `LayerNode.Flags`, whose bits 4 and 7 are not properties.
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
    /// The bits that nodes have, too.
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

/// The objects of a layer; those that most layers lack are stored separately, as in `LayerState`.
///
/// They are not in `LayerState`, so that reading it retains little.
@dynamicMemberLookup @usableFromInline
package struct LayerObjects {
  // See `RareProperties.swift`.
  @usableFromInline var label = Rare<LayerLabel>()
  @usableFromInline var rare = Rare<RareObjects>()
  // It comes last, since it ends with a byte, so that the next value in the layer may share its
  // word.
  var background = CompactColor(nil)

  package init() {}

  package var backgroundColor: CGColor? {
    get { background.color }
    set { background = CompactColor(newValue) }
  }
}

/// The changes of a layer since its last commit, as bits.
///
/// The module of the commit must see the bits: it tests them for each layer that changed.
@usableFromInline
package struct LayerChanges: OptionSet, Sendable, Hashable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Bounds, anchor, flips.
  @inlinable package static var geometry: LayerChanges { LayerChanges(rawValue: 1 << 0) }
  /// Either matrix or the anchor's z.
  @inlinable package static var transform: LayerChanges { LayerChanges(rawValue: 1 << 1) }
  /// Colors, opacity, corners, border, edges, visibility.
  @inlinable package static var appearance: LayerChanges { LayerChanges(rawValue: 1 << 2) }
  /// The image and its presentation.
  @inlinable package static var contents: LayerChanges { LayerChanges(rawValue: 1 << 3) }
  /// The name.
  @inlinable package static var name: LayerChanges { LayerChanges(rawValue: 1 << 4) }
  /// The list of sublayers, or the mask.
  @inlinable package static var structure: LayerChanges { LayerChanges(rawValue: 1 << 5) }
  /// Properties that are stored but not drawn: hints, and properties of some subclasses.
  @inlinable package static var undrawn: LayerChanges { LayerChanges(rawValue: 1 << 6) }
  /// `setNeedsLayout` was called.
  @inlinable package static var layout: LayerChanges { LayerChanges(rawValue: 1 << 7) }
  /// `setNeedsDisplay` was called.
  @inlinable package static var display: LayerChanges { LayerChanges(rawValue: 1 << 8) }
  /// The shadow.
  @inlinable package static var shadow: LayerChanges { LayerChanges(rawValue: 1 << 9) }
  /// Filters, blending, rasterization; also whether the layer is a mask, which supports fewer of
  /// them.
  @inlinable package static var effects: LayerChanges { LayerChanges(rawValue: 1 << 10) }
  /// Properties that only the layer's class has: gradients, paths, copies.
  @inlinable package static var kind: LayerChanges { LayerChanges(rawValue: 1 << 11) }
  /// The timing of the layer.
  @inlinable package static var timing: LayerChanges { LayerChanges(rawValue: 1 << 12) }
  /// The layer's animations.
  @inlinable package static var animations: LayerChanges { LayerChanges(rawValue: 1 << 13) }
  /// The position, also along z: nothing else depends on it.
  @inlinable package static var place: LayerChanges { LayerChanges(rawValue: 1 << 14) }
  /// How bright the layer may be, which its node and its contents record.
  @inlinable package static var brightness: LayerChanges { [.appearance, .contents] }
  /// The committer keeps the values that the layer had at the last commit; no change itself.
  @inlinable package static var kept: LayerChanges { LayerChanges(rawValue: 1 << 15) }
}
