import Testing

@testable import GlazeEGL

@Suite("Messages about devices")
struct EGLReportTests {
  @Test("Without a driver, the error says what to install")
  func bare() throws {
    let error = #expect(throws: ContextError.self) {
      try Context(DeviceSelection(environment: [:]), list: Machines.bare)
    }
    #expect(
      error?.description == """
        no OpenGL 3.3 core or OpenGL ES 3.0 context on any device
          surfaceless: libEGL has no EGL_MESA_platform_surfaceless
          software: libEGL has no EGL_MESA_device_software
          libEGL found no driver: install libegl-mesa0 or your GPU's driver
        """)
  }

  @Test("A software rasterizer is named as such")
  func info() throws {
    let context = try Context(DeviceSelection(.device(.software), environment: [:]))
    let text = EGLReport.info(context.choice)
    #expect(text.contains("software rasterizer"))
    #expect(text.contains("software (asked for)"))
    #expect(text.contains(try #require(context.device.renderer)))
    #expect(context.device.isSoftware)
  }

  @Test("The table marks the selected device and lists reasons for the others")
  func table() {
    var broken = Machines.nvidia(0, cuda: 3)
    broken.rejection = Rejection(.egl(0), .hung(seconds: 10))
    var software = Device(address: .software)
    software.learn(
      ContextFacts(
        vendor: "Mesa", renderer: "llvmpipe", version: "4.5 (Core Profile) Mesa",
        shadingLanguage: "4.50", driver: "swrast", display: "1.5"))
    #expect(
      EGLReport.devices([broken, software], picked: .software) == """
           DEVICE    KIND      OPENGL  RENDERER  DRIVER  NODE                 CUDA
           egl:0     -         -       -         nvidia  /dev/dri/renderD128  3
        *  software  software  4.5     llvmpipe  swrast  -                    -

        not usable:
          egl:0: the driver did not answer in 10 s when tried in a child process
        """)
  }

  @Test("Every device of this machine is tried or skipped with a reason")
  func inspected() {
    for device in DeviceList.discover().inspected() {
      #expect((device.renderer == nil) == (device.rejection != nil), "\(device)")
    }
  }

  @Test("Hardware is rejected when software is requested, and vice versa")
  func accept() throws {
    var facts = ContextFacts(
      vendor: "Mesa", renderer: "llvmpipe", version: "4.5", shadingLanguage: "4.50", driver: nil,
      display: "1.5")
    let order = try Machines.order(Machines.laptop)
    let hardware = try #require(order.candidates.first { $0.wanted == .hardware })
    let software = try #require(order.candidates.first { $0.wanted == .software })
    #expect(throws: DisplayFailure(.notHardware(renderer: "llvmpipe"))) {
      try hardware.accept(facts)
    }
    try software.accept(facts)
    facts.renderer = "NVIDIA H100"
    try hardware.accept(facts)
    #expect(throws: DisplayFailure(.notSoftware(renderer: "NVIDIA H100"))) {
      try software.accept(facts)
    }
  }
}
