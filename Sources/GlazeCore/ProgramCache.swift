public import Foundation
import Glibc

extension Renderer {
  /// Where programs keep what can be made again, for renderers that are given it as `programCache`: the
  /// folder `glaze` in `$XDG_CACHE_HOME`, or in `~/.cache`.
  ///
  /// Nil when neither is known, and in programs that run with the rights of another user than who started
  /// them. Nothing is made or looked at. Source: XDG Base Directory Specification.
  public static var standardProgramCache: URL? {
    standardProgramFolder.map { URL(fileURLWithPath: $0, isDirectory: true) }
  }

  package static var standardProgramFolder: String? {
    // With the rights of another user the environment is not to be trusted.
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    return programFolder { name in getenv(name).map { String(cString: $0) } }
  }

  package static func programFolder(_ variable: (String) -> String?) -> String? {
    // Relative paths are to be ignored.
    if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/glaze" }
    if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.cache/glaze" }
    return nil
  }
}
