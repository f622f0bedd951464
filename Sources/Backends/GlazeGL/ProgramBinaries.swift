import CGlazeShaders
import COpenGL

/// The binaries of linked shader programs for the current driver, stored from process to process.
///
/// Mesa takes milliseconds for the first shader of a process, whatever its own cache contains,
/// since it initializes all GLSL functions. For a linked program it does not.
struct ProgramBinaries {
  private let store: ProgramStore
  /// The data on which binaries depend in addition to the program: the driver, and the sources of
  /// all shaders.
  private let identity: String
  /// The formats that the driver accepts.
  private let formats: [GLint]

  /// Returns nil where the driver does not support binaries.
  init?(_ store: ProgramStore, prologue: String) {
    let count = integer(GL_NUM_PROGRAM_BINARY_FORMATS)
    guard count > 0 else { return nil }
    self.store = store
    var formats = [GLint](repeating: 0, count: count)
    glGetIntegerv(glEnum(GL_PROGRAM_BINARY_FORMATS), &formats)
    self.formats = formats
    let driver = [GL_VENDOR, GL_RENDERER, GL_VERSION].map { name in
      glGetString(glEnum(name)).map { String(cString: $0) } ?? ""
    }
    identity =
      driver.joined(separator: "\n") + "\n" + String(Self.sources, radix: 16) + "\n" + prologue
  }

  /// A hash of all shader files with their names.
  private static let sources: UInt64 = {
    var count = 0
    guard let first = glaze_shader_files(&count) else { return 0 }
    return UnsafeBufferPointer(start: first, count: count).reduce(Hash.start) { hash, file in
      let text = UnsafeBufferPointer(start: file.text, count: file.length)
      let named = String(cString: file.path).utf8.reduce(hash) { ($0 ^ UInt64($1)) &* 31 }
      return Hash.add(text, to: named)
    }
  }()

  /// Loads the linked program of a pair of files; 0 when there is none that the driver accepts.
  func load(_ file: String, defines: String) -> GLuint {
    let name = identity + file + "\n" + defines
    guard let binary = store.read(name) else { return 0 }
    guard formats.contains(GLint(bitPattern: binary.format)) else {
      store.remove(name)
      return 0
    }
    let id = glCreateProgram()
    binary.bytes.withUnsafeBytes {
      glProgramBinary(id, binary.format, $0.baseAddress, GLsizei($0.count))
    }
    var status: GLint = 0
    glGetProgramiv(id, glEnum(GL_LINK_STATUS), &status)
    if status != 0 { return id }
    // The binary may belong to another build of the driver.
    glDeleteProgram(id)
    store.remove(name)
    return 0
  }

  /// Prepares a program to be stored; must be called before it is linked.
  static func prepare(_ id: GLuint) {
    glProgramParameteri(id, glEnum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
  }

  /// Stores a linked program.
  func save(_ id: GLuint, _ file: String, defines: String) {
    var length: GLint = 0
    glGetProgramiv(id, glEnum(GL_PROGRAM_BINARY_LENGTH), &length)
    guard length > 0 else { return }
    var format: GLenum = 0
    var count: GLsizei = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, used in
      glGetProgramBinary(id, length, &count, &format, buffer.baseAddress)
      used = Int(count)
    }
    guard !bytes.isEmpty else { return }
    store.write(
      ProgramStore.Binary(format: format, bytes: bytes), for: identity + file + "\n" + defines)
  }
}
