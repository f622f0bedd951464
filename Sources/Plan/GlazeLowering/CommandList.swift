package import CGlazeShaders
package import GlazeGeometry
package import GlazePlan
package import GlazeTree

/// The complete work of a device for a frame, in order: a loop over these commands makes no
/// decisions of its own.
///
/// The numbers of surfaces, programs and samplers are indices of the lists here. Images, pages of
/// masks and tables of shadows have slots that outlive the frame; `Residency` records their
/// content.
package struct CommandList: Sendable, Equatable {
  /// The surfaces into which commands draw; 0 is the frame.
  package var surfaces: [Surface] = []
  package var programs: [ProgramKey] = []
  package var samplers: [Sampler] = []
  /// The content of the instance buffer, in order and without gaps.
  package var segments: [Segment] = []
  package var commands: [Command] = []
  /// The parts of the frame that are read back.
  package var readback: [PixelWindow] = []
  /// The lists that are executed before this one, which reads their results.
  package var underlays: [CommandList] = []
  /// The images that need not be cached any longer, by the plans' keys.
  package var released: [UInt64] = []
  /// The number of bytes that are sent to the device, and how many of these are instances.
  package var uploadedBytes = 0
  package var instanceBytes = 0

  // The instances that differ from the plan's.

  /// The plan's composites; where a target lies in the atlas, its composite reads from there.
  package var composites: [CompositeInstance] = []
  /// The plan's boxes, followed by its rectangles where these share a shader program with boxes.
  package var boxes: [BoxInstance] = []
  /// The plan's clipped coverages, cut into strips of their masks' content; the others are squares.
  package var coverages: [CoverageInstance] = []
  package var coverageSquares: [CoverageSquare] = []
  /// The plan's masked gradients, cut into such strips.
  package var maskedGradients: [MaskedGradientInstance] = []

  /// A surface to draw into, with undefined content at first.
  package struct Surface: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var format: FramePlan.PixelFormat
    /// The key under which the surface is cached after the frame; nil for content that only this
    /// frame needs.
    package var key: UInt64?
    /// Whether it contains what an earlier frame cached under its key.
    package var isCached = false
  }

  /// A range of instances of the plan, or of this list.
  package struct Segment: Sendable, Equatable {
    package var kind: ProgramKind
    package var range: Range<Int>
  }

  /// How a texture is sampled.
  package enum Sampler: Sendable, Hashable {
    /// The shader fetches individual texels.
    case none
    /// - level: The only level that is read; 0 leaves the choice to the filter.
    case image(minification: TextureFilter, magnification: TextureFilter, level: Int)

    /// The sampler of targets, which have no mip levels.
    static let linear = image(minification: .linear, magnification: .linear, level: 0)
  }

  /// A source that a draw reads.
  package struct Source: Sendable, Equatable {
    package enum Kind: UInt8, Sendable { case none, image, surface, maskPage, shadowTables }

    package var kind = Kind.none
    /// The slot, or the surface.
    package var index: Int32 = 0
    package var sampler: Int32 = 0
  }

  /// The sources of a draw, in the order of the shader program's samplers: a texture, its mask and
  /// the backdrop; or the images of particles.
  package struct Sources: Sendable, Equatable {
    package var first = Source()
    package var second = Source()
    package var third = Source()
    package var fourth = Source()

    package init(
      first: Source = Source(), second: Source = Source(), third: Source = Source(),
      fourth: Source = Source()
    ) {
      (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }
  }

  /// How drawn pixels are combined with the surface.
  package enum Blend: Sendable, Equatable {
    case sourceOver, add, replace
    /// By the shader program, which reads a copy of the surface as its third source.
    case mode(BlendMode)
  }

  /// Instances that one shader program draws.
  package struct Draw: Sendable, Equatable {
    package var program: Int
    package var blend: Blend
    package var sources: Sources
    /// The offset of the first instance in the buffer, in bytes.
    package var offset: Int
    package var count: Int
  }

  /// A command of the list.
  package enum Command: Sendable, Equatable {
    /// Creates a texture with one level of an image of the plan's textures, or with all of them.
    case makeImage(slot: Int, texture: Int, level: Int?)
    case deleteImage(slot: Int)
    /// Creates a buffer for masks of paths.
    case makeMaskPage(slot: Int, bytes: Int)
    case deleteMaskPage(slot: Int)
    /// Writes one of the plan's masks to a page: rows of `stride` texels, the first one at `first`.
    case writeMask(MaskPlace, mask: Int)
    /// Creates a texture with the plan's tables of shadows, one layer for each.
    case makeShadowTables(slot: Int, count: Int)
    case deleteShadowTables(slot: Int)

    /// Draws subsequent instances into a surface, in which the plan's pixel (0, 0) lies at an
    /// origin, and only inside of a window.
    case target(surface: Int, origin: SIMD2<Int32>, window: PixelWindow?)
    case clear(SIMD4<Float>)
    case draw(Draw)
    /// Copies a window to the same position in another surface.
    case copy(from: Int, to: Int, PixelWindow)
    /// Makes the device begin with the commands so far.
    case flush
    /// Marks the end of a pass of the plan.
    case endPass(Int)
    /// Presents the frame on the host's target.
    case present(Presentation)
  }
}

extension CommandList {
  /// The number of a program in the list.
  mutating func program(_ key: ProgramKey) -> Int {
    if let index = programs.firstIndex(of: key) { return index }
    programs.append(key)
    return programs.count - 1
  }

  /// The number of a sampler in the list.
  mutating func sampler(_ sampler: Sampler) -> Int32 {
    if let index = samplers.firstIndex(of: sampler) { return Int32(index) }
    samplers.append(sampler)
    return Int32(samplers.count - 1)
  }

  /// The number of draw calls.
  package var drawCount: Int {
    commands.reduce(0) { count, command in
      if case .draw = command { count + 1 } else { count }
    }
  }
}

/// The position of a mask.
package struct MaskPlace: Sendable, Equatable {
  /// The page's slot.
  package var page: Int
  /// The position of the mask including its margin, and the length of both, in bytes.
  package var start: Int
  package var bytes: Int
  /// The distance between the starts of two rows, in bytes.
  package var stride: Int

  /// The position of the mask's first texel.
  package var first: Int { start + MaskTiles.margin * stride + MaskTiles.margin }
}

extension CommandList {
  /// Calls `body` with the instances that a program kind draws: the plan's, or this list's own.
  package func withBytes(
    of kind: ProgramKind, of plan: FramePlan, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    switch kind {
    case .box: boxes.withUnsafeBytes(body)
    case .composite: composites.withUnsafeBytes(body)
    case .coverage: coverages.withUnsafeBytes(body)
    case .coverageSquare: coverageSquares.withUnsafeBytes(body)
    case .maskedGradient: maskedGradients.withUnsafeBytes(body)
    default: kind.instance.withBytes(of: plan, body)
    }
  }
}
