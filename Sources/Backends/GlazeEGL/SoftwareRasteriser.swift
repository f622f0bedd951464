/// A rasterizer that draws on the CPU behind an OpenGL driver.
public enum SoftwareRasteriser: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Mesa's llvmpipe: uses all cores, with code that LLVM generates.
  case llvmpipe
  /// Mesa's reference rasterizer: one core, slow, OpenGL 3.3.
  case softpipe
  /// Mesa's swrast, the oldest.
  case swrast
  /// Google's Vulkan on the CPU, which Chromium brings with it, below ANGLE or zink.
  case swiftShader = "SwiftShader"
  /// OpenGL on Vulkan on lavapipe, which uses llvmpipe.
  case zinkOnLavapipe = "zink on lavapipe"
  /// A virtual machine's GPU on a host without a GPU.
  case virglOnHostSoftware = "virgl on a software rasterizer of the host"
  /// Windows' WARP, used through Direct3D 12 in WSL.
  case warp = "D3D12 on WARP"

  /// The name for people.
  public var description: String { rawValue }

  /// Recognizes a software rasterizer by the renderer that OpenGL or EGL names.
  ///
  /// Returns nil for any other renderer. The order matters: zink and virgl quote the name of the
  /// underlying device. Source: renderer strings of Mesa 22.3 and 25.0, and of
  /// SwiftShader in Chromium 156.
  public init?(renderer: String) {
    let name = renderer.lowercased()
    let onCPU = ["llvmpipe", "lavapipe", "softpipe"].contains { name.contains($0) }
    if name.contains("swiftshader") {
      self = .swiftShader
    } else if name.hasPrefix("zink") {
      guard onCPU else { return nil }
      self = .zinkOnLavapipe
    } else if name.hasPrefix("virgl") {
      guard onCPU else { return nil }
      self = .virglOnHostSoftware
    } else if name.contains("llvmpipe") {
      self = .llvmpipe
    } else if name.contains("softpipe") {
      self = .softpipe
    } else if name.contains("swrast") || name.contains("software rasterizer") {
      self = .swrast
    } else if name.contains("microsoft basic render") {
      self = .warp
    } else {
      return nil
    }
  }
}
