import CGlazeShaders
package import GlazePlan

/// The identity of a shader program: a pair of shader files, and the definitions with which they
/// are compiled.
package struct ProgramKey: Hashable, Sendable {
  package var kind: ProgramKind
  package var clips: Int
  package var variant: Variant

  package init(_ kind: ProgramKind, clips: Int = 0, _ variant: Variant = []) {
    self.kind = kind
    self.clips = clips
    self.variant = variant
  }

  /// The lines that configure the files for the program.
  package var defines: String { "#define CLIPS \(clips)\n" + variant.defines }

  /// Whether instances are vertices, each drawn as a square of pixels, instead of polygons.
  package var drawsPoints: Bool { kind == .coverageSquare || variant.contains(.points) }
}

/// A pair of shader files, with the name of the instances that it draws.
package struct ProgramKind: Hashable, Sendable {
  package let instance: any ShaderInstance.Type

  package init(_ instance: any ShaderInstance.Type) { self.instance = instance }

  static var rectangle: ProgramKind { ProgramKind(RectangleInstance.self) }
  static var box: ProgramKind { ProgramKind(BoxInstance.self) }
  static var image: ProgramKind { ProgramKind(ImageInstance.self) }
  static var composite: ProgramKind { ProgramKind(CompositeInstance.self) }
  static var shadow: ProgramKind { ProgramKind(ShadowInstance.self) }
  static var coverage: ProgramKind { ProgramKind(CoverageInstance.self) }
  static var coverageSquare: ProgramKind { ProgramKind(CoverageSquare.self) }
  static var maskedGradient: ProgramKind { ProgramKind(MaskedGradientInstance.self) }
  static var particle: ProgramKind { ProgramKind(ParticleInstance.self) }

  /// The name of the shader files.
  package var name: String { String(instance.name.map { $0 == " " ? "_" : $0 }) }

  /// The bytes of an instance.
  package var stride: Int { instance.stride }

  /// The number of 16-byte words in an instance.
  package var words: Int { stride / 16 }

  package static func == (a: ProgramKind, b: ProgramKind) -> Bool { a.instance == b.instance }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(instance)) }
}

/// A square of a path's mask, which lowering makes from the plan's coverages.
extension CoverageSquare: ShaderInstance {
  package static var name: String { "coverage square" }
  /// A plan does not contain any.
  package static func withBytes<R>(
    of plan: FramePlan, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
