import CGlazeServe
import Foundation

/// The sandbox that keeps a worker from files and networks outside its task.
///
/// Namespaces leave it no network and a folder of limited size; Landlock restricts the files that can be read and
/// written; seccomp removes the system calls that drawing does not need, sockets first. All bind all later threads,
/// and the programs that they start, permanently.
package struct Sandbox: Sendable {
  /// The behavior on kernels without a feature.
  package enum Need: String, Sendable, CaseIterable {
    /// Workers draw only with all features.
    case required
    /// The available features are used and reported.
    case available
    case none
  }

  /// The features that bind a worker.
  package struct Report: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The version of Landlock; 0 if the kernel has none.
    package var landlock = 0
    package var seccomp = false
    /// Namespaces of its own for users, networks, mounts and IPC.
    package var namespaces = false
    /// A folder of limited size, which ends with the worker.
    package var folder = false
    /// A limit of processes and threads.
    package var processes = false

    private var features: [(name: String, isThere: Bool)] {
      [
        (landlock > 0 ? "landlock \(landlock)" : "landlock", landlock > 0), ("seccomp", seccomp),
        ("namespaces", namespaces), ("folder of limited size", folder),
        ("limit of processes", processes),
      ]
    }
    /// The features that the system lacks.
    var missing: [String] { features.filter { !$0.isThere }.map(\.name) }

    package var description: String {
      features.map { $0.isThere ? $0.name : "no " + $0.name }.joined(separator: ", ")
    }
  }

  /// The files that drawing reads: libraries, fonts, and descriptions of the system.
  ///
  /// All of /proc, because libdispatch ends a process that cannot read `/proc/THREAD/stat`, and threads have no number
  /// before they exist. Other processes' data remains closed: Landlock forbids tracing them without
  /// capabilities.
  private static let readable = [
    "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.preload",
    "/etc/alternatives", "/etc/OpenCL", "/etc/glvnd", "/etc/ffmpeg", "/etc/localtime",
    "/var/cache/fontconfig", "/proc", "/sys/devices", "/sys/fs/cgroup", "/sys/class/drm",
    "/sys/dev/char", "/sys/bus/pci",
  ]
  private static let fontFolders = [
    ".fonts", ".fonts.conf", ".fonts.conf.d", ".local/share/fonts", ".config/fontconfig",
    ".cache/fontconfig",
  ]
  private static let devices = [
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/dri",
    "/dev/nvidia0", "/dev/nvidia1", "/dev/nvidia2", "/dev/nvidia3", "/dev/nvidiactl",
    "/dev/nvidia-modeset", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools", "/dev/nvidia-caps",
    "/proc/driver/nvidia",
  ]

  package var need: Need
  /// The folder that the worker may write to.
  package var folder: String
  /// The size of that folder, in bytes, where the kernel can limit it; 0 for no limit.
  package var folderSize: Int
  /// Paths that may be read besides the usual ones.
  package var alsoReadable: [String]

  /// The most files in the folder: those of the largest form with its folders, and some more.
  private static let fileLimit: UInt64 = 16_384

  package init(_ need: Need, folder: String, folderSize: Int, alsoReadable: [String] = []) {
    self.need = need
    self.folder = folder
    self.folderSize = folderSize
    self.alsoReadable = alsoReadable
  }

  /// Binds this process, which must have one thread.
  ///
  /// - Throws: `ServeError` if the kernel lacks a required feature, or a feature has no effect.
  package func enter() throws(ServeError) -> Report {
    var report = Report()
    guard need != .none else { return report }
    let isolation = glaze_isolate(folder, UInt64(folderSize), Self.fileLimit)
    report.namespaces = Int(isolation) & GLAZE_ISOLATED != 0
    report.folder = Int(isolation) & GLAZE_ISOLATED_FOLDER != 0
    glaze_drop_capabilities()
    report.processes = report.namespaces && glaze_limit_processes(Self.processLimit)
    if try bindFiles() { report.landlock = Int(glaze_landlock_version()) }
    report.seccomp = glaze_seccomp_bind()
    let lacks = [
      report.landlock == 0 ? "Landlock (Linux 5.13)" : nil, report.seccomp ? nil : "seccomp",
    ].compactMap { $0 }
    if need == .required, !lacks.isEmpty {
      throw ServeError(
        "this kernel lacks \(lacks.joined(separator: " and ")); use --sandbox available to draw without it"
      )
    }
    try prove(report)
    return report
  }

  /// Threads count too; drawing and encoders take a few for each core.
  private static var processLimit: UInt32 {
    UInt32(clamping: 256 + 16 * ProcessInfo.processInfo.activeProcessorCount)
  }

  private func bindFiles() throws(ServeError) -> Bool {
    guard glaze_landlock_version() > 0 else { return false }
    let rules = glaze_landlock_make()
    guard rules >= 0 else { return false }
    defer { close(rules) }
    func allow(_ path: String, _ rights: Int) -> Bool {
      glaze_landlock_allow(rules, path, UInt32(truncatingIfNeeded: rights))
    }
    let home = ProcessInfo.processInfo.environment["HOME"]
    let fonts = home.map { home in Self.fontFolders.map { home + "/" + $0 } } ?? []
    // Many of them do not exist on this machine.
    for path in Self.readable {
      _ = allow(path, GLAZE_PATH_READ | GLAZE_PATH_EXECUTE)
    }
    for path in fonts { _ = allow(path, GLAZE_PATH_READ) }
    for path in Self.devices {
      _ = allow(path, GLAZE_PATH_READ | GLAZE_PATH_DEVICE)
    }
    for path in alsoReadable
    where !allow(path, GLAZE_PATH_READ | GLAZE_PATH_EXECUTE) {
      throw ServeError("--read \(path): \(String(cString: strerror(errno)))")
    }
    let writing = GLAZE_PATH_READ | GLAZE_PATH_WRITE
    guard allow(folder, writing) else { return false }
    return glaze_landlock_bind(rules)
  }

  /// Tries forbidden operations, to verify that the sandbox works.
  private func prove(_ report: Report) throws(ServeError) {
    if report.landlock > 0 {
      let others = ["/", "/etc/passwd", "/proc/\(getppid())/environ"].filter { path in
        !alsoReadable.contains { path.hasPrefix($0) }
      }
      for path in others {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file < 0 else {
          close(file)
          throw ServeError("Landlock is on, but \(path) can be read")
        }
      }
    }
    if report.seccomp {
      for domain in [AF_INET, AF_INET6, AF_UNIX] {
        let made = socket(domain, Int32(SOCK_STREAM.rawValue), 0)
        guard made < 0 else {
          close(made)
          throw ServeError("seccomp is on, but sockets can be made")
        }
      }
    }
  }
}
