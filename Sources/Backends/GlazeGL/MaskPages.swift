import COpenGL
import GlazeLowering
import GlazePlan

/// The textures for masks of paths, by their slots: each holds an array of bytes, in rows.
struct MaskPages {
  private var slots: [GLuint] = []
  private var scratch: [UInt8] = []
  /// The bytes of a row: a power of two.
  let bytesInRow: Int

  /// - Parameter largest: The side of the largest texture.
  init(largest: Int) {
    // Longer rows would waste memory where a page is small.
    bytesInRow = 1 << min(max(largest, 1).bitWidth - 1 - max(largest, 1).leadingZeroBitCount, 14)
  }

  /// The texture of a page.
  subscript(slot: Int) -> GLuint { slots[slot] }

  mutating func make(_ slot: Int, bytes: Int) {
    var name: GLuint = 0
    glGenTextures(1, &name)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), name)
    let rows = (bytes + bytesInRow - 1) / bytesInRow
    glTexStorage2D(
      glEnum(GL_TEXTURE_2D), 1, glEnum(GL_R8), GLsizei(bytesInRow), GLsizei(rows))
    glTexParameteri(glEnum(GL_TEXTURE_2D), glEnum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    glTexParameteri(glEnum(GL_TEXTURE_2D), glEnum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    while slots.count <= slot { slots.append(0) }
    slots[slot] = name
  }

  mutating func delete(_ slot: Int) {
    glDeleteTextures(1, &slots[slot])
    slots[slot] = 0
  }

  mutating func removeAll() {
    for slot in slots.indices { delete(slot) }
    (slots, scratch) = ([], [])
  }

  mutating func write(_ mask: FramePlan.Mask, at place: MaskPlace) {
    if scratch.count < place.bytes { scratch = [UInt8](repeating: 0, count: place.bytes) }
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), slots[place.page])
    let row = bytesInRow
    scratch.withUnsafeMutableBytes { scratch in
      let bytes = UnsafeMutableRawBufferPointer(rebasing: scratch[..<place.bytes])
      Self.write(mask, to: bytes, first: place.first - place.start, stride: place.stride)
      Self.upload(UnsafeRawBufferPointer(bytes), at: place.start, bytesInRow: row)
    }
  }

  /// Uploads bytes: the rest of a row, whole rows, and the start of one.
  private static func upload(
    _ bytes: UnsafeRawBufferPointer, at start: Int, bytesInRow: Int
  ) {
    var done = 0
    while done < bytes.count {
      let (row, column) = ((start + done) / bytesInRow, (start + done) % bytesInRow)
      let isWhole = column == 0 && bytes.count - done >= bytesInRow
      let height = isWhole ? (bytes.count - done) / bytesInRow : 1
      let width = isWhole ? bytesInRow : min(bytesInRow - column, bytes.count - done)
      glTexSubImage2D(
        glEnum(GL_TEXTURE_2D), 0, GLint(column), GLint(row), GLsizei(width), GLsizei(height),
        glEnum(GL_RED), glEnum(GL_UNSIGNED_BYTE), bytes.baseAddress.map { $0 + done })
      done += width * height
    }
  }

  /// Writes a mask's rows without a margin.
  private static func write(
    _ mask: FramePlan.Mask, to texels: UnsafeMutableRawBufferPointer, first: Int, stride: Int
  ) {
    mask.bytes.withUnsafeBytes { bytes in
      guard let from = bytes.baseAddress, let to = texels.baseAddress else { return }
      to.initializeMemory(as: UInt8.self, repeating: 0, count: first)
      for y in 0..<mask.height {
        let row = to + first + y * stride
        row.copyMemory(from: from + y * mask.width, byteCount: mask.width)
        let margin = stride - mask.width
        (row + mask.width).initializeMemory(as: UInt8.self, repeating: 0, count: margin)
      }
      let end = first + mask.height * stride
      (to + end).initializeMemory(as: UInt8.self, repeating: 0, count: texels.count - end)
    }
  }
}
