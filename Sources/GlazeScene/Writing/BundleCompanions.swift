import Foundation

/// What lies in a bundle besides what Glaze reads: scripts, notes of editors, pictures that nothing shows.
struct BundleCompanions {
  /// More files than this, or more bytes, are not carried along.
  private static let fileLimit = 10_000
  private static let byteLimit = 1 << 30

  let folder: String
  let index: BundleIndex

  /// What the index says that Glaze does not know.
  var indexEntries: [(String, String)] { index.others.map { ($0.key, $0.value) } }

  /// The files by their paths in the folder; none from outside, whatever links say.
  func files() -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    var total = 0
    let scope = FileScope(base: folder, root: folder)
    for name in FileManager.default.enumerator(atPath: folder) ?? FileManager.DirectoryEnumerator()
    {
      guard let name = name as? String, name != index.rootDocument, PictureFiles.isHarmless(name),
        case .file(let path) = scope.resolve(name), let bytes = try? FileReader.read(path)
      else { continue }
      total += bytes.count
      guard result.count < Self.fileLimit, total <= Self.byteLimit else { break }
      result[name] = bytes
    }
    return result
  }
}
