import Foundation

/// The folder in which Mesa keeps compiled shaders.
///
/// Mesa maps its files into memory. If the disk is full, writing to them ends the process with a signal.
struct ShaderCacheFolder {
  /// The number of bytes that must be free on the disk.
  private static let leastRoom = 64 << 20
  private static let switchName = "MESA_SHADER_CACHE_DISABLE"

  /// Disables Mesa's cache if its folder is not writable or its disk is nearly full, unless the environment
  /// sets the switch.
  static func leaveWhereUnfit(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    guard variables[switchName] == nil, let folder = ShaderCacheFolder(variables) else { return }
    if !folder.isWritable || folder.room < leastRoom { setenv(switchName, "true", 0) }
  }

  let path: String

  /// - Returns: nil if no variable names the folder.
  init?(_ variables: [String: String]) {
    func folder(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let own = folder("MESA_SHADER_CACHE_DIR") {
      path = own
    } else if let caches = folder("XDG_CACHE_HOME") {
      path = caches
    } else if let home = folder("HOME") {
      path = home + "/.cache"
    } else {
      return nil
    }
  }

  /// The folder, or its nearest existing parent: Mesa makes the rest.
  private var existing: String {
    var path = path
    while access(path, F_OK) != 0, path.count > 1 {
      path = (path as NSString).deletingLastPathComponent
    }
    return path.isEmpty ? "." : path
  }

  var isWritable: Bool { access(existing, W_OK) == 0 }

  /// The number of free bytes on the disk.
  var room: Int {
    var facts = statvfs()
    guard statvfs(existing, &facts) == 0 else { return 0 }
    let (bytes, overflows) = Int(clamping: facts.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: facts.f_frsize))
    return overflows ? .max : bytes
  }
}
