import Foundation

/// The facts about a machine that explain why a GPU is missing in the list of devices.
///
/// It is read from files, rights and environment variables, and starts no driver. `problems` returns
/// the reasons.
package struct DriverSurvey: Sendable, Hashable {
  /// A device node.
  struct Node: Sendable, Hashable {
    var path: String
    /// The reason why the process may not use it, as errno; nil when it may.
    var error: Int32?
    var group: MachineFiles.Group?
  }

  /// A GPU that the kernel knows, but that has no node in `/dev/dri`.
  struct HiddenGPU: Sendable, Hashable {
    /// The path that its node should have.
    var path: String
    /// The kernel's driver.
    var driver: String
  }

  /// The parts of WSL's driver: Direct3D 12 of the Windows host.
  struct WSL: Sendable, Hashable {
    var node: Node
    /// Whether the host's libraries are mounted at `/usr/lib/wsl/lib`.
    var hasLibraries: Bool
    /// The dynamic linker's error for `libd3d12.so`; nil when it can be loaded.
    var loadError: String?
    /// Whether Mesa has a driver for it.
    var hasMesaDriver: Bool
  }

  let environment: [String: String]
  /// Whether the process runs in a container.
  let isContainer: Bool
  let vendorPlace: VendorPlace
  let vendorFiles: [VendorFile]
  /// The nodes of NVIDIA's GPUs: `/dev/nvidia0` and so on.
  let nvidiaNodes: [Node]
  /// Whether `/dev/nvidiactl` exists, which NVIDIA's driver needs too.
  let hasNVIDIAControl: Bool
  /// The version of NVIDIA's kernel module; nil when it is not loaded.
  let nvidiaModule: String?
  /// The version of NVIDIA's EGL library, from the name of its file; nil when it is missing.
  let nvidiaLibrary: String?
  /// The render nodes of `/dev/dri`.
  let renderNodes: [Node]
  let hiddenGPUs: [HiddenGPU]
  /// The parts of WSL's driver; nil without `/dev/dxg`.
  let wsl: WSL?

  /// Reads the facts.
  package init(
    _ files: MachineFiles = .here,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.environment = environment
    isContainer = Self.isContainer(files, environment)
    vendorPlace = VendorPlace(environment)
    vendorFiles = vendorPlace.vendorFiles(files)
    nvidiaNodes = Self.numbered("nvidia", in: "/dev", files)
    hasNVIDIAControl = files.exists("/dev/nvidiactl")
    nvidiaModule = Self.nvidiaModule(files)
    nvidiaLibrary = Self.nvidiaLibrary(files)
    renderNodes = Self.numbered("renderD", in: "/dev/dri", files)
    hiddenGPUs = Self.hiddenGPUs(files)
    wsl = Self.wsl(files, environment)
  }

  /// Whether there is a node of a GPU.
  var hasNodes: Bool { !nvidiaNodes.isEmpty || !renderNodes.isEmpty || wsl != nil }

  private static func isContainer(
    _ files: MachineFiles, _ environment: [String: String]
  ) -> Bool {
    ["/.dockerenv", "/run/.containerenv"].contains { files.exists($0) }
      || ["container", "KUBERNETES_SERVICE_HOST", "NVIDIA_VISIBLE_DEVICES"]
        .contains { environment[$0] != nil }
  }

  /// The nodes of a folder whose name is a prefix and a number, in the order of the numbers.
  private static func numbered(
    _ prefix: String, in folder: String, _ files: MachineFiles
  ) -> [Node] {
    let numbers = files.names(in: folder).compactMap { name in
      name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }
    return numbers.sorted().map { node("\(folder)/\(prefix)\($0)", files) }
  }

  private static func node(_ path: String, _ files: MachineFiles) -> Node {
    Node(path: path, error: files.accessError(path), group: files.group(of: path))
  }

  private static func nvidiaModule(_ files: MachineFiles) -> String? {
    let text = files.data(of: "/proc/driver/nvidia/version").map {
      String(decoding: $0, as: UTF8.self)
    }
    let line = text?.split(separator: "\n").first { $0.hasPrefix("NVRM version") }
    return (line?.firstMatch(of: /\b[0-9]{3}\.[0-9.]*[0-9]\b/)?.output).map(String.init)
  }

  private static func nvidiaLibrary(_ files: MachineFiles) -> String? {
    let name = "libEGL_nvidia.so.0"
    for path in files.libraryFolders.map({ "\($0)/\(name)" }) where files.exists(path) {
      guard let target = files.linkTarget(of: path), let range = target.range(of: ".so.") else {
        continue
      }
      return String(target[range.upperBound...])
    }
    return nil
  }

  /// GPUs in sysfs, which containers see even if no device was passed to them.
  private static func hiddenGPUs(_ files: MachineFiles) -> [HiddenGPU] {
    files.names(in: "/sys/class/drm").compactMap { name in
      let link = "/sys/class/drm/\(name)/device/driver"
      guard name.hasPrefix("renderD"), !files.exists("/dev/dri/\(name)"),
        let driver = files.linkTarget(of: link)?.split(separator: "/").last
      else { return nil }
      // NVIDIA's driver has nodes of its own; the others are not GPUs.
      if ["nvidia", "vgem", "vkms"].contains(driver) { return nil }
      return HiddenGPU(path: "/dev/dri/\(name)", driver: String(driver))
    }
  }

  private static func wsl(_ files: MachineFiles, _ environment: [String: String]) -> WSL? {
    guard files.exists("/dev/dxg") else { return nil }
    let places = (environment["LIBGL_DRIVERS_PATH"] ?? "").split(separator: ":").map(String.init)
    let folders = places + files.libraryFolders.map { "\($0)/dri" }
    // Newer versions of Mesa have all drivers in one library.
    let hasMesaDriver =
      folders.contains { files.exists("\($0)/d3d12_dri.so") }
      || files.libraryFolders.contains { folder in
        files.names(in: folder).contains { $0.hasPrefix("libgallium") }
      }
    return WSL(
      node: node("/dev/dxg", files), hasLibraries: files.exists("/usr/lib/wsl/lib/libd3d12.so"),
      loadError: files.loadError("libd3d12.so"), hasMesaDriver: hasMesaDriver)
  }
}
