import COpenGL
import Synchronization

/// A mark by which a context is recognized, since a later context may have the same address: a
/// sampler with a unique parameter.
package struct ContextMark {
  private var sampler: GLuint = 0
  private let number: GLfloat

  private static let count = Atomic<UInt32>(0)

  /// Leaves a mark in the current context.
  package init() {
    // Floating-point numbers represent this many integers.
    number = GLfloat(Self.count.add(1, ordering: .relaxed).newValue % (1 << 24))
    glGenSamplers(1, &sampler)
    glSamplerParameterf(sampler, glEnum(GL_TEXTURE_MAX_LOD), number)
  }

  /// Whether the current context has the mark.
  package var isHere: Bool {
    guard glIsSampler(sampler) != 0 else { return false }
    var value: GLfloat = -1
    glGetSamplerParameterfv(sampler, glEnum(GL_TEXTURE_MAX_LOD), &value)
    return value == number
  }

  /// Removes the mark from the current context.
  package mutating func delete() { glDeleteSamplers(1, &sampler) }
}
