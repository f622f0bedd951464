import COpenGL
import Synchronization

/// A mark by which a context is recognized, since a later context may have the same address: a
/// buffer with a unique label.
package struct ContextMark {
  private var buffer: GLuint = 0
  private let label: [GLchar]

  private static let count = Atomic<Int>(0)

  /// Leaves a mark in the current context.
  package init() {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    label = Array("Glaze \(number)".utf8CString)
    var bound: GLint = 0
    glGetIntegerv(glEnum(GL_ARRAY_BUFFER_BINDING), &bound)
    glGenBuffers(1, &buffer)
    // The buffer only exists after it was bound once.
    glBindBuffer(glEnum(GL_ARRAY_BUFFER), buffer)
    glBindBuffer(glEnum(GL_ARRAY_BUFFER), GLuint(bitPattern: bound))
    glObjectLabel(glEnum(GL_BUFFER), buffer, -1, label)
  }

  /// Whether the current context has the mark.
  package var isHere: Bool {
    guard glIsBuffer(buffer) != 0 else { return false }
    return withUnsafeTemporaryAllocation(of: GLchar.self, capacity: 64) { text in
      var length: GLsizei = 0
      glGetObjectLabel(glEnum(GL_BUFFER), buffer, 64, &length, text.baseAddress)
      return text[...Int(length)].elementsEqual(label)
    }
  }

  /// Removes the mark from the current context.
  package mutating func delete() { glDeleteBuffers(1, &buffer) }
}
