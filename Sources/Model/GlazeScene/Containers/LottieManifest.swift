/// The manifest of a dotLottie container, a zip archive of Lottie documents.
///
/// Source: the dotLottie specification, versions 1 and 2.
struct LottieManifest {
  static let fileName = "manifest.json"

  /// The name of the animation that is shown first; nil for the first one.
  private(set) var initial: String?

  /// Reads a manifest; nil for bytes that are not one.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(SourceText(name: Self.fileName, bytes: bytes)) else {
      return nil
    }
    func text(_ node: Int?) -> String? {
      node.flatMap { json.kind(of: $0) == .string ? json.string(at: $0) : nil }
    }
    let chosen = json.value(of: 0, key: "initial").flatMap { json.value(of: $0, key: "animation") }
    initial = text(chosen) ?? text(json.value(of: 0, key: "activeAnimationId"))
    if initial == nil, let list = json.value(of: 0, key: "animations"),
      json.kind(of: list) == .array, let first = json.firstChild(of: list)
    {
      initial = text(json.value(of: first, key: "id"))
    }
  }

  /// Returns the animations of a container; none when it has no manifest.
  static func animations(in files: [String]) -> [String] {
    guard files.contains(fileName) else { return [] }
    return files.filter { file in
      file.endingPart == "json" && ["animations", "a"].contains(file.folderPart)
    }
  }
}

extension JSONInput {
  private static let themeFolders = ["t", "themes"]

  /// Adds the images and the themes of a container.
  mutating func add(_ archive: ArchiveFiles) {
    imageFolders = ["images/", "i/"]
    let found = archive.paths.filter {
      $0.endingPart == "json" && Self.themeFolders.contains($0.folderPart)
    }
    themes = found.map(\.stemPart)
    readTheme = { name throws(DocumentError) in
      guard let path = found.first(where: { $0.stemPart == name }), let bytes = archive[path] else {
        return nil
      }
      return try JSONParser.parse(SourceText(name: path, bytes: bytes))
    }
  }
}
