import CGlazeShaders

/// What tells programs apart: a pair of shader files, and the definitions that they are compiled with.
package struct ProgramKey: Hashable, Sendable {
  package var kind: ProgramKind
  package var clips: Int
  package var variant: Variant

  package init(_ kind: ProgramKind, clips: Int = 0, _ variant: Variant = []) {
    self.kind = kind
    self.clips = clips
    self.variant = variant
  }

  /// The lines that make a program of the files.
  package var defines: String { "#define CLIPS \(clips)\n" + variant.defines }

  /// Whether the program is made for whatever its kind may need, so that it reads all words of an instance.
  package var isGeneral: Bool { variant.subtracting(.moved).isEmpty }

  /// Whether instances are vertices, each drawn as a square of pixels, and not polygons.
  package var drawsPoints: Bool { kind == .coverageSquare || variant.contains(.points) }
}

/// The kinds of programs, named as their shader files.
package enum ProgramKind: Int, CaseIterable, Sendable {
  case rectangle, box, image, composite, blend, colorMatrix, blur, shadow, gradient, coverage
  case coverageSquare, particle, maskedImage

  /// In full, since asking for the names of cases takes half a millisecond at first.
  package var name: String {
    switch self {
    case .rectangle: "rectangle"
    case .box: "box"
    case .image: "image"
    case .composite: "composite"
    case .blend: "blend"
    case .colorMatrix: "color_matrix"
    case .blur: "blur"
    case .shadow: "shadow"
    case .gradient: "gradient"
    case .coverage: "coverage"
    case .coverageSquare: "coverage_square"
    case .particle: "particle"
    case .maskedImage: "masked_image"
    }
  }

  /// Bytes of an instance.
  package var stride: Int {
    switch self {
    case .rectangle: MemoryLayout<RectangleInstance>.stride
    case .box: MemoryLayout<BoxInstance>.stride
    case .image: MemoryLayout<ImageInstance>.stride
    case .composite, .blend: MemoryLayout<CompositeInstance>.stride
    case .colorMatrix: MemoryLayout<ColorMatrixInstance>.stride
    case .blur: MemoryLayout<BlurInstance>.stride
    case .shadow: MemoryLayout<ShadowInstance>.stride
    case .gradient: MemoryLayout<GradientInstance>.stride
    case .coverage: MemoryLayout<CoverageInstance>.stride
    case .coverageSquare: MemoryLayout<CoverageSquare>.stride
    case .particle: MemoryLayout<ParticleInstance>.stride
    case .maskedImage: MemoryLayout<MaskedImageInstance>.stride
    }
  }

  /// Words of 16 bytes of an instance.
  package var words: Int { stride / 16 }
}
