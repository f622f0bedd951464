package import CGlazeShaders
package import GlazeGeometry
package import GlazeTree

/// Everything that a frame needs, as data: after it no decision is left.
///
/// A backend runs the passes in order; each pass draws its draws in order into its target.
/// Instances have the C layout of `Shaders/Layout.h` and are the upload.
package struct FramePlan: Sendable, Equatable {
  /// Target 0 is the frame; the others are transient.
  package var targets: [Target] = []
  package var passes: [Pass] = []
  package var draws: [Draw] = []
  package var boxes: [BoxInstance] = []
  package var images: [ImageInstance] = []
  package var composites: [CompositeInstance] = []
  /// Rounded boxes that instances are clipped to, in the pixels of the target.
  package var clips: [RoundedBox] = []
  /// Pictures that `.image` draws sample.
  package var textures: [Texture] = []

  package init() {}

  /// A picture that passes draw into: premultiplied RGBA, 8 bits a component.
  package struct Target: Sendable, Equatable {
    package var width: Int
    package var height: Int
    /// The pass that first draws into it, and the last that draws into it or reads it.
    package var firstPass: Int
    package var lastPass: Int
  }

  /// Draws into one target, which is first cleared to one colour.
  package struct Pass: Sendable, Equatable {
    package var target: Int
    /// Premultiplied.
    package var clearColor: SIMD4<Float>
    package var draws: Range<Int>
    /// Where pixel (0, 0) of the target lies in the frame, in pixels.
    ///
    /// Instances are in the target's own pixels; this is for people and for tools.
    package var origin: SIMD2<Int32>
    /// Node of the tree that the pass isolates; 0 (the root) for the frame itself.
    package var node: Int32
  }

  /// Consecutive instances of one kind, blended source-over in order.
  package struct Draw: Sendable, Equatable {
    package var kind: Kind
    /// Range in the array of the kind.
    package var instances: Range<Int>
    /// The most clips that any instance has.
    package var clipCount: Int
  }

  /// What a draw draws.
  package enum Kind: Sendable, Equatable {
    /// `boxes`.
    case box
    /// `images`, all with one texture of `textures`.
    case image(texture: Int)
    /// `composites`, all of one target, drawn by an earlier pass.
    case composite(target: Int)
  }

  /// An image with the way that it is sampled.
  package struct Texture: Sendable, Equatable, Hashable {
    package var image: CGImage
    package var minification: TextureFilter
    package var magnification: TextureFilter

    package static func == (a: Texture, b: Texture) -> Bool {
      a.image.identity == b.image.identity && a.minification == b.minification
        && a.magnification == b.magnification
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(image.identity)
      hasher.combine(minification)
      hasher.combine(magnification)
    }
  }
}
