import COpenGL

/// The complete queryable state of an OpenGL context: every name that any query function accepts,
/// found by trying all of them, so that no list of names can be incomplete.
struct ContextQuestions {
  private enum Question {
    case value(GLenum)
    case number(GLenum)
    case isEnabled(GLenum)
    case indexed(GLenum, GLuint)
    case indexedNumber(GLenum, GLuint)
    case isEnabledAt(GLenum, GLuint)
    case bound(GLenum, unit: GLenum)
    case attribute(GLenum, GLuint)
    case query(GLenum)
    case pointer(GLenum)
  }

  private var questions: [Question] = []

  /// All names of the core profile; Mesa 22.3 calls a null function for 0x959A.
  private static let names: ClosedRange<GLenum> = 0x0001...0x94FF

  /// Tries all names in the current context.
  init() { TestHost.quietly { addAll() } }

  private mutating func addAll() {
    while glGetError() != 0 {}
    // In debug contexts of OpenGL ES 3.0 the questions themselves leave messages.
    var others = [GL_TIMESTAMP, GL_DEBUG_LOGGED_MESSAGES, GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH]
    // Of GL_NVX_gpu_memory_info and GL_ATI_meminfo: amounts of memory, which other programs change.
    others += Array(0x9047...0x904B) + Array(0x87FB...0x87FD)
    for name in Self.names where !others.contains(Int32(name)) { tryName(name) }
    for (names, count) in [([GL_VIEWPORT, GL_DEPTH_RANGE], 16), ([GL_BLEND, GL_SCISSOR_TEST], 8)] {
      for (name, index) in names.flatMap({ name in (0..<count).map { (name, $0) } }) {
        questions.append(
          count == 16
            ? .indexedNumber(GLenum(name), GLuint(index))
            : .isEnabledAt(GLenum(name), GLuint(index)))
      }
    }
    addBindings()
    questions += [
      GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED, GL_TIME_ELAPSED,
      GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
    ].map { .query(GLenum($0)) }
    questions += [GL_DEBUG_CALLBACK_FUNCTION, GL_DEBUG_CALLBACK_USER_PARAM].map {
      .pointer(GLenum($0))
    }
    // Some values change by themselves.
    questions.removeAll { Self.answer($0) != Self.answer($0) }
  }

  private mutating func tryName(_ name: GLenum) {
    func isKnown(_ question: Question) -> Bool {
      _ = Self.answer(question)
      return glGetError() == 0
    }
    if isKnown(.value(name)) { questions += [.value(name), .number(name)] }
    if isKnown(.isEnabled(name)) { questions.append(.isEnabled(name)) }
    for index in 0..<GLuint(96) {
      guard isKnown(.indexed(name, index)) else { break }
      questions.append(.indexed(name, index))
    }
  }

  private mutating func addBindings() {
    var units: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), &units)
    let names = [
      GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_3D,
      GL_TEXTURE_BINDING_1D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_BINDING_RECTANGLE,
      GL_TEXTURE_BINDING_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_BUFFER,
      GL_TEXTURE_BINDING_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY,
      GL_SAMPLER_BINDING,
    ]
    for unit in 0..<GLenum(units) {
      questions += names.map { .bound(GLenum($0), unit: GLenum(GL_TEXTURE0) + unit) }
    }
    for name in [
      GL_VERTEX_ATTRIB_ARRAY_ENABLED, GL_VERTEX_ATTRIB_ARRAY_SIZE, GL_VERTEX_ATTRIB_ARRAY_STRIDE,
      GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING,
      GL_VERTEX_ATTRIB_ARRAY_DIVISOR, GL_VERTEX_ATTRIB_BINDING, GL_VERTEX_ATTRIB_RELATIVE_OFFSET,
    ] {
      questions += (0..<16).map { .attribute(GLenum(name), $0) }
    }
  }

  /// The number of queries.
  var count: Int { questions.count }

  /// Returns the values of the current context.
  var answers: [SIMD16<Int64>] { TestHost.quietly { ask() } }

  private func ask() -> [SIMD16<Int64>] {
    var active: GLint = 0
    glGetIntegerv(GLenum(GL_ACTIVE_TEXTURE), &active)
    defer {
      glActiveTexture(GLenum(active))
      while glGetError() != 0 {}
    }
    return questions.map { question in
      if case .bound = question { return Self.answer(question) }
      glActiveTexture(GLenum(active))
      return Self.answer(question)
    }
  }

  /// Returns a description of the differences between two lists of values.
  func differences(_ before: [SIMD16<Int64>], _ after: [SIMD16<Int64>]) -> [String] {
    questions.indices.filter { before[$0] != after[$0] }.map { index in
      "\(questions[index]) was \(before[index]), is \(after[index])"
    }
  }

  private static func answer(_ question: Question) -> SIMD16<Int64> {
    switch question {
    case .value(let name): longs { glGetInteger64v(name, $0) }
    case .number(let name): floats { glGetFloatv(name, $0) }
    case .isEnabled(let name): SIMD16(repeating: Int64(glIsEnabled(name)))
    case .indexed(let name, let index): longs { glGetInteger64i_v(name, index, $0) }
    case .indexedNumber(let name, let index): floats { glGetFloati_v(name, index, $0) }
    case .isEnabledAt(let name, let index): SIMD16(repeating: Int64(glIsEnabledi(name, index)))
    case .bound(let name, let unit):
      longs {
        glActiveTexture(unit)
        glGetInteger64v(name, $0)
      }
    case .attribute(let name, let index): ints { glGetVertexAttribiv(index, name, $0) }
    case .query(let name): ints { glGetQueryiv(name, GLenum(GL_CURRENT_QUERY), $0) }
    case .pointer(let name):
      longs {
        $0.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 1) {
          glGetPointerv(name, $0)
        }
      }
    }
  }

  // OpenGL returns lists of at most some dozens of numbers, NVIDIA's drivers in old contexts more
  // than a thousand; unused elements do not change.

  private static func longs(_ ask: (UnsafeMutablePointer<GLint64>) -> Void) -> SIMD16<Int64> {
    fill(GLint64(0x5A), ask) { $0 }
  }

  private static func ints(_ ask: (UnsafeMutablePointer<GLint>) -> Void) -> SIMD16<Int64> {
    fill(GLint(0x5A), ask) { Int64($0) }
  }

  private static func floats(_ ask: (UnsafeMutablePointer<GLfloat>) -> Void) -> SIMD16<Int64> {
    fill(GLfloat(0.125), ask) { Int64($0.bitPattern) }
  }

  private static func fill<Number>(
    _ unset: Number, _ ask: (UnsafeMutablePointer<Number>) -> Void, _ bits: (Number) -> Int64
  ) -> SIMD16<Int64> {
    withUnsafeTemporaryAllocation(of: Number.self, capacity: 1 << 16) { buffer in
      guard let start = buffer.baseAddress else { return .zero }
      for index in 0..<16 { buffer[index] = unset }
      ask(start)
      var result = SIMD16<Int64>()
      for index in 0..<16 { result[index] = bits(buffer[index]) }
      return result
    }
  }
}
