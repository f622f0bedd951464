import Foundation

/// The folder in which Mesa keeps compiled shaders.
///
/// Mesa maps its files into memory: where their disk is full, writing to them ends the process with a signal.
struct ShaderCacheFolder {
  /// Bytes that must be free on its disk.
  private static let leastRoom = 64 << 20
  private static let switchName = "MESA_SHADER_CACHE_DISABLE"

  /// Has Mesa keep nothing where its folder cannot be written or its disk is nearly full, unless somebody said
  /// what Mesa has to do.
  static func leaveWhereUnfit(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    guard variables[switchName] == nil, let folder = ShaderCacheFolder(variables) else { return }
    if !folder.isWritable || folder.room < leastRoom { setenv(switchName, "true", 0) }
  }

  let path: String

  /// - Returns: nil when no variable tells where the folder is.
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

  /// The folder, or what of the way to it is there: the rest is made by Mesa.
  private var existing: String {
    var path = path
    while access(path, F_OK) != 0, path.count > 1 {
      path = (path as NSString).deletingLastPathComponent
    }
    return path.isEmpty ? "." : path
  }

  var isWritable: Bool { access(existing, W_OK) == 0 }

  /// Bytes that are free on its disk.
  var room: Int {
    var facts = statvfs()
    guard statvfs(existing, &facts) == 0 else { return 0 }
    let (bytes, overflows) = Int(clamping: facts.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: facts.f_frsize))
    return overflows ? .max : bytes
  }
}
