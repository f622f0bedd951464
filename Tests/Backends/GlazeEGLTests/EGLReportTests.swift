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
          libEGL found no driver: install libegl-mesa0 or your GPU's driver;
          `glaze devices` reports what is missing
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
            fix: update the driver and libegl1, which must fit each other
        """)
  }

  @Test("A GPU without a software rasterizer: no row for it, but the reason; problems come last")
  func gpuOnly() {
    let gpu = Machines.nvidia(0, cuda: 0).drawing("NVIDIA H200", vendor: "NVIDIA Corporation")
    var software = Device(address: .software, kind: .software(nil))
    software.rejection = Rejection(
      .software, through: .surfaceless, .notSoftware(renderer: "NVIDIA H200"))
    let problem = DriverProblem("/dev/dri/renderD129 is missing", fix: "modprobe amdgpu")
    #expect(
      EGLReport.devices([gpu, software], picked: .egl(0), problems: [problem]) == """
           DEVICE  KIND      OPENGL  RENDERER     DRIVER  NODE                 CUDA
        *  egl:0   hardware  4.6     NVIDIA H200  nvidia  /dev/dri/renderD128  0

        not usable:
          software (through surfaceless): draws on a GPU, not in software (NVIDIA H200)
            fix: draw on the CPU with --backend software, or install libegl-mesa0 for OpenGL in software

        problems:
          /dev/dri/renderD129 is missing
            fix: modprobe amdgpu
        """)
    #expect(
      EGLReport.lines([problem]) == [
        "problem        /dev/dri/renderD129 is missing", "fix            modprobe amdgpu",
      ])
  }

  @Test("An older extension counts as the newer ones that it implements")
  func olderExtensions() {
    let present: Set = [
      "EGL_EXT_device_base", "EGL_EXT_platform_device", "EGL_MESA_platform_gbm",
    ]
    #expect(
      EGLReport.presence("client", EGLReport.clientExtensions, in: present) == [
        "client has     EGL_EXT_device_base EGL_EXT_platform_device EGL_MESA_platform_gbm",
        "client lacks   EGL_MESA_platform_surfaceless",
      ])
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
