/// Something of a host's that frames are shown on.
package enum HostTarget: Sendable, Hashable, CustomStringConvertible {
  /// The framebuffer that is bound for drawing.
  case boundFramebuffer
  case framebuffer(UInt32)
  /// Level 0 of a texture of two dimensions, of normalised or floating-point colours.
  case texture(UInt32)

  package var description: String {
    switch self {
    case .boundFramebuffer: "the bound framebuffer"
    case .framebuffer(let name): "framebuffer \(name)"
    case .texture(let name): "texture \(name)"
    }
  }
}
