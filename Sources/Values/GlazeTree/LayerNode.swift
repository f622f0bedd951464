package import Foundation
package import GlazeGeometry

/// One layer at one time: the properties that all layers have.
///
/// Rare properties are in the side tables of its `LayerTree`, at positions that `LayerSlots`
/// contains.
package struct LayerNode: Sendable, Equatable {
  /// The coordinates of the layer: any origin, a size that is never negative; in points.
  package var bounds: CGRect = .zero
  /// The position of the anchor in the superlayer's coordinates, in points.
  package var position: CGPoint = .zero
  /// The anchor in unit coordinates of `bounds`.
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// The z of `position` in the superlayer's space, in points.
  package var zPosition: Double = 0
  /// The opacity of the layer and its subtree; in 0...1.
  package var opacity: Float = 1
  /// The corner radius in points, not negative; the planner limits it to half of the shorter side.
  package var cornerRadius: Float = 0
  /// The background color, unpremultiplied and sRGB encoded; its alpha is 0 when there is no
  /// background.
  package var backgroundColor: SIMD4<Float> = .zero
  /// The index of the node after the last descendant.
  package var subtreeEnd: Int32 = 0
  /// The index of the superlayer's node; -1 for the root.
  package var parent: Int32 = -1
  package var flags: Flags = .default
  /// The rounded corners, as the sum of `layerMinXMinYCorner`=1, `MaxXMinY`=2, `MinXMaxY`=4,
  /// `MaxXMaxY`=8.
  package var maskedCorners: UInt8 = 15
  /// The antialiased edges: min x=1, max x=2, min y=4, max y=8; 0 when antialiasing is not allowed.
  package var softEdges: UInt8 = 15
  /// The index of the layer's slots in `LayerTree.slots`; -1 when it has no entry in any side
  /// table.
  package var slots: Int32 = -1

  package init() {}

  /// The Boolean properties of a layer, as bits.
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

    // Those of the standard library are generic, and not compiled for this type in other modules.

    @inlinable package init(arrayLiteral flags: Flags...) {
      var bits: UInt16 = 0
      for flag in flags { bits |= flag.rawValue }
      rawValue = bits
    }

    @inlinable package func contains(_ flags: Flags) -> Bool {
      rawValue & flags.rawValue == flags.rawValue
    }
    @inlinable package func isDisjoint(with flags: Flags) -> Bool { rawValue & flags.rawValue == 0 }

    /// Neither the layer nor its subtree is drawn.
    @inlinable package static var isHidden: Flags { Flags(rawValue: 1 << 0) }
    /// The layer is also drawn when it faces away.
    @inlinable package static var isDoubleSided: Flags { Flags(rawValue: 1 << 1) }
    /// The layer's plane is reflected about the horizontal center line of its bounds.
    @inlinable package static var isGeometryFlipped: Flags { Flags(rawValue: 1 << 2) }
    /// The subtree is clipped to the rounded bounds.
    @inlinable package static var masksToBounds: Flags { Flags(rawValue: 1 << 3) }
    /// A CATransformLayer: only sublayers, in one 3D scene with the layer's siblings.
    @inlinable package static var isTransformLayer: Flags { Flags(rawValue: 1 << 4) }
    /// `opacity` applies to the composite of the subtree, not to each of its items.
    @inlinable package static var allowsGroupOpacity: Flags { Flags(rawValue: 1 << 5) }
    /// The corners follow the continuous curve, not a circle.
    @inlinable package static var hasContinuousCorners: Flags { Flags(rawValue: 1 << 6) }
    /// The first child is not a sublayer but the layer's mask.
    @inlinable package static var hasMask: Flags { Flags(rawValue: 1 << 7) }
    /// Blend modes inside are only applied to the content of the layer itself.
    @inlinable package static var allowsGroupBlending: Flags { Flags(rawValue: 1 << 8) }

    /// The layer may be brighter than white: as bright as the output, or as the square root of that.
    @inlinable package static var isBright: Flags { Flags(rawValue: 1 << 10) }
    @inlinable package static var isConstrained: Flags { Flags(rawValue: 1 << 11) }

    /// The layer does not exist at this time: its time has not begun, or is over.
    @inlinable package static var isAway: Flags { Flags(rawValue: 1 << 9) }

    /// The flags that each exclude a layer with its subtree from the frame.
    @inlinable package static var absent: Flags {
      Flags(rawValue: isHidden.rawValue | isAway.rawValue)
    }

    package static let `default`: Flags = [
      .isDoubleSided, .allowsGroupOpacity, .allowsGroupBlending,
    ]
  }
}

extension LayerNode {
  /// The part of the headroom that the layer's colors use.
  package var range: LayerBrightness.Range {
    get {
      flags.contains(.isBright) ? .full : flags.contains(.isConstrained) ? .constrained : .standard
    }
    set {
      flags.subtract([.isBright, .isConstrained])
      if newValue == .full { flags.insert(.isBright) }
      if newValue == .constrained { flags.insert(.isConstrained) }
    }
  }
}

/// The positions of a layer's entries in the side tables of its `LayerTree`; -1 for no entry.
///
/// They are separate from the node, since most layers have no entries.
package struct LayerSlots: Sendable, Equatable {
  /// The slot in `LayerTree.transforms`.
  package var transforms: Int32 = -1
  /// The slot in `LayerTree.contents`.
  package var contents: Int32 = -1
  /// The slot in `LayerTree.borders`.
  package var border: Int32 = -1
  /// The slot in `LayerTree.names`.
  package var name: Int32 = -1
  /// The slot in `LayerTree.shadows`.
  package var shadow: Int32 = -1
  /// The slot in `LayerTree.effects`.
  package var effects: Int32 = -1
  /// The slot in `LayerTree.gradients`.
  package var gradient: Int32 = -1
  /// The slot in `LayerTree.shapes`.
  package var shape: Int32 = -1
  /// The slot in `LayerTree.replicators`.
  package var replicator: Int32 = -1
  /// The slot in `LayerTree.emitters`.
  package var emitter: Int32 = -1

  @inlinable
  package init() {}

  /// Whether there is at most a name.
  package var isPlain: Bool {
    transforms & contents & border & shadow & effects & gradient & shape & replicator & emitter
      == -1
  }
}

/// The matrices of a layer that has at least one.
package struct LayerTransforms: Sendable, Equatable {
  package var transform: CATransform3D
  package var sublayerTransform: CATransform3D
  /// The z of the anchor, in points.
  package var anchorPointZ: Double

  package init(
    transform: CATransform3D = CATransform3DIdentity,
    sublayerTransform: CATransform3D = CATransform3DIdentity, anchorPointZ: Double = 0
  ) {
    self.transform = transform
    self.sublayerTransform = sublayerTransform
    self.anchorPointZ = anchorPointZ
  }
}

/// The line inside a layer's rounded bounds.
package struct LayerBorder: Sendable, Equatable {
  /// The width in points, inward from the bounds; above 0.
  package var width: Double
  /// The color, unpremultiplied and sRGB encoded.
  package var color: SIMD4<Float>

  package init(width: Double, color: SIMD4<Float>) {
    self.width = width
    self.color = color
  }
}

/// An image, and how a layer shows it.
package struct LayerContents: Sendable, Equatable {
  package var image: CGImage
  /// The part of the image, in unit coordinates.
  ///
  /// The origin is the image's top left when contents are flipped (y-down trees), else its bottom
  /// left.
  package var rect: CGRect
  /// The stretchable part of `rect`, in unit coordinates of it.
  package var center: CGRect
  package var gravity: ContentsGravity
  /// The number of pixels of the image per point.
  package var scale: Double
  package var minification: TextureFilter
  package var magnification: TextureFilter
  /// The bias that the trilinear minification filter adds to the mip level.
  package var minificationBias: Float
  /// The rectangle of the image in the layer's coordinates, regardless of the gravity; nil uses the
  /// gravity.
  package var box: CGRect?
  /// Whether `center` is repeated at its own size, instead of stretched.
  package var repeats = false
  /// The affine transform of the contents in the layer's coordinates; nil for the identity.
  package var transform: Homography?
  /// The factor of the image's colors; unpremultiplied, sRGB encoded.
  package var color = SIMD4<Float>.one
  /// How bright the image is, and may be.
  package var brightness = LayerBrightness()

  package init(
    image: CGImage, rect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1),
    center: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), gravity: ContentsGravity = .resize,
    scale: Double = 1, minification: TextureFilter = .linear,
    magnification: TextureFilter = .linear, minificationBias: Float = 0
  ) {
    self.image = image
    self.rect = rect
    self.center = center
    self.gravity = gravity
    self.scale = scale
    self.minification = minification
    self.magnification = magnification
    self.minificationBias = minificationBias
  }
}

/// The position of contents in the bounds; `top` is max y of the layer's coordinates.
package enum ContentsGravity: UInt8, Sendable, CaseIterable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  case resize, resizeAspect, resizeAspectFill
}

/// How texels are sampled; `trilinear` uses mipmaps when minifying.
package enum TextureFilter: UInt8, Sendable, CaseIterable {
  case nearest, linear, trilinear
}
