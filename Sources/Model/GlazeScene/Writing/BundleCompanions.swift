import Foundation

/// The files of a bundle that Glaze does not read: scripts, editors' notes, unused images.
struct BundleCompanions {
  /// The largest number of files that are copied along; there is also a limit in bytes.
  private static let fileLimit = 10_000
  private static let byteLimit = 1 << 30

  let folder: String
  let index: BundleIndex

  /// The entries of the index that Glaze does not know.
  var indexEntries: [(String, String)] { index.others.map { ($0.key, $0.value) } }

  /// Returns the files by their paths in the folder; links that lead outside are not followed.
  func files() -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    var total = 0
    let scope = FileScope(base: folder, root: folder)
    for name in FileManager.default.enumerator(atPath: folder) ?? FileManager.DirectoryEnumerator()
    {
      guard let name = name as? String, name != index.rootDocument, ImageFiles.isHarmless(name),
        case .file(let path) = scope.resolve(name), let bytes = try? FileReader.read(path)
      else { continue }
      total += bytes.count
      guard result.count < Self.fileLimit, total <= Self.byteLimit else { break }
      result[name] = bytes
    }
    return result
  }
}
