import Foundation

/// A file by which libglvnd's libEGL finds a driver, such as `10_nvidia.json`.
package struct VendorFile: Sendable, Hashable {
  /// The reason why libEGL does not get a driver from the file.
  enum Failure: Sendable, Hashable {
    /// The file does not exist or cannot be read.
    case unreadable
    /// The file names no library.
    case namesNoLibrary
    /// The library cannot be loaded: the dynamic linker's reason, and the symbolic link with the
    /// missing target that causes it.
    case cannotLoad(String, link: DanglingLink?)
  }

  /// A symbolic link to a file that does not exist.
  struct DanglingLink: Sendable, Hashable {
    var path: String
    var target: String
  }

  let path: String
  /// The library that the file names; nil when it names none.
  let library: String?
  /// The reason why libEGL does not get a driver from it; nil when the library can be loaded.
  let failure: Failure?

  /// Whether the library is NVIDIA's.
  var isNVIDIA: Bool { library?.contains("libEGL_nvidia") ?? false }

  init(_ path: String, _ files: MachineFiles) {
    self.path = path
    guard let data = files.data(of: path) else {
      library = nil
      failure = .unreadable
      return
    }
    library = (try? JSONDecoder().decode(Contents.self, from: data))?.driver.library
    guard let library else {
      failure = .namesNoLibrary
      return
    }
    failure = files.loadError(library).map {
      .cannotLoad($0, link: Self.danglingLink(to: library, files))
    }
  }

  /// The keys of the JSON that lead to the library's name.
  private struct Contents: Decodable {
    struct Driver: Decodable {
      var library: String
      enum CodingKeys: String, CodingKey { case library = "library_path" }
    }
    var driver: Driver
    enum CodingKeys: String, CodingKey { case driver = "ICD" }
  }

  /// The link by which a library is installed although its file is missing.
  private static func danglingLink(to library: String, _ files: MachineFiles) -> DanglingLink? {
    let paths =
      library.hasPrefix("/") ? [library] : files.libraryFolders.map { "\($0)/\(library)" }
    for path in paths where !files.exists(path) {
      if let target = files.linkTarget(of: path) { return DanglingLink(path: path, target: target) }
    }
    return nil
  }
}

/// The place where libglvnd's libEGL searches for vendor files.
package enum VendorPlace: Sendable, Hashable {
  /// `__EGL_VENDOR_LIBRARY_FILENAMES`, which names the files.
  case files([String])
  /// `__EGL_VENDOR_LIBRARY_DIRS`, which names the folders.
  case folders([String])
  /// The standard folders.
  case standard

  static let standardFolders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]

  /// Reads the variables; as in libglvnd, the first one wins, even when it is empty.
  init(_ environment: [String: String]) {
    func list(_ variable: String) -> [String]? {
      environment[variable]?.split(separator: ":").map(String.init)
    }
    if let files = list(Self.filesVariable) {
      self = .files(files)
    } else if let folders = list(Self.foldersVariable) {
      self = .folders(folders)
    } else {
      self = .standard
    }
  }

  static let filesVariable = "__EGL_VENDOR_LIBRARY_FILENAMES"
  static let foldersVariable = "__EGL_VENDOR_LIBRARY_DIRS"

  /// The variable that names the place; nil for the standard folders.
  var variable: String? {
    switch self {
    case .files: Self.filesVariable
    case .folders: Self.foldersVariable
    case .standard: nil
    }
  }

  /// The vendor files, in the order in which libEGL reads them.
  func vendorFiles(_ files: MachineFiles) -> [VendorFile] {
    let paths =
      switch self {
      case .files(let paths): paths
      case .folders(let folders): Self.paths(in: folders, files)
      case .standard: Self.paths(in: Self.standardFolders, files)
      }
    return paths.map { VendorFile($0, files) }
  }

  private static func paths(in folders: [String], _ files: MachineFiles) -> [String] {
    folders.flatMap { folder in
      files.names(in: folder).filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    }
  }
}
