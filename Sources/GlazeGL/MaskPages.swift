import COpenGL
import GlazeLowering
import GlazePlan

/// The buffers for masks of paths, by their slots, each with the texture that reads it.
struct MaskPages {
  private struct Page {
    var buffer: GLuint = 0
    var texture: GLuint = 0
  }

  private var slots: [Page] = []

  /// The texture of a page.
  subscript(slot: Int) -> GLuint { slots[slot].texture }

  mutating func make(_ slot: Int, bytes: Int) {
    var page = Page()
    glGenBuffers(1, &page.buffer)
    glBindBuffer(glEnum(GL_TEXTURE_BUFFER), page.buffer)
    glBufferData(glEnum(GL_TEXTURE_BUFFER), bytes, nil, glEnum(GL_DYNAMIC_DRAW))
    glGenTextures(1, &page.texture)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_BUFFER), page.texture)
    glTexBuffer(glEnum(GL_TEXTURE_BUFFER), glEnum(GL_R8), page.buffer)
    while slots.count <= slot { slots.append(Page()) }
    slots[slot] = page
  }

  mutating func delete(_ slot: Int) {
    glDeleteTextures(1, &slots[slot].texture)
    glDeleteBuffers(1, &slots[slot].buffer)
    slots[slot] = Page()
  }

  mutating func removeAll() {
    for slot in slots.indices { delete(slot) }
    slots = []
  }

  func write(_ mask: FramePlan.Mask, at place: MaskPlace) throws {
    let target = glEnum(GL_TEXTURE_BUFFER)
    glBindBuffer(target, slots[place.page].buffer)
    let memory = glMapBufferRange(
      target, place.start, place.bytes,
      GLbitfield(GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT))
    guard let memory else { throw GLError.memory(bytes: place.bytes) }
    Self.write(
      mask, to: UnsafeMutableRawBufferPointer(start: memory, count: place.bytes),
      first: place.first - place.start, stride: place.stride)
    glUnmapBuffer(target)
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
