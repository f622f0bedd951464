public import Foundation
import Glibc

extension Renderer {
  /// The standard folder for cached shader programs, to pass as `programCache`: `glaze` in
  /// `$XDG_CACHE_HOME`, or in `~/.cache`.
  ///
  /// Nil when neither is known, and in programs that run with the rights of another user than the
  /// one who started them. The folder is neither created nor read here. Source: XDG Base Directory
  /// Specification.
  public static var standardProgramCache: URL? {
    standardProgramFolder.map { URL(fileURLWithPath: $0, isDirectory: true) }
  }

  package static var standardProgramFolder: String? {
    // With the rights of another user the environment cannot be trusted.
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    return programFolder { name in getenv(name).map { String(cString: $0) } }
  }

  package static func programFolder(_ variable: (String) -> String?) -> String? {
    // The specification requires to ignore relative paths.
    if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/glaze" }
    if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.cache/glaze" }
    return nil
  }
}
