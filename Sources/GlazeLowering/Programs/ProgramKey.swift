import CGlazeShaders
package import GlazePlan

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

/// A pair of shader files, named as the instances that it draws.
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
  static var particle: ProgramKind { ProgramKind(ParticleInstance.self) }

  /// Of the shader files.
  package var name: String { String(instance.name.map { $0 == " " ? "_" : $0 }) }

  /// Bytes of an instance.
  package var stride: Int { instance.stride }

  /// Words of 16 bytes of an instance.
  package var words: Int { stride / 16 }

  package static func == (a: ProgramKind, b: ProgramKind) -> Bool { a.instance == b.instance }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(instance)) }
}

/// What covers a square of the mask of a path: lowering makes it of the plan's coverages.
extension CoverageSquare: ShaderInstance {
  package static var name: String { "coverage square" }
  /// There are none in a plan.
  package static func withBytes<R>(
    of plan: FramePlan, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
