import Testing

@testable import GlazeEGL

@Suite("Reading --device")
struct DeviceSelectionTests {
  @Test(
    "Valid forms",
    arguments: [
      ("auto", .auto), ("surfaceless", .device(.surfaceless)), ("software", .device(.software)),
      ("egl:0", .device(.egl(0))), ("egl:12", .device(.egl(12))),
      ("/dev/dri/renderD128", .device(.node("/dev/dri/renderD128"))),
    ] as [(String, DeviceSelection.Request)])
  func valid(option: String, request: DeviceSelection.Request) throws {
    #expect(try DeviceSelection(parsing: option, environment: [:]).request == request)
    if case .device(let address) = request { #expect(address.description == option) }
  }

  @Test("Without the option, the order is automatic")
  func absent() throws {
    #expect(try DeviceSelection(parsing: nil, environment: [:]).request == .auto)
  }

  @Test(
    "Any other value is an error that lists the valid forms",
    arguments: [
      "", "gpu", "egl", "egl:", "egl:-1", "egl:+1", "egl: 1", "egl:x", "egl:99999999999999999999",
      "EGL:0", "/dev/dri/", "renderD128", "/etc/passwd",
    ])
  func invalid(option: String) {
    let error = #expect(throws: DeviceSelectionError.self) {
      try DeviceSelection(parsing: option, environment: [:])
    }
    for form in ["\"\(option)\"", "auto", "surfaceless", "software", "egl:N", "/dev/dri/render"] {
      #expect(error?.description.contains(form) == true)
    }
  }

  @Test("LIBGL_ALWAYS_SOFTWARE is read as Mesa reads it")
  func alwaysSoftware() {
    for value in ["1", "true", "TRUE", "yes", "y"] {
      #expect(DeviceEnvironment(["LIBGL_ALWAYS_SOFTWARE": value]).alwaysSoftware, "\(value)")
    }
    for value in ["", "0", "false", "no", "2"] {
      #expect(!DeviceEnvironment(["LIBGL_ALWAYS_SOFTWARE": value]).alwaysSoftware, "\(value)")
    }
    #expect(!DeviceEnvironment([:]).alwaysSoftware)
  }

  @Test(
    "Software rasterizers are recognized by the renderer's name",
    arguments: [
      ("llvmpipe (LLVM 15.0.6, 256 bits)", .llvmpipe), ("softpipe", .softpipe),
      ("zink Vulkan 1.3(llvmpipe (LLVM 15.0.6, 256 bits) (MESA_LLVMPIPE))", .zinkOnLavapipe),
      ("zink (SwiftShader Device (Subzero))", .swiftShader),
      (
        "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)",
        .swiftShader
      ),
      ("virgl (LLVMPIPE (LLVM 15.0.6, 256 bits))", .virglOnHostSoftware),
      ("Software Rasterizer", .swrast), ("D3D12 (Microsoft Basic Render Driver)", .warp),
      ("virgl (NVIDIA GeForce RTX 3060/PCIe/SSE2)", nil), ("NVIDIA H100 PCIe/PCIe/SSE2", nil),
      ("zink Vulkan 1.3(NVIDIA GeForce RTX 3060 (NVIDIA_PROPRIETARY))", nil),
      ("AMD Radeon Graphics (renoir, LLVM 15.0.6, DRM 3.49, 6.1.0)", nil),
      ("SVGA3D; build: RELEASE;  LLVM;", nil), ("Mesa Intel(R) Xe Graphics (TGL GT2)", nil),
    ] as [(String, SoftwareRasteriser?)])
  func rasteriser(renderer: String, expected: SoftwareRasteriser?) {
    #expect(SoftwareRasteriser(renderer: renderer) == expected)
  }
}
