package import CGlazeShaders
package import GlazeGeometry
package import GlazeTree

/// Everything that a frame needs, as data; it leaves no decision to the backend.
///
/// A backend runs the passes in order; each pass draws its draws in order into its target.
/// Instances have the C layout of `Shaders/Layout.h` and are uploaded unchanged.
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
  package var maskedGradients: [MaskedGradientInstance] = []
  package var checkerboards: [CheckerboardInstance] = []
  /// The colors that gradients index.
  package var stops: [GradientStop] = []
  /// The rounded boxes to which instances are clipped, in the pixels of the target.
  package var clips: [RoundedBox] = []
  /// The tables of the shadows around their corners, which `.shadow` draws read.
  package var shadowTables = ShadowTables()
  /// The masks of paths, which `.coverage` and `.maskedGradient` draws read.
  package var masks: [Mask] = []
  /// The textures that draws of images sample.
  package var textures: [Texture] = []
  /// The encoding of the frame, in which all colors of the plan are.
  package var output = OutputColor.standard

  /// Whether the backend may choose shader programs by the features that instances need.
  package var isSpecialized = true
  /// Whether the backend may reorder instances that do not touch.
  package var isSorted = true
  /// Whether the backend may draw small batches with one shader program that computes more than
  /// each instance needs.
  package var sharesPrograms = true

  /// The part of target 0 that is drawn: windows that do not overlap; nil for all of it.
  ///
  /// Outside of them target 0, which is cached, holds what the previous frame left there. Passes
  /// into it run inside of each window only, including the clearing.
  package var damage: [PixelWindow]?
  /// The plans of cached images that the plan reads, drawn before it.
  ///
  /// Target 0 of each is the image, which need not exist yet outside of the windows that are drawn.
  package var underlays: [FramePlan] = []
  /// The number of particles that were omitted because there are too many.
  package var leftOutParticles = 0
  /// The seconds until the earliest start of an emitter that has not shown anything yet; nil when
  /// there is none.
  package var untilParticles: Double?
  /// The number of filled pixels that take as long as covering all masks.
  package var maskWork = 0
  /// At least the pixels that all items fill, and the node with which they exceed the limit.
  package var fillBound = FillBound()
  /// The limit that the frame would exceed; if it is set, the plan is empty and must not be drawn.
  package var excess: LimitExcess?

  /// The keys of images that the backend need not cache any longer.
  package var released: [UInt64] = []
  /// The bytes of all images that are cached after the frame.
  package var cachedBytes = 0

  package init() {}

  /// At least the pixels that all items fill, hidden ones included.
  package struct FillBound: Sendable, Equatable {
    package var area = 0.0
    /// The node whose item exceeds the limit; -1 for none.
    var node: Int32 = -1
  }

  /// An image into which passes draw: premultiplied RGBA.
  package struct Target: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var format: PixelFormat = .unorm8
    /// The key under which the backend caches the target's content after the frame; nil for content
    /// that only this frame needs.
    package var key: UInt64?
    /// Whether the target holds what an earlier frame cached under its key; then no pass draws it,
    /// except in the damage of target 0.
    package var isCached = false
    /// The first pass that draws into it, and the last that draws into it or reads it.
    package var firstPass: Int
    package var lastPass: Int
  }

  /// The storage format of a target's components.
  package enum PixelFormat: UInt8, Sendable {
    /// 8 bits for 0...1.
    case unorm8
    /// Floating point of at least 16 bits: blurred content would show steps in 8 bits.
    case float16
    /// 10 bits for 0...1 with 2 bits of alpha, which only opaque frames have.
    case unorm10
    /// 16 bits for 0...1, which only frames have.
    case unorm16
    /// Floating point of at least 16 bits for the alpha alone, which is all that shadows need; only
    /// blurs draw into it, and other components must not be read.
    case alpha16

    /// The bytes of a pixel where it is stored in this format.
    package var bytesPerPixel: Int {
      switch self {
      case .unorm8, .unorm10: 4
      case .float16, .unorm16: 8
      case .alpha16: 2
      }
    }
  }

  /// Draws into one target, which is first cleared to one color.
  package struct Pass: Sendable, Equatable {
    package var target: Int
    /// The premultiplied color; nil when the pass continues the content that an earlier one left in
    /// the target.
    package var clearColor: SIMD4<Float>?
    package var draws: Range<Int>
    /// The position of the target's pixel (0, 0) in the frame, in pixels.
    ///
    /// Instances use the target's own pixels; the origin is for people and tools.
    package var origin: SIMD2<Int32>
    /// The node of the tree that the pass isolates; 0 (the root) for the frame itself.
    package var node: Int32
  }

  /// Consecutive instances of one kind, drawn in order.
  package struct Draw: Sendable, Equatable {
    package var kind: Kind
    /// How the instances are composited with the target.
    ///
    /// It is other than source-over only for `.composite`, and `plusLighter` for `.particle`, whose
    /// clips fade the particles instead.
    ///
    /// With the backdrop B, the source S (opacity and mask applied) and the product m of the clips,
    /// the target becomes `mix(B, blend(S, B), m)`.
    package var blendMode: BlendMode = .sourceOver
    /// The range in the array of the kind.
    package var instances: Range<Int>
    /// The most clips that any instance has; at most `Kind.mostClips`.
    package var clipCount: Int
  }

  /// The kind of a draw's instances.
  package enum Kind: Sendable, Equatable {
    /// `rectangles`.
    case rectangle
    /// `boxes`.
    case box
    /// `images`, all with the same texture of `textures`.
    case image(texture: Int)
    /// `maskedImages`, all with the same texture of `textures`, and with another as mask; nil where
    /// the masks are gradients.
    case maskedImage(texture: Int, mask: Int?)
    /// `particles` with up to four textures of `textures`; -1 for none.
    case particle(textures: SIMD4<Int32>)
    /// `images` of a target that earlier passes drew, sampled linearly, transparent outside.
    case bitmap(target: Int)
    /// `composites`, all of one target and one mask, drawn by earlier passes.
    case composite(target: Int, mask: Int?)
    /// `colorMatrices`, all of one target.
    case colorMatrix(target: Int)
    /// `blurs`, all of one target; they replace the content of the pass's target.
    case blur(target: Int)
    /// `shadows`.
    case shadow
    /// `gradients`.
    case gradient
    /// `maskedGradients`, all of one mask of `masks`.
    case maskedGradient(mask: Int)
    /// `coverages`, all of one mask of `masks`.
    case coverage(mask: Int)
    /// `checkerboards`.
    case checkerboard
  }

  /// The coverage of each pixel by a path.
  package struct Mask: Sendable, Equatable {
    /// The identity: two masks with the same identity are equal, in this frame and in later ones.
    package var identity: UInt64
    package var width: Int
    package var height: Int
    /// One byte for each pixel, row 0 at the top, rows tightly packed; 255 is full coverage.
    package var bytes: [UInt8]
    /// The number of filled pixels that take as long as covering it.
    package var work = 0
  }

  /// An image with its sampling parameters.
  package struct Texture: Sendable, Equatable, Hashable {
    package var image: CGImage
    package var minification: TextureFilter
    package var magnification: TextureFilter
    /// The mip level that represents the image; it requires filters that use no other level.
    package var level = 0
    /// How bright the image is, and may be.
    package var brightness = LayerBrightness()
    /// How the image's colors become those of the frame; nil where they are the same.
    package var map: ColorMap?

    /// Whether texels are half floats.
    package var isDeep: Bool { image.isDeep || map?.isDeep ?? false }

    package static func == (a: Texture, b: Texture) -> Bool {
      a.image.identity == b.image.identity && a.minification == b.minification
        && a.magnification == b.magnification && a.level == b.level && a.map == b.map
        && a.brightness == b.brightness
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(image.identity)
      hasher.combine(minification)
      hasher.combine(magnification)
      hasher.combine(level)
    }
  }

  /// The part of an image that must be resident: one level of it, or all.
  package struct TextureKey: Hashable, Sendable {
    /// The identity of the image.
    package var image: UInt64
    /// The only level; nil for all levels.
    package var level: Int?
    /// How its colors become those of frames; nil where they are the same.
    package var map: ColorMap?
  }

  /// The part that must be resident for each texture: all levels of an image only where one of its
  /// textures reads several.
  ///
  /// A single level takes less memory, and drivers read it faster because they need not select it.
  package var textureKeys: [TextureKey] {
    var chains: Set<UInt64> = []
    for texture in textures where texture.minification == .trilinear {
      chains.insert(texture.image.identity)
    }
    return textures.map { texture in
      let identity = texture.image.identity
      return TextureKey(
        image: identity, level: chains.contains(identity) ? nil : texture.level, map: texture.map)
    }
  }
}

extension FramePlan.Draw {
  /// Whether the instances are added to the content of the target.
  package var addsUp: Bool {
    if case .particle = kind { return blendMode == .plusLighter }
    return false
  }
}

// MARK: Instance kinds

// A kind consists of a list of instances and a case above, and a line here. Its file in `Kinds/`
// describes it; its pair of shaders and its painter in the CPU backend draw it.

extension FramePlan.Kind {
  /// The type of the instances that a draw of the kind draws.
  package var instance: any PlanInstance.Type {
    switch self {
    case .rectangle: RectangleInstance.self
    case .box: BoxInstance.self
    case .image, .bitmap: ImageInstance.self
    case .maskedImage: MaskedImageInstance.self
    case .particle: ParticleInstance.self
    case .composite: CompositeInstance.self
    case .colorMatrix: ColorMatrixInstance.self
    case .blur: BlurInstance.self
    case .shadow: ShadowInstance.self
    case .gradient: GradientInstance.self
    case .maskedGradient: MaskedGradientInstance.self
    case .coverage: CoverageInstance.self
    case .checkerboard: CheckerboardInstance.self
    }
  }

  /// The resources that a draw of the kind reads in addition to its instances.
  package var reads: FramePlan.Reads {
    switch self {
    case .image(let texture): .textures(SIMD4(Int32(texture), -1, -1, -1))
    case .maskedImage(let texture, let mask):
      .textures(SIMD4(Int32(texture), Int32(mask ?? -1), -1, -1))
    case .particle(let textures): .textures(textures)
    case .bitmap(let target): .bitmap(target)
    case .composite(let target, let mask): .target(target, mask: mask)
    case .colorMatrix(let target): .target(target, mask: nil)
    case .blur(let target): .surroundings(target)
    case .coverage(let mask), .maskedGradient(let mask): .mask(mask)
    case .shadow: .shadowTables
    default: .nothing
    }
  }
}

extension FramePlan {
  /// The resources that a draw reads in addition to its instances, in the form that all stages use.
  package enum Reads: Sendable, Equatable {
    case nothing
    /// Up to four of `textures`; -1 for none.
    case textures(SIMD4<Int32>)
    /// A target, sampled linearly, transparent outside.
    case bitmap(Int)
    /// A target, and the one that is its mask, texel by pixel.
    case target(Int, mask: Int?)
    /// A target, of which each pixel also reads the surrounding texels.
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

  /// The transient target that the draw reads, and the target that is its mask.
  var sourceAndMask: (source: Int?, mask: Int?) {
    switch reads {
    case .bitmap(let target), .surroundings(let target): (target, nil)
    case .target(let target, let mask): (target, mask)
    case .nothing, .textures, .mask, .shadowTables: (nil, nil)
    }
  }

  /// The pixels of one color that take as long as a pixel of a draw.
  func fillCost(_ blendMode: BlendMode) -> Double {
    let readsBackdrop = blendMode != .sourceOver && blendMode != .plusLighter
    return instance.fillCost + (readsBackdrop ? 8 : 0)
  }

  /// Whether instances of adjacent draws may become one draw.
  func isBatched(_ blendMode: BlendMode) -> Bool {
    if case .particle = self { return true }
    return blendMode == .sourceOver
  }
}
