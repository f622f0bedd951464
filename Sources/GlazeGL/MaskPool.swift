import COpenGL
import GlazePlan

/// Textures of masks, kept while frames use them.
struct MaskPool {
  private var textures: [UInt64: (id: GLuint, frame: Int)] = [:]
  private var frame = 0
  /// Bytes that were sent to the driver.
  var uploadedBytes = 0

  /// Makes a plan's masks textures, and frees those that neither this nor the last plan uses.
  ///
  /// - Returns: The textures, in the order of the masks.
  mutating func prepare(_ masks: [FramePlan.Mask], limit: Int) throws -> [GLuint] {
    frame += 1
    let names = try masks.map { try texture($0, limit: limit) }
    for (identity, entry) in textures where entry.frame < frame - 1 {
      var id = entry.id
      glDeleteTextures(1, &id)
      textures[identity] = nil
    }
    return names
  }

  mutating func removeAll() {
    for var id in textures.values.map(\.id) { glDeleteTextures(1, &id) }
    textures = [:]
  }

  private mutating func texture(_ mask: FramePlan.Mask, limit: Int) throws -> GLuint {
    if let entry = textures[mask.identity] {
      textures[mask.identity]?.frame = frame
      return entry.id
    }
    let larger = max(mask.width, mask.height)
    guard larger <= limit else {
      throw GLError.tooLarge(
        what: "a path of \(mask.width) x \(mask.height) pixels", size: larger, limit: limit)
    }
    var id: GLuint = 0
    glGenTextures(1, &id)
    glActiveTexture(glEnum(GL_TEXTURE0))
    glBindTexture(glEnum(GL_TEXTURE_2D), id)
    glTexStorage2D(
      glEnum(GL_TEXTURE_2D), 1, glEnum(GL_R8), GLsizei(mask.width), GLsizei(mask.height))
    glPixelStorei(glEnum(GL_UNPACK_ALIGNMENT), 1)
    mask.bytes.withUnsafeBytes {
      glTexSubImage2D(
        glEnum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(mask.width), GLsizei(mask.height), glEnum(GL_RED),
        glEnum(GL_UNSIGNED_BYTE), $0.baseAddress)
    }
    glPixelStorei(glEnum(GL_UNPACK_ALIGNMENT), 4)
    textures[mask.identity] = (id, frame)
    uploadedBytes += mask.bytes.count
    return id
  }
}
