import Foundation

/// The files, rights and libraries of a machine that decide which drivers libEGL finds.
///
/// A test passes a folder in place of `/`, and its own rights and libraries. All paths are those of
/// the machine: they do not contain the folder.
package struct MachineFiles: Sendable {
  /// A group of users.
  package struct Group: Sendable, Hashable {
    var id: UInt32
    /// The name in `/etc/group`; nil when the group has none, as is usual in containers.
    var name: String?
  }

  /// The folder that stands for `/`.
  private let root: String
  /// Returns the error of opening a node as errno; nil when the process may read and write it.
  let accessError: @Sendable (String) -> Int32?
  /// Returns the dynamic linker's error for a library; nil when it can be loaded.
  let loadError: @Sendable (String) -> String?

  /// The files of this machine.
  package static let here = MachineFiles(
    root: "/",
    accessError: { access($0, R_OK | W_OK) == 0 ? nil : errno },
    // The library stays loaded: libEGL has loaded it already, and some drivers crash when they are
    // unloaded.
    loadError: { name in
      if dlopen(name, RTLD_LAZY | RTLD_LOCAL) != nil { return nil }
      return dlerror().map { String(cString: $0) } ?? "unknown reason"
    })

  package init(
    root: String, accessError: @escaping @Sendable (String) -> Int32?,
    loadError: @escaping @Sendable (String) -> String?
  ) {
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
    self.accessError = accessError
    self.loadError = loadError
  }

  /// Whether a file, a node or a folder exists; a link counts only with its target.
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }

  /// The names in a folder, sorted; none for a missing folder.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []).sorted()
  }

  /// The content of a file; nil when it cannot be read.
  func data(of path: String) -> Data? { FileManager.default.contents(atPath: root + path) }

  /// The target of a symbolic link as it is written; nil for anything else.
  func linkTarget(of path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: root + path)
  }

  /// The group of a node; nil when the node is missing.
  func group(of path: String) -> Group? {
    var status = stat()
    guard stat(root + path, &status) == 0 else { return nil }
    let lines = data(of: "/etc/group").map { String(decoding: $0, as: UTF8.self) } ?? ""
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count > 2, UInt32(fields[2]) == status.st_gid else { continue }
      return Group(id: status.st_gid, name: String(fields[0]))
    }
    return Group(id: status.st_gid, name: nil)
  }

  /// The folders in which libraries are installed.
  var libraryFolders: [String] {
    let plain = ["/usr/lib64", "/usr/lib", "/usr/local/lib"]
    let triples = names(in: "/usr/lib").filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)" }
    return triples + plain
  }
}
