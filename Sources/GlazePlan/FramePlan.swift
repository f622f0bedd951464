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
  package var rectangles: [RectangleInstance] = []
  package var boxes: [BoxInstance] = []
  package var images: [ImageInstance] = []
  package var maskedImages: [MaskedImageInstance] = []
  package var particles: [ParticleInstance] = []
  package var composites: [CompositeInstance] = []
  package var colorMatrices: [ColorMatrixInstance] = []
  package var blurs: [BlurInstance] = []
  package var shadows: [ShadowInstance] = []
  package var coverages: [CoverageInstance] = []
  package var gradients: [GradientInstance] = []
  package var checkerboards: [CheckerboardInstance] = []
  /// Colours that gradients index.
  package var stops: [GradientStop] = []
  /// Rounded boxes that instances are clipped to, in the pixels of the target.
  package var clips: [RoundedBox] = []
  /// What shadows look like around their corners, which `.shadow` draws read.
  package var shadowTables = ShadowTables()
  /// What paths cover, which `.coverage` draws read.
  package var masks: [Mask] = []
  /// Pictures that draws of images sample.
  package var textures: [Texture] = []

  /// Whether the backend may choose programs by what instances need.
  package var isSpecialized = true
  /// Whether the backend may draw what does not touch in another order.
  package var isSorted = true
  /// Whether the backend may draw little with one program that does more than each instance needs.
  package var sharesPrograms = true

  /// What of target 0 is drawn: windows that do not overlap; nil for all of it.
  ///
  /// Outside of them target 0, which is kept, holds what the frame before left there. Passes into it
  /// are run inside of each window only, clearing included.
  package var damage: [PixelWindow]?
  /// Plans of pictures that the plan reads and that are kept, drawn before it: target 0 of each is the
  /// picture, which need not be there yet outside of the windows that are drawn.
  package var underlays: [FramePlan] = []
  /// Particles that were left out, since there are too many.
  package var leftOutParticles = 0
  /// Seconds until the first of the emitters emits that have shown nothing yet; nil when there is none.
  package var untilParticles: Double?
  /// The limit that the frame would go beyond: then the plan is empty, and nothing may be drawn of it.
  package var excess: LimitExcess?

  /// Keys of pictures that the backend need not keep any longer.
  package var released: [UInt64] = []
  /// Bytes of all pictures that are kept after the frame.
  package var keptBytes = 0

  package init() {}

  /// A picture that passes draw into: premultiplied RGBA.
  package struct Target: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var format: PixelFormat = .unorm8
    /// The name under which the backend keeps what the target holds when the frame is done; nil for
    /// what only this frame needs.
    package var key: UInt64?
    /// Whether the target holds what an earlier frame kept under its key; then no pass draws it, but for
    /// the damage of target 0.
    package var isKept = false
    /// The pass that first draws into it, and the last that draws into it or reads it.
    package var firstPass: Int
    package var lastPass: Int
  }

  /// How a target's components are kept.
  package enum PixelFormat: UInt8, Sendable {
    /// 8 bits for 0...1.
    case unorm8
    /// Floating point of at least 16 bits: what is blurred would show steps in 8.
    case float16
  }

  /// Draws into one target, which is first cleared to one colour.
  package struct Pass: Sendable, Equatable {
    package var target: Int
    /// Premultiplied; nil when the pass goes on where an earlier one left the target.
    package var clearColor: SIMD4<Float>?
    package var draws: Range<Int>
    /// Where pixel (0, 0) of the target lies in the frame, in pixels.
    ///
    /// Instances are in the target's own pixels; this is for people and for tools.
    package var origin: SIMD2<Int32>
    /// Node of the tree that the pass isolates; 0 (the root) for the frame itself.
    package var node: Int32
  }

  /// Consecutive instances of one kind, drawn in order.
  package struct Draw: Sendable, Equatable {
    package var kind: Kind
    /// How the instances meet what the target holds; other than source-over only for `.composite`, and
    /// `plusLighter` for `.particle`, whose clips fade the particles instead.
    ///
    /// With the backdrop B, the source S (opacity and mask applied) and the product m of the clips the
    /// target becomes `mix(B, blend(S, B), m)`.
    package var blendMode: BlendMode = .sourceOver
    /// Range in the array of the kind.
    package var instances: Range<Int>
    /// The most clips that any instance has; `Kind.mostClips` at most.
    package var clipCount: Int
  }

  /// What a draw draws.
  package enum Kind: Sendable, Equatable {
    /// `rectangles`.
    case rectangle
    /// `boxes`.
    case box
    /// `images`, all with one texture of `textures`.
    case image(texture: Int)
    /// `maskedImages`, all with one texture of `textures`, and with another as mask; nil where the masks
    /// are gradients.
    case maskedImage(texture: Int, mask: Int?)
    /// `particles` with up to four textures of `textures`; -1 for none.
    case particle(textures: SIMD4<Int32>)
    /// `images` of a target that earlier passes drew, sampled linearly, transparent outside.
    case picture(target: Int)
    /// `composites`, all of one target and one mask, drawn by earlier passes.
    case composite(target: Int, mask: Int?)
    /// `colorMatrices`, all of one target.
    case colorMatrix(target: Int)
    /// `blurs`, all of one target; they replace what the target of the pass holds.
    case blur(target: Int)
    /// `shadows`.
    case shadow
    /// `gradients`.
    case gradient
    /// `coverages`, all of one mask of `masks`.
    case coverage(mask: Int)
    /// `checkerboards`.
    case checkerboard
  }

  /// How much of each pixel a path covers.
  package struct Mask: Sendable, Equatable {
    /// Two masks with one identity are the same, in this frame and in later ones.
    package var identity: UInt64
    package var width: Int
    package var height: Int
    /// A byte a pixel, row 0 on top, rows tightly packed; 255 is all of a pixel.
    package var bytes: [UInt8]
  }

  /// An image with the way that it is sampled.
  package struct Texture: Sendable, Equatable, Hashable {
    package var image: CGImage
    package var minification: TextureFilter
    package var magnification: TextureFilter
    /// The mip level that stands for the image; with filters that know no other.
    package var level = 0

    package static func == (a: Texture, b: Texture) -> Bool {
      a.image.identity == b.image.identity && a.minification == b.minification
        && a.magnification == b.magnification && a.level == b.level
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(image.identity)
      hasher.combine(minification)
      hasher.combine(magnification)
      hasher.combine(level)
    }
  }

  /// What has to be there of an image: a level of it, or all.
  package struct TextureKey: Hashable, Sendable {
    /// The identity of the image.
    package var image: UInt64
    /// The only level; nil for all of them.
    package var level: Int?
  }

  /// What has to be there for each texture: all levels of an image only where one of its textures reads several.
  ///
  /// A level alone takes less memory, and drivers read it faster: they need not look for it.
  package var textureKeys: [TextureKey] {
    var chains: Set<UInt64> = []
    for texture in textures where texture.minification == .trilinear {
      chains.insert(texture.image.identity)
    }
    return textures.map { texture in
      let identity = texture.image.identity
      return TextureKey(image: identity, level: chains.contains(identity) ? nil : texture.level)
    }
  }
}

extension FramePlan.Draw {
  /// Whether the instances are added to what the target holds.
  package var addsUp: Bool {
    if case .particle = kind { return blendMode == .plusLighter }
    return false
  }
}

// MARK: The kinds of instances

// A kind is a list of instances and a case above, and a line here. What it says of itself stands in its file in
// `Kinds/`, how it is drawn in its pair of shaders and in its painter of the CPU backend.

extension FramePlan.Kind {
  /// The instances that a draw of the kind draws.
  package var instance: any PlanInstance.Type {
    switch self {
    case .rectangle: RectangleInstance.self
    case .box: BoxInstance.self
    case .image, .picture: ImageInstance.self
    case .maskedImage: MaskedImageInstance.self
    case .particle: ParticleInstance.self
    case .composite: CompositeInstance.self
    case .colorMatrix: ColorMatrixInstance.self
    case .blur: BlurInstance.self
    case .shadow: ShadowInstance.self
    case .gradient: GradientInstance.self
    case .coverage: CoverageInstance.self
    case .checkerboard: CheckerboardInstance.self
    }
  }

  /// What a draw of the kind reads beside its instances.
  package var reads: FramePlan.Reads {
    switch self {
    case .image(let texture): .textures(SIMD4(Int32(texture), -1, -1, -1))
    case .maskedImage(let texture, let mask):
      .textures(SIMD4(Int32(texture), Int32(mask ?? -1), -1, -1))
    case .particle(let textures): .textures(textures)
    case .picture(let target): .picture(target)
    case .composite(let target, let mask): .target(target, mask: mask)
    case .colorMatrix(let target): .target(target, mask: nil)
    case .blur(let target): .surroundings(target)
    case .coverage(let mask): .mask(mask)
    case .shadow: .shadowTables
    default: .nothing
    }
  }
}

extension FramePlan {
  /// What a draw reads beside its instances, which is all that stages need to know of it.
  package enum Reads: Sendable, Equatable {
    case nothing
    /// Up to four of `textures`; -1 for none.
    case textures(SIMD4<Int32>)
    /// A target, sampled linearly, transparent outside.
    case picture(Int)
    /// A target, and the one that is its mask, texel on pixel.
    case target(Int, mask: Int?)
    /// A target, of which a pixel takes the texels around its own as well.
    case surroundings(Int)
    /// One of `masks`.
    case mask(Int)
    case shadowTables
  }
}

extension FramePlan.Kind {
  /// The transient targets that the draw reads.
  package var sources: [Int] {
    let (source, mask) = sourceAndMask
    return [source, mask].compactMap(\.self)
  }

  /// The transient target that the draw reads, and the one that is its mask.
  var sourceAndMask: (source: Int?, mask: Int?) {
    switch reads {
    case .picture(let target), .surroundings(let target): (target, nil)
    case .target(let target, let mask): (target, mask)
    case .nothing, .textures, .mask, .shadowTables: (nil, nil)
    }
  }

  /// Whether instances of neighbouring draws may become one draw.
  func isBatched(_ blendMode: BlendMode) -> Bool {
    if case .particle = self { return true }
    return blendMode == .sourceOver
  }
}
