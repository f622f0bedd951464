import CGlazeShaders
import COpenGL

/// An array of words of four floating-point numbers that shaders read from a texture, in rows.
///
/// Buffers that shaders read would need OpenGL ES 3.2.
struct WordTexture {
  /// Textures with their numbers of rows, used in turn: an earlier frame may still read the others.
  private var ring: InlineArray<3, (name: GLuint, rows: Int)> = .init(repeating: (0, 0))
  private var next = 0

  private static let wordsInRow = Int(WORDS_IN_ROW)
  private static let wordSize = 16

  mutating func delete() {
    for index in ring.indices {
      glDeleteTextures(1, &ring[index].name)
      ring[index] = (0, 0)
    }
  }

  /// Uploads an array, and leaves the texture bound to a unit.
  ///
  /// - Parameters:
  ///   - what: The name of the array, for errors.
  ///   - isShared: Whether earlier frames may still be drawn.
  mutating func upload(
    _ bytes: UnsafeRawBufferPointer, _ what: String, unit: GLint, isShared: Bool
  ) throws(GLError) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    let words = bytes.count / Self.wordSize
    let rows = (words + Self.wordsInRow - 1) / Self.wordsInRow
    if isShared { next = (next + 1) % ring.count }
    glActiveTexture(glEnum(GL_TEXTURE0 + unit))
    try bind(rows: rows, what)
    let whole = words / Self.wordsInRow
    Self.write(base, row: 0, width: Self.wordsInRow, height: whole)
    let rest = words - whole * Self.wordsInRow
    Self.write(
      base + whole * Self.wordsInRow * Self.wordSize, row: whole, width: rest, height: 1)
  }

  /// Binds a texture with at least a number of rows, and at most four times as many.
  private mutating func bind(rows: Int, _ what: String) throws(GLError) {
    let target = glEnum(GL_TEXTURE_2D)
    if ring[next].name != 0, rows <= ring[next].rows, rows >= ring[next].rows / 4 {
      return glBindTexture(target, ring[next].name)
    }
    let limit = integer(GL_MAX_TEXTURE_SIZE)
    guard rows <= limit else {
      throw .tooLarge(
        what: "the list of \(what)", size: rows * Self.wordsInRow, limit: limit * Self.wordsInRow)
    }
    glDeleteTextures(1, &ring[next].name)
    ring[next] = (0, 0)
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(target, name)
    glTexStorage2D(target, 1, glEnum(GL_RGBA32F), GLsizei(Self.wordsInRow), GLsizei(rows))
    guard glGetError() == 0 else {
      glDeleteTextures(1, &name)
      throw .memory(bytes: rows * Self.wordsInRow * Self.wordSize)
    }
    // Without a filter, the texture is complete.
    glTexParameteri(target, glEnum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    glTexParameteri(target, glEnum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    ring[next] = (name, rows)
  }

  private static func write(_ words: UnsafeRawPointer, row: Int, width: Int, height: Int) {
    if width == 0 || height == 0 { return }
    glTexSubImage2D(
      glEnum(GL_TEXTURE_2D), 0, 0, GLint(row), GLsizei(width), GLsizei(height), glEnum(GL_RGBA),
      glEnum(GL_FLOAT), words)
  }
}
