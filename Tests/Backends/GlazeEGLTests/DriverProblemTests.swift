import Foundation
import Testing

@testable import GlazeEGL

@Suite("Vendor files")
struct VendorFileTests {
  @Test("libEGL reads the named files, else the named folders, else the standard ones")
  func places() throws {
    let machine = try FakeMachine()
    try machine.addMesa()
    try machine.add("/etc/glvnd/egl_vendor.d/20_b.json", "/etc/glvnd/egl_vendor.d/10_a.json")
    try machine.add("/etc/glvnd/egl_vendor.d/README", "/opt/one/x.json", "/opt/two/y.json")
    func paths() -> [String] { machine.survey.vendorFiles.map(\.path) }
    #expect(
      paths() == [
        "/etc/glvnd/egl_vendor.d/10_a.json", "/etc/glvnd/egl_vendor.d/20_b.json",
        "/usr/share/glvnd/egl_vendor.d/50_mesa.json",
      ])
    machine.environment["__EGL_VENDOR_LIBRARY_DIRS"] = "/opt/two:/opt/one:/missing"
    #expect(paths() == ["/opt/two/y.json", "/opt/one/x.json"])
    machine.environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/opt/one/x.json"
    #expect(paths() == ["/opt/one/x.json"])
    machine.environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = ""
    #expect(paths() == [])
  }

  @Test("The file of a driver whose library is a link without its target, as on a GPU server")
  func danglingLink() throws {
    let machine = try FakeMachine()
    try machine.add("/dev/nvidia0", "/dev/nvidiactl")
    try machine.addVendor("10_nvidia.json", "libEGL_nvidia.so.0")
    try machine.link(
      "/usr/lib/x86_64-linux-gnu/libEGL_nvidia.so.0", to: "libEGL_nvidia.so.570.86.10")
    let finding = """
      the vendor file /usr/share/glvnd/egl_vendor.d/10_nvidia.json names libEGL_nvidia.so.0, \
      which cannot be loaded (libEGL_nvidia.so.0: cannot open shared object file: No such file \
      or directory); /usr/lib/x86_64-linux-gnu/libEGL_nvidia.so.0 links to \
      libEGL_nvidia.so.570.86.10, which does not exist
      """
    #expect(
      machine.problems() == [
        """
        \(finding)
        install libegl-nvidia0 and nvidia-egl-icd (Debian) or libnvidia-gl-VERSION (Ubuntu), \
        in the version of the kernel module
        """
      ])
    machine.environment["container"] = "podman"
    #expect(machine.problems() == ["\(finding)\n\(DriverSurvey.nvidiaContainer)"])
    machine.environment["NVIDIA_DRIVER_CAPABILITIES"] = "all"
    #expect(machine.problems().first?.contains("\ncreate the container again") == true)
  }

  @Test("Mesa's library, and one of an unknown vendor")
  func otherLibraries() throws {
    let machine = try FakeMachine()
    try machine.addVendor("50_mesa.json", "libEGL_mesa.so.0")
    try machine.addVendor("60_other.json", "/opt/libEGL_other.so")
    let problems = machine.problems()
    #expect(problems.first?.hasSuffix("\nsudo apt install libegl-mesa0 libgl1-mesa-dri") == true)
    #expect(
      problems.last?.hasSuffix(
        "\ninstall the package with /opt/libEGL_other.so, or remove "
          + "/usr/share/glvnd/egl_vendor.d/60_other.json") == true)
  }

  @Test("A file that names no library, and one that does not exist")
  func unreadable() throws {
    let machine = try FakeMachine()
    try machine.add("/opt/bad.json", text: #"{"ICD": {}}"#)
    machine.environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/opt/bad.json:/opt/none.json"
    #expect(
      machine.problems() == [
        """
        the vendor file /opt/bad.json names no library (ICD.library_path)
        install its package again; dpkg -S /opt/bad.json prints the name
        """,
        """
        the vendor file /opt/none.json, which __EGL_VENDOR_LIBRARY_FILENAMES names, cannot be read
        unset __EGL_VENDOR_LIBRARY_FILENAMES
        """,
      ])
  }

  @Test("No vendor file at all, unless libEGL finds drivers without one")
  func none() throws {
    let machine = try FakeMachine()
    #expect(
      machine.problems() == [
        """
        no driver is installed: no vendor file is in /etc/glvnd/egl_vendor.d or \
        /usr/share/glvnd/egl_vendor.d
        sudo apt install libegl-mesa0 libgl1-mesa-dri, or install your GPU's driver
        """
      ])
    #expect(machine.problems([Device(address: .egl(0)).drawing("llvmpipe")]) == [])
    machine.environment["__EGL_VENDOR_LIBRARY_DIRS"] = "/opt"
    #expect(
      machine.problems() == [
        """
        __EGL_VENDOR_LIBRARY_DIRS="/opt" names no vendor file
        unset __EGL_VENDOR_LIBRARY_DIRS
        """
      ])
  }
}

@Suite("NVIDIA's driver")
struct NVIDIAProblemTests {
  private static let missing =
    "/dev/nvidia0 exists, but no EGL vendor file names NVIDIA's driver: "
    + "/usr/share/glvnd/egl_vendor.d/10_nvidia.json is missing"

  private func server() throws -> FakeMachine {
    let machine = try FakeMachine()
    try machine.addMesa()
    try machine.add("/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-uvm")
    return machine
  }

  @Test("A container without the capability graphics")
  func capabilities() throws {
    let machine = try server()
    try machine.add("/.dockerenv")
    #expect(
      machine.problems() == [
        """
        \(Self.missing), and NVIDIA_DRIVER_CAPABILITIES is not set
        start the container with --gpus all -e NVIDIA_DRIVER_CAPABILITIES=graphics,utility
        """
      ])
    machine.environment["NVIDIA_DRIVER_CAPABILITIES"] = "compute,utility"
    #expect(
      machine.problems().first?.hasPrefix(
        Self.missing
          + ", and NVIDIA_DRIVER_CAPABILITIES=compute,utility does not include graphics\n") == true)
    machine.environment["NVIDIA_DRIVER_CAPABILITIES"] = "compute, graphics"
    #expect(
      machine.problems() == [
        "\(Self.missing)\ninstall the NVIDIA Container Toolkit 1.11 or later on the host"
      ])
  }

  @Test("A host: packages if the library is missing too, else the file itself")
  func host() throws {
    let machine = try server()
    #expect(
      machine.problems().first?.hasPrefix("\(Self.missing)\ninstall libegl-nvidia0") == true)
    try machine.add("/usr/lib/x86_64-linux-gnu/libEGL_nvidia.so.550.54")
    try machine.link("/usr/lib/x86_64-linux-gnu/libEGL_nvidia.so.0", to: "libEGL_nvidia.so.550.54")
    #expect(
      machine.problems() == [
        """
        \(Self.missing)
        echo '{"file_format_version":"1.0.0","ICD":{"library_path":"libEGL_nvidia.so.0"}}' \
        | sudo tee /usr/share/glvnd/egl_vendor.d/10_nvidia.json
        """
      ])
  }

  @Test("A variable that names only other drivers")
  func variable() throws {
    let machine = try server()
    let file = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
    machine.environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = file
    #expect(
      machine.problems() == [
        """
        /dev/nvidia0 exists, but no EGL vendor file names NVIDIA's driver: \
        __EGL_VENDOR_LIBRARY_FILENAMES="\(file)"
        unset __EGL_VENDOR_LIBRARY_FILENAMES
        """
      ])
  }

  @Test("Nodes that are missing, or that the process may not use")
  func nodes() throws {
    let machine = try FakeMachine()
    try machine.addVendor("10_nvidia.json", "libEGL_nvidia.so.0")
    machine.libraries = ["libEGL_nvidia.so.0"]
    let noNode = """
      NVIDIA's driver is installed (/usr/share/glvnd/egl_vendor.d/10_nvidia.json), \
      but there is no /dev/nvidia0
      """
    #expect(machine.problems() == ["\(noNode)\nsudo modprobe nvidia; nvidia-smi"])
    machine.environment["container"] = "docker"
    #expect(machine.problems() == ["\(noNode)\n\(DriverSurvey.nvidiaContainer)"])
    machine.environment = [:]
    try machine.add("/dev/nvidia0", "/dev/nvidia1")
    try machine.nameGroup("video")
    machine.accessErrors = ["/dev/nvidia1": EACCES]
    #expect(machine.problems().count == 2)
    #expect(
      machine.problems().last
        == "/dev/nvidia0 exists, but /dev/nvidiactl does not\nsudo nvidia-modprobe")
  }

  @Test("A library of another version than the kernel module")
  func versions() throws {
    let machine = try server()
    try machine.addVendor("10_nvidia.json", "libEGL_nvidia.so.0")
    machine.libraries.insert("libEGL_nvidia.so.0")
    try machine.add("/usr/lib/x86_64-linux-gnu/libEGL_nvidia.so.570.86.10")
    try machine.link(
      "/usr/lib/x86_64-linux-gnu/libEGL_nvidia.so.0", to: "libEGL_nvidia.so.570.86.10")
    func load(_ version: String) throws {
      try machine.add(
        "/proc/driver/nvidia/version",
        text: "NVRM version: NVIDIA UNIX x86_64 Kernel Module  \(version)  Wed Apr 17\nGCC 12.2\n")
    }
    try load("570.86.10")
    #expect(machine.problems() == [])
    try load("550.54.15")
    #expect(
      machine.problems() == [
        """
        NVIDIA's kernel module is 550.54.15, but its EGL library is 570.86.10
        restart the machine, which loads the module of the installed version
        """
      ])
  }

  @Test("Nothing is reported about a GPU that draws")
  func works() throws {
    let machine = try server()
    machine.environment["container"] = "docker"
    let gpu = Machines.nvidia(0, cuda: 0).drawing("NVIDIA H200", vendor: "NVIDIA Corporation")
    #expect(machine.problems([gpu]) == [])
  }
}

@Suite("Nodes in /dev")
struct NodeProblemTests {
  private func laptop() throws -> FakeMachine {
    let machine = try FakeMachine()
    try machine.addMesa()
    try machine.add("/dev/dri/renderD128", "/dev/dri/card0")
    return machine
  }

  @Test("A render node without rights: the group of the node, by number in a container")
  func rights() throws {
    let machine = try laptop()
    try machine.nameGroup("render")
    machine.accessErrors = ["/dev/dri/renderD128": EACCES]
    let finding = "/dev/dri/renderD128 cannot be opened: Permission denied; its group is render"
    // The group root has no members, so another group must own the node.
    let fix =
      getegid() == 0
      ? "sudo chgrp render /dev/dri/renderD128, and add yourself to the group render"
      : "sudo usermod -aG render $USER, then log in again"
    #expect(machine.problems() == ["\(finding)\n\(fix)"])
    try machine.add("/run/.containerenv")
    #expect(
      machine.problems() == ["\(finding)\nstart the container with --group-add \(getegid())"])
  }

  @Test("The fix for a node of the group render")
  func renderGroup() {
    let node = DriverSurvey.Node(
      path: "/dev/dri/renderD128", error: EACCES, group: MachineFiles.Group(id: 104, name: "render")
    )
    #expect(
      node.problem(isContainer: false)
        == DriverProblem(
          "/dev/dri/renderD128 cannot be opened: Permission denied; its group is render",
          fix: "sudo usermod -aG render $USER, then log in again"))
  }

  @Test("A node that the container's rules forbid")
  func forbidden() throws {
    let machine = try laptop()
    machine.environment["container"] = "podman"
    machine.accessErrors = ["/dev/dri/renderD128": EPERM]
    #expect(
      machine.problems() == [
        """
        /dev/dri/renderD128 cannot be opened: Operation not permitted
        start the container with --device /dev/dri/renderD128
        """
      ])
  }

  @Test("A GPU that the kernel has, but whose node was not passed to the container")
  func hidden() throws {
    let machine = try FakeMachine()
    try machine.addMesa()
    for (name, driver) in [("renderD128", "amdgpu"), ("renderD129", "vgem"), ("card0", "amdgpu")] {
      try machine.link("/sys/class/drm/\(name)/device/driver", to: "../../drivers/\(driver)")
    }
    machine.environment["container"] = "docker"
    #expect(
      machine.problems([Machines.software(0).drawing("llvmpipe")]) == [
        """
        the kernel has a GPU (amdgpu), but /dev/dri/renderD128 does not exist
        start the container with --device /dev/dri
        """
      ])
    #expect(machine.problems([Device(address: .surfaceless).drawing("virgl (Intel)")]) == [])
  }

  @Test("WSL: the parts that are missing, one after the other")
  func wsl() throws {
    let machine = try FakeMachine()
    try machine.addMesa()
    try machine.add("/dev/dxg")
    machine.accessErrors = ["/dev/dxg": ENODEV]
    #expect(
      machine.problems() == ["/dev/dxg cannot be opened: No such device\nsudo chmod a+rw /dev/dxg"])
    machine.accessErrors = [:]
    let begin = "/dev/dxg exists (WSL), but"
    #expect(
      machine.problems() == [
        "\(begin) /usr/lib/wsl/lib/libd3d12.so does not\nrun wsl --update in Windows"
      ])
    try machine.add("/usr/lib/wsl/lib/libd3d12.so")
    #expect(
      machine.problems().first?.hasSuffix("\nexport LD_LIBRARY_PATH=/usr/lib/wsl/lib") == true)
    machine.libraries.insert("libd3d12.so")
    #expect(
      machine.problems() == [
        "\(begin) Mesa's driver d3d12 is missing\nsudo apt install libgl1-mesa-dri"
      ])
    try machine.add("/usr/lib/x86_64-linux-gnu/dri/d3d12_dri.so")
    #expect(
      machine.problems() == [
        "\(begin) no device draws with Mesa's driver d3d12\nexport GALLIUM_DRIVER=d3d12"
      ])
    let gpu = Device(address: .surfaceless).drawing("D3D12 (NVIDIA GeForce RTX 3060)")
    #expect(machine.problems([gpu]) == [])
    machine.environment["LIBGL_ALWAYS_SOFTWARE"] = "true"
    #expect(
      machine.problems() == [
        "LIBGL_ALWAYS_SOFTWARE=\"true\" makes OpenGL draw on the CPU\nunset LIBGL_ALWAYS_SOFTWARE"
      ])
  }
}

@Suite("Variables that hide GPUs")
struct VariableProblemTests {
  @Test("Variables that select a software rasterizer matter where there may be a GPU")
  func software() throws {
    let machine = try FakeMachine()
    try machine.addMesa()
    machine.environment = [
      "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe",
      "MESA_LOADER_DRIVER_OVERRIDE": "zink",
    ]
    #expect(machine.problems() == [])
    try machine.add("/dev/dri/renderD128")
    #expect(
      machine.problems() == [
        "LIBGL_ALWAYS_SOFTWARE=\"1\" makes OpenGL draw on the CPU\nunset LIBGL_ALWAYS_SOFTWARE",
        "GALLIUM_DRIVER=\"llvmpipe\" makes OpenGL draw on the CPU\nunset GALLIUM_DRIVER",
      ])
  }

  @Test("Lists of visible devices that hide GPUs from auto")
  func hidden() throws {
    let machine = try FakeMachine()
    try machine.addMesa()
    machine.environment["CUDA_VISIBLE_DEVICES"] = ""
    let order = try Machines.order(Machines.server, nil, machine.environment)
    let names = (0..<8).map { "egl:\($0)" }.joined(separator: ", ")
    #expect(
      machine.problems(rejections: order.rejections) == [
        "CUDA_VISIBLE_DEVICES=\"\" hides \(names) from auto\nunset CUDA_VISIBLE_DEVICES"
      ])
  }
}

@Suite("Errors of EGL")
struct EGLErrorFixTests {
  @Test(
    "Each error of a driver has a line that fixes it",
    arguments: [
      (.cannotInitialize(.init(code: 0x3001)), "EGL_NOT_INITIALIZED", "EGL_LOG_LEVEL=debug"),
      (.cannotInitialize(.init(code: 0x3003)), "EGL_BAD_ALLOC", "nvidia-smi"),
      (.cannotInitialize(.init(code: 0x3008)), "EGL_BAD_DISPLAY", "EGL_LOG_LEVEL=debug"),
      (.noDisplay(.init(code: 0x300C)), "EGL_BAD_PARAMETER", "update the driver"),
      (.noDisplay(.init(code: 0x3004)), "EGL_BAD_ATTRIBUTE", "update the driver"),
      (.noOpenGL(.init(code: 0x300C)), "EGL_BAD_PARAMETER", "--api gles"),
      (.noConfiguration(.init(code: 0x3005)), "EGL_BAD_CONFIG", "--backend software"),
      (
        .versionTooLow(api: .openGL, offered: "3.0", .init(code: 0x3009)), "EGL_BAD_MATCH",
        "--backend software"
      ),
      (.cannotMakeCurrent(.init(code: 0x3002)), "EGL_BAD_ACCESS", "release the context"),
      (.cannotMakeCurrent(.init(code: 0x3006)), "EGL_BAD_CONTEXT", "other context"),
      (.cannotMakeCurrent(.contextLost), "EGL_CONTEXT_LOST", "dmesg"),
    ] as [(Rejection.Reason, String, String)])
  func fixes(reason: Rejection.Reason, name: String, fix: String) throws {
    #expect(reason.description.contains(name))
    #expect(try #require(reason.fix).contains(fix), "\(reason.fix ?? "")")
    var device = Machines.nvidia(0, cuda: 0)
    device.rejection = Rejection(.egl(0), reason)
    let lines = EGLReport.devices([device], picked: nil).split(separator: "\n")
    #expect(lines.last?.hasPrefix("    fix: ") == true)
  }
}
