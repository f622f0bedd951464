import Foundation
import GlazeLayers

/// The documents in an archive or a folder, and which of them make up one image.
///
/// Observed in wallpapers, which are `NAME.wallpaper` folders, alone or deep inside `.tendies`
/// archives: each plane is a bundle whose name identifies the plane, and a `Wallpaper.plist` lists
/// the planes. Our choice: one wallpaper is shown, the first by its path; documents that are not
/// planes are shown one at a time; JSON files, which can be anything, are scenes only when no other
/// file is a document.
struct Container {
  /// A plane of a wallpaper, from the back to the front.
  enum Plane: Int, CaseIterable {
    case background, floating, foreground

    var name: String { "\(self)".capitalized }
  }

  /// A document in a container.
  struct Part {
    enum Kind { case bundle, file, lottie }

    /// The path in the container; empty for an archive of a bundle's contents.
    var path: String
    var kind: Kind
    var plane: Plane?
    /// The name by which the part is selected.
    var name = ""

    /// The folder whose files the part may name; an animation's are those of its container.
    var folder: String { kind == .lottie ? "" : path.folderPart }

    var stem: String { path.stemPart }

    /// Returns whether a file belongs to the part.
    func holds(_ file: String) -> Bool {
      let place = kind == .bundle ? path : folder
      return place.isEmpty || file == path || file.hasPrefix(place + "/")
    }
  }

  static let planesFile = "Wallpaper.plist"
  static let sceneFile = "scene.json"

  /// The parts, sorted by their folders and planes.
  private(set) var parts: [Part]

  /// - Parameters:
  ///   - files: the paths of all files.
  ///   - title: the container's name, for an archive of a bundle's contents.
  ///   - planes: reads a `Wallpaper.plist` and returns the planes by the names of their bundles.
  init(_ files: [String], title: String, planes: (String) -> [String: Plane]) {
    var found = Self.documents(in: files)
    let plists = Set(files.filter { $0.lastPart == Self.planesFile })
    let byFolder = Dictionary(
      uniqueKeysWithValues: plists.map { ($0.folderPart, planes($0)) })
    for index in found.indices {
      let part = found[index]
      let name = part.path.lastPart
      found[index].plane = byFolder[part.folder]?[name] ?? Self.plane(named: part.stem)
    }
    found.sort { Self.order($0) < Self.order($1) }
    let folders = Set(found.map(\.folder))
    for index in found.indices {
      let part = found[index]
      let own = part.plane?.name ?? (part.path.isEmpty ? title : part.stem)
      found[index].name = folders.count > 1 ? part.folder.stemPart + "/" + own : own
    }
    parts = found
  }

  private static func order(_ part: Part) -> (String, Int, String) {
    (part.folder, part.plane?.rawValue ?? -1, part.path)
  }

  private static func documents(in files: [String]) -> [Part] {
    let animations = LottieManifest.animations(in: files)
    if !animations.isEmpty { return animations.map { Part(path: $0, kind: .lottie) } }
    var bundles: Set<String> = []
    for file in files {
      let name = file.lastPart
      let folder = file.folderPart
      let isIndex = name == BundleIndex.fileName && folder.lowercased().hasSuffix(".ca")
      if isIndex || name == BundleIndex.defaultDocument { bundles.insert(folder) }
    }
    let alone = files.filter { file in
      let ending = file.endingPart
      return ["caml", "caar"].contains(ending) && !isInside(file, of: bundles)
    }
    let outer = bundles.filter { $0.isEmpty || !isInside($0, of: bundles) }
    let found =
      outer.map { Part(path: $0, kind: .bundle) } + alone.map { Part(path: $0, kind: .file) }
    return found.isEmpty ? scenes(in: files).map { Part(path: $0, kind: .file) } : found
  }

  /// Returns the JSON files with the fewest folders above them; if any has the usual name, only
  /// those.
  private static func scenes(in files: [String]) -> [String] {
    let all = files.filter { $0.endingPart == "json" }
    func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    let least = all.map(depth).min()
    let outer = all.filter { depth($0) == least }
    let scenes = outer.filter { $0.lastPart == sceneFile }
    return scenes.isEmpty ? outer : scenes
  }

  /// Returns whether one of the folders above a path is in `folders`.
  private static func isInside(_ path: String, of folders: Set<String>) -> Bool {
    var folder = path
    while !folder.isEmpty {
      folder = folder.folderPart
      if folders.contains(folder) { return true }
    }
    return false
  }

  private static func plane(named name: String) -> Plane? {
    Plane.allCases.first { name.range(of: $0.name, options: .caseInsensitive) != nil }
  }

  // MARK: Choice

  /// Returns the container with a part in front of the others.
  func startingWith(_ name: String?) -> Container {
    var result = self
    guard let index = parts.firstIndex(where: { $0.stem == name }) else { return result }
    result.parts.insert(result.parts.remove(at: index), at: 0)
    return result
  }

  /// Returns the parts of one image, from the back to the front.
  ///
  /// - Parameter wanted: a part's name or the last component of it, its path, or its wallpaper; nil
  ///   for the first wallpaper, or for the first document when there are no wallpapers.
  func selection(_ wanted: String?) -> [Part] {
    guard let wanted = wanted?.lowercased() else {
      guard let plane = parts.first(where: { $0.plane != nil }) else {
        return Array(parts.prefix(1))
      }
      return parts.filter { $0.folder == plane.folder && $0.plane != nil }
    }
    return parts.filter { part in
      [
        part.name, part.stem, part.plane?.name ?? "", part.path,
        part.folder.isEmpty ? "" : part.folder.stemPart,
      ].contains { !$0.isEmpty && $0.lowercased() == wanted }
    }
  }
}

extension Container.Plane {
  /// Returns the planes that a `Wallpaper.plist` names, by the names of their bundles; none for a
  /// file that is not a property list.
  static func planes(in source: SourceText) -> [String: Self] {
    var result: [String: Self] = [:]
    for (key, value) in texts(in: source) {
      // The key is `floatingAnimationFileName`, or the same followed by `Key`.
      guard key.contains("AnimationFileName"),
        let plane = allCases.first(where: { key.hasPrefix("\($0)") })
      else { continue }
      result[value.trimmingCharacters(in: .whitespacesAndNewlines)] = plane
    }
    return result
  }

  /// Returns all strings with their keys, at any depth.
  private static func texts(in source: SourceText) -> [(key: String, value: String)] {
    if source.bytes.starts(with: BinaryPropertyList.magic) {
      return (try? BinaryPropertyList(source.bytes).labelledTexts()) ?? []
    }
    guard let document = try? XMLBuilder.parse(source) else { return [] }
    var result: [(String, String)] = []
    for (index, element) in document.elements.enumerated()
    where element.name == "key" && element.end < document.elements.count
      && document.elements[element.end].name == "string"
    {
      result.append((document.texts[index] ?? "", document.texts[element.end] ?? ""))
    }
    return result
  }
}

extension Container {
  /// The limits of a folder on the disk.
  struct FolderLimits {
    var entries = 20_000
    var depth = 16
  }

  /// Returns the paths of all files in a folder; links to folders are not followed.
  static func files(
    in folder: String, limits: FolderLimits = FolderLimits()
  ) throws(DocumentError) -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: folder) else { return [] }
    var files: [String] = []
    var count = 0
    while let path = walk.nextObject() as? String {
      count += 1
      guard count <= limits.entries, path.split(separator: "/").count <= limits.depth else {
        throw DocumentError(
          .archiveTooLarge("it holds more than \(limits.entries) files, or \(limits.depth) levels"),
          at: Location(file: folder))
      }
      if walk.fileAttributes?[.type] as? FileAttributeType != .typeDirectory { files.append(path) }
    }
    return files
  }
}
