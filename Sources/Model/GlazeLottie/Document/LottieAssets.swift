import Foundation
import GlazeGeometry
import GlazeScene

/// The assets of a document, by their names.
final class LottieAssets {
  private var nodes: [String: LottieNode] = [:]
  /// The names of the assets that are images, in the order of the document.
  private(set) var imageNames: [String] = []
  private let store: AssetStore
  private let reader: PropertyReader
  /// Images that replace those of the document.
  private let replacements: [String: CGImage]
  /// The folders, before a file's name, in which a container can have images.
  private let folders: [String]

  init(
    _ list: [LottieNode], store: AssetStore, reader: PropertyReader,
    replacements: [String: CGImage], folders: [String]
  ) {
    (self.store, self.reader) = (store, reader)
    (self.replacements, self.folders) = (replacements, folders)
    for node in list {
      guard let name = node["id"]?.text, nodes[name] == nil else { continue }
      nodes[name] = node
      if node["layers"] == nil { imageNames.append(name) }
    }
  }

  subscript(name: String) -> LottieNode? { nodes[name] }

  /// Returns the image of an asset; nil when it cannot be read, which is reported.
  func image(_ name: String) throws(DocumentError) -> CGImage? {
    if let image = replacements[name] { return image }
    guard let given = nodes[name] else { return nil }
    let asset = given["sid"] == nil ? given : reader.resolved(given)
    guard let file = asset["p"]?.text ?? given["p"]?.text else { return nil }
    if file.hasPrefix("data:") {
      return try store.image(.init(name: .plain(file)), at: given.location)
    }
    let folder = (asset["u"] ?? given["u"])?.text ?? ""
    let base = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    // Inside of a container the folder of the document is another one.
    let names = folders.isEmpty ? [base + file] : folders.map { $0 + file } + [base + file, file]
    let known = names.first { store.exists($0) } ?? names[0]
    return try store.image(.init(name: .percentEncoded(known)), at: given.location)
  }
}
