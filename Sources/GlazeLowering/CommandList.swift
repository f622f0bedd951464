package import CGlazeShaders
package import GlazeGeometry
package import GlazePlan
package import GlazeTree

/// All that a device does for a frame, in order: a loop over these commands needs no decision of its own.
///
/// Numbers of surfaces, programs and samplers are places in the lists here. Images, pages of masks and
/// tables of shadows have slots that outlive the frame; `Residency` knows what they hold.
package struct CommandList: Sendable, Equatable {
  /// What commands draw into; 0 is the frame.
  package var surfaces: [Surface] = []
  package var programs: [ProgramKey] = []
  package var samplers: [Sampler] = []
  /// What the buffer of instances holds, in order and without gaps.
  package var segments: [Segment] = []
  package var commands: [Command] = []
  /// The parts of the frame that are read back.
  package var readback: [PixelWindow] = []
  /// Lists that are executed before this one, which reads what they draw.
  package var underlays: [CommandList] = []
  /// Pictures that need not be kept any longer, by the plans' keys.
  package var released: [UInt64] = []
  /// How many bytes are sent to the device, and how many of these are instances.
  package var uploadedBytes = 0
  package var instanceBytes = 0

  // The instances that are not quite the plan's.

  /// Those of the plan; where a target lies in the atlas, its composite reads from there.
  package var composites: [CompositeInstance] = []
  /// Those of the plan, followed by its rectangles where these share a program with boxes.
  package var boxes: [BoxInstance] = []
  /// Those of the plan that are clipped, cut into strips of what their masks hold; the others as squares.
  package var coverages: [CoverageInstance] = []
  package var coverageSquares: [CoverageSquare] = []

  /// What is drawn into, with undefined content at first.
  package struct Surface: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var format: FramePlan.PixelFormat
    /// The name under which the surface is kept when the frame is done; nil for what only this frame needs.
    package var key: UInt64?
    /// Whether it holds what an earlier frame kept under its key.
    package var isKept = false
  }

  /// A run of instances of the plan, or of this list.
  package struct Segment: Sendable, Equatable {
    package var kind: ProgramKind
    package var range: Range<Int>
  }

  /// How a texture is sampled.
  package enum Sampler: Sendable, Hashable {
    /// The shader fetches single texels.
    case none
    /// Linearly, and transparent outside.
    case picture
    /// - level: The only one that is read; 0 leaves the choice to the filter.
    case image(minification: TextureFilter, magnification: TextureFilter, level: Int)
  }

  /// What a draw reads.
  package struct Source: Sendable, Equatable {
    package enum Kind: UInt8, Sendable { case none, image, surface, maskPage, shadowTables }

    package var kind = Kind.none
    /// The slot, or the surface.
    package var index: Int32 = 0
    package var sampler: Int32 = 0
  }

  /// What a draw reads, in the order of the program's samplers: a texture and its mask, the backdrop third;
  /// or the pictures of particles.
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

  /// How what is drawn meets what the surface holds.
  package enum Blend: Sendable, Equatable {
    case sourceOver, add, replace
    /// By the program, which reads a copy of the surface as its third source.
    case mode(BlendMode)
  }

  /// Instances that one program draws.
  package struct Draw: Sendable, Equatable {
    package var program: Int
    package var blend: Blend
    package var sources: Sources
    /// Where the first instance lies in the buffer, in bytes.
    package var offset: Int
    package var count: Int
  }

  /// A step.
  package enum Command: Sendable, Equatable {
    /// Makes a texture of one level of an image of the plan's textures, or of all of them.
    case makeImage(slot: Int, texture: Int, level: Int?)
    case deleteImage(slot: Int)
    /// Makes a buffer for masks of paths.
    case makeMaskPage(slot: Int, bytes: Int)
    case deleteMaskPage(slot: Int)
    /// Writes one of the plan's masks to a page: rows of `stride` texels, the first from `first` on.
    case writeMask(MaskPlace, mask: Int)
    /// Makes a texture of the plan's tables of shadows, a layer for each.
    case makeShadowTables(slot: Int, count: Int)
    case deleteShadowTables(slot: Int)

    /// What follows is drawn into a surface, whose pixel (0, 0) lies at an origin in it, and nowhere else than
    /// in a window.
    case target(surface: Int, origin: SIMD2<Int32>, window: PixelWindow?)
    case clear(SIMD4<Float>)
    case draw(Draw)
    /// Copies a window to the same place of another surface.
    case copy(from: Int, to: Int, PixelWindow)
    /// Has the device begin with the commands so far.
    case flush
    /// A pass of the plan is over.
    case endPass(Int)
    /// Shows the frame on what the host wants it on.
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

  /// Calls of the device that draw something.
  package var drawCount: Int {
    commands.reduce(0) { count, command in
      if case .draw = command { count + 1 } else { count }
    }
  }
}

/// Where a mask lies.
package struct MaskPlace: Sendable, Equatable {
  /// The page's slot.
  package var page: Int
  /// Where the mask begins with the margin around it, and how long both are, in bytes.
  package var start: Int
  package var bytes: Int
  /// How many bytes lie between the beginnings of two rows.
  package var stride: Int

  /// The place of the mask's first texel.
  package var first: Int { start + MaskTiles.margin * stride + MaskTiles.margin }
}

extension CommandList {
  /// The instances that a program of a kind draws: the plan's, or this list's own.
  package func withBytes(
    of kind: ProgramKind, of plan: FramePlan, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    switch kind {
    case .box: boxes.withUnsafeBytes(body)
    case .composite: composites.withUnsafeBytes(body)
    case .coverage: coverages.withUnsafeBytes(body)
    case .coverageSquare: coverageSquares.withUnsafeBytes(body)
    default: kind.instance.withBytes(of: plan, body)
    }
  }
}
