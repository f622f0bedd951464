import COpenGL

/// Names passes for debuggers such as RenderDoc and apitrace: the commands of each form a group.
struct PassGroups {
  private let names: [String]
  private var next = 0
  private var isOpen = false

  /// Opens the group of the first pass.
  ///
  /// - Parameter names: The names, by the numbers of passes; if empty, no groups are opened.
  init(_ names: [String]) {
    self.names = names
    begin()
  }

  /// Ends a pass, and begins the next.
  mutating func advance() {
    end()
    begin()
  }

  mutating func end() {
    if isOpen { glPopDebugGroup() }
    isOpen = false
  }

  private mutating func begin() {
    guard next < names.count else { return }
    let number = GLuint(next)
    // Drivers limit the length, and a name may exceed it. Some pass the text to debuggers
    // unchanged, so it must be terminated.
    let text = names[next].utf8.prefix(63).map { GLchar(bitPattern: $0) } + [0]
    glPushDebugGroup(glEnum(GL_DEBUG_SOURCE_APPLICATION), number, -1, text)
    next += 1
    isOpen = true
  }
}
