import Foundation

/// Finds programs of the system.
package enum ProgramPath {
  /// Returns the path of a program in `PATH`; nil when there is no executable one.
  package static func find(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 && !isFolder($0) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
