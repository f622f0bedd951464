package import Foundation
package import GlazeGeometry

/// One layer as it is shown at one moment: what is common to all layers; what is rare lies in the side
/// tables of its `LayerTree`, and `LayerSlots` tells where.
package struct LayerNode: Sendable, Equatable {
  /// Coordinates of the layer: origin anywhere, size never negative; in points.
  package var bounds: CGRect = .zero
  /// Where the anchor lies in the superlayer's coordinates, in points.
  package var position: CGPoint = .zero
  /// The anchor in unit coordinates of `bounds`.
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// z of `position` in the superlayer's space, in points.
  package var zPosition: Double = 0
  /// Multiplies the layer and its subtree; in 0...1.
  package var opacity: Float = 1
  /// In points, not negative; the planner limits it to half of the shorter side.
  package var cornerRadius: Float = 0
  /// Unpremultiplied, sRGB encoded; alpha 0 when there is no background.
  package var backgroundColor: SIMD4<Float> = .zero
  /// Index of the node after the last descendant.
  package var subtreeEnd: Int32 = 0
  /// Index of the superlayer's node; -1 for the root.
  package var parent: Int32 = -1
  package var flags: Flags = .default
  /// Which of `layerMinXMinYCorner`=1, `MaxXMinY`=2, `MinXMaxY`=4, `MaxXMaxY`=8 are rounded.
  package var maskedCorners: UInt8 = 15
  /// Soft edges: min x=1, max x=2, min y=4, max y=8; already 0 when anti-aliasing is not allowed.
  package var softEdges: UInt8 = 15
  /// Index of the layer's slots in `LayerTree.slots`; -1 when it has nothing in any side table.
  package var slots: Int32 = -1

  package init() {}

  /// What a layer is, as bits.
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Neither the layer nor its subtree is drawn.
    package static let isHidden = Flags(rawValue: 1 << 0)
    /// The layer is drawn also when it faces away.
    package static let isDoubleSided = Flags(rawValue: 1 << 1)
    /// The layer's plane is reflected about the middle line of its bounds.
    package static let isGeometryFlipped = Flags(rawValue: 1 << 2)
    /// The subtree is clipped to the rounded bounds.
    package static let masksToBounds = Flags(rawValue: 1 << 3)
    /// A CATransformLayer: only sublayers, in one 3D scene with the layer's siblings.
    package static let isTransformLayer = Flags(rawValue: 1 << 4)
    /// `opacity` acts on the composite of the subtree, not on each item of it.
    package static let allowsGroupOpacity = Flags(rawValue: 1 << 5)
    /// The corners follow the continuous curve, not a circle.
    package static let hasContinuousCorners = Flags(rawValue: 1 << 6)
    /// The first child is not a sublayer but the layer's mask.
    package static let hasMask = Flags(rawValue: 1 << 7)
    /// Blend modes inside meet only what the layer itself holds.
    package static let allowsGroupBlending = Flags(rawValue: 1 << 8)

    /// The layer is not there at this moment: its time has not begun, or is over.
    package static let isAway = Flags(rawValue: 1 << 9)

    /// Either of what leaves a layer with its subtree out of the picture.
    package static let absent: Flags = [.isHidden, .isAway]

    package static let `default`: Flags = [
      .isDoubleSided, .allowsGroupOpacity, .allowsGroupBlending,
    ]
  }
}

/// Where a layer's entries in the side tables of its `LayerTree` are; -1 for nothing of that kind.
///
/// Apart from the node, since most layers have none of all that.
package struct LayerSlots: Sendable, Equatable {
  /// Slot in `LayerTree.transforms`.
  package var transforms: Int32 = -1
  /// Slot in `LayerTree.contents`.
  package var contents: Int32 = -1
  /// Slot in `LayerTree.borders`.
  package var border: Int32 = -1
  /// Slot in `LayerTree.names`.
  package var name: Int32 = -1
  /// Slot in `LayerTree.shadows`.
  package var shadow: Int32 = -1
  /// Slot in `LayerTree.effects`.
  package var effects: Int32 = -1
  /// Slot in `LayerTree.gradients`.
  package var gradient: Int32 = -1
  /// Slot in `LayerTree.shapes`.
  package var shape: Int32 = -1
  /// Slot in `LayerTree.replicators`.
  package var replicator: Int32 = -1
  /// Slot in `LayerTree.emitters`.
  package var emitter: Int32 = -1

  @inlinable
  package init() {}

  /// Whether there is nothing but a name.
  package var isPlain: Bool {
    transforms & contents & border & shadow & effects & gradient & shape & replicator & emitter
      == -1
  }
}

/// The matrices of a layer that has any.
package struct LayerTransforms: Sendable, Equatable {
  package var transform: CATransform3D
  package var sublayerTransform: CATransform3D
  /// z of the anchor, in points.
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
  /// In points, inward from the bounds; above 0.
  package var width: Double
  /// Unpremultiplied, sRGB encoded.
  package var color: SIMD4<Float>

  package init(width: Double, color: SIMD4<Float>) {
    self.width = width
    self.color = color
  }
}

/// An image, and how a layer shows it.
package struct LayerContents: Sendable, Equatable {
  package var image: CGImage
  /// Part of the image, in unit coordinates; the origin is the image's top left when contents are
  /// flipped (y-down trees), else its bottom left.
  package var rect: CGRect
  /// Stretchable part of `rect`, in unit coordinates of it.
  package var center: CGRect
  package var gravity: ContentsGravity
  /// Pixels of the image per point.
  package var scale: Double
  package var minification: TextureFilter
  package var magnification: TextureFilter
  /// Added to the mip level by the trilinear minification filter.
  package var minificationBias: Float
  /// Where the image lies in the layer's coordinates whatever the gravity; nil goes by that.
  package var box: CGRect?
  /// Whether `center` is shown again and again at its own size, and not stretched.
  package var repeats = false
  /// Moves the contents in the layer's coordinates; affine; nil leaves them where they are.
  package var transform: Homography?
  /// Multiplies the image; unpremultiplied, sRGB encoded.
  package var color = SIMD4<Float>.one

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

/// Where contents lie in the bounds; `top` is max y of the layer's coordinates.
package enum ContentsGravity: UInt8, Sendable, CaseIterable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  case resize, resizeAspect, resizeAspectFill
}

/// How texels become pixels; `trilinear` uses mipmaps when minifying.
package enum TextureFilter: UInt8, Sendable, CaseIterable {
  case nearest, linear, trilinear
}
