import CGlazeShaders
import GlazeLowering
import GlazePlan
import Testing

/// Vertex shaders read the instances that Swift writes, word by word.
@Suite struct ShaderAttributeTests {
  private static let kinds = [
    ProgramKind(RectangleInstance.self), ProgramKind(BoxInstance.self),
    ProgramKind(ImageInstance.self), ProgramKind(MaskedImageInstance.self),
    ProgramKind(ParticleInstance.self), ProgramKind(CompositeInstance.self),
    ProgramKind(ColorMatrixInstance.self), ProgramKind(BlurInstance.self),
    ProgramKind(ShadowInstance.self), ProgramKind(GradientInstance.self),
    ProgramKind(CoverageInstance.self), ProgramKind(CheckerboardInstance.self),
    ProgramKind(CoverageSquare.self), ProgramKind(MaskedGradientInstance.self),
  ]

  @Test func everyWordOfAnInstanceHasAnAttribute() {
    let attributes = Self.attributes()
    #expect(Set(attributes.keys) == Set(Self.kinds.map { $0.name + ".vert" }))
    for kind in Self.kinds {
      #expect(attributes[kind.name + ".vert"] == Set(0..<kind.words), "\(kind.name)")
    }
  }

  /// The numbers of the attributes of each vertex shader that has any.
  private static func attributes() -> [String: Set<Int>] {
    var count = 0
    guard let first = glaze_shader_files(&count) else { return [:] }
    var result: [String: Set<Int>] = [:]
    for file in UnsafeBufferPointer(start: first, count: count) {
      let text = String(
        decoding: UnsafeBufferPointer(start: file.text, count: file.length), as: UTF8.self)
      let numbers = text.matches(of: /\binstance(\d+)\b/).compactMap { Int($0.1) }
      if !numbers.isEmpty { result[String(cString: file.path)] = Set(numbers) }
    }
    return result
  }
}
