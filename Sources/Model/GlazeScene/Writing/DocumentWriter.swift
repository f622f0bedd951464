import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers

/// The file format of a written document.
package enum DocumentFormat: String, Sendable, CaseIterable {
  /// A folder `NAME.ca` with `index.xml`, `main.caml` and the images.
  case bundle = "ca"
  /// One CAML file with embedded images.
  case caml
  /// One JSON scene with embedded images.
  case json
  /// One keyed archive with embedded images.
  case archive = "caar"
}

/// The decisions that are made before the first byte is written.
struct WritingPlan {
  var builder = FormBuilder()
  let states: StateForms

  init(_ contents: DocumentContents) {
    let named = StateForms.named(in: contents.states)
    let tree = StateForms.layers(below: [contents.root])
    let all = StateForms.layers(below: [contents.root] + named.added)
    let followed = all.flatMap { Self.followed(by: $0) }
    builder.ids = Self.ids(of: all, called: named.all + followed)
    states = StateForms(contents.states, tree: Set(tree.map { ObjectIdentifier($0) }), &builder)
  }

  /// Returns the layers that the animations of a layer follow.
  private static func followed(by layer: CALayer) -> [CALayer] {
    var result: [CALayer] = []
    var pending = layer.attachedAnimations.map(\.animation)
    while let animation = pending.popLast() {
      if let source = (animation as? CAMatchMoveAnimation)?.sourceLayer { result.append(source) }
      pending += (animation as? CAAnimationGroup)?.animations ?? []
    }
    return result
  }

  /// Returns the identifiers from the document, and new ones for layers that other objects refer
  /// to.
  private static func ids(
    of layers: [CALayer], called named: [CALayer]
  ) -> [ObjectIdentifier: String] {
    var ids: [ObjectIdentifier: String] = [:]
    var taken: Set<String> = []
    for layer in layers {
      if let id = layer.keepsake?.id, taken.insert(id).inserted {
        ids[ObjectIdentifier(layer)] = id
      }
    }
    var number = 0
    for layer in named where ids[ObjectIdentifier(layer)] == nil {
      repeat { number += 1 } while !taken.insert("#\(number)").inserted
      ids[ObjectIdentifier(layer)] = "#\(number)"
    }
    return ids
  }
}

/// Writes documents to files.
package struct DocumentWriter {
  private let contents: DocumentContents

  package init(_ contents: DocumentContents) {
    self.contents = contents
  }

  /// Returns the document as a JSON scene whose images stay in their files, for readers in this
  /// folder.
  package func jsonInPlace() -> (text: String, notes: [String]) {
    let images = ImageFiles(.inPlace, source: contents.images)
    return JSONWriter.write(contents, WritingPlan(contents), images: images)
  }

  /// Returns the document as one file.
  package func text(as format: DocumentFormat) -> (text: String, notes: [String]) {
    let images = ImageFiles(.embedded, source: contents.images)
    return format == .json
      ? JSONWriter.write(contents, WritingPlan(contents), images: images)
      : CAMLWriter.write(contents, WritingPlan(contents), images: images, isAlone: true)
  }

  /// Writes the document, which never appears incomplete, and replaces an existing file.
  ///
  /// - Returns: Descriptions of the content that the format cannot hold.
  /// - Throws: Foundation's errors for files.
  package func write(to path: String, as format: DocumentFormat) throws -> [String] {
    let url = URL(fileURLWithPath: path)
    switch format {
    case .bundle:
      let files = bundle()
      try Self.replace(path, with: files.files)
      return files.notes
    case .archive:
      try contents.archived().write(to: url, options: .atomic)
      return archiveNotes
    case .caml, .json:
      let result = text(as: format)
      try Data(result.text.utf8).write(to: url, options: .atomic)
      return result.notes
    }
  }

  /// Descriptions of the content that archives cannot hold.
  private var archiveNotes: [String] {
    StateForms.layers(below: [contents.root]).contains { FormBuilder.drawnImage(of: $0) != nil }
      ? ["archives cannot hold the drawings of layers; they are omitted"] : []
  }

  /// Returns the files of a bundle, by their paths in its folder.
  package func bundle() -> (files: [String: [UInt8]], notes: [String]) {
    let images = ImageFiles(.beside, source: contents.images)
    let caml = CAMLWriter.write(contents, WritingPlan(contents), images: images, isAlone: false)
    for (path, bytes) in contents.companions?.files() ?? [:] { images.add(path, bytes) }
    var files = images.files
    files[BundleIndex.defaultDocument] = Array(caml.text.utf8)
    files[BundleIndex.fileName] = Array(index.utf8)
    return (files, caml.notes)
  }

  private var index: String {
    func number(_ value: CGFloat) -> String { "<real>\(NumberText.text(value.native))</real>" }
    var pairs = [
      ("documentHeight", number(contents.size.height)),
      ("documentWidth", number(contents.size.width)),
      ("geometryFlipped", contents.isGeometryFlipped ? "<true/>" : "<false/>"),
    ]
    if let loop = contents.loop {
      pairs += [
        ("loopEnd", number(loop.upperBound)), ("loopStart", number(loop.lowerBound)),
        ("loopingEnabled", "<true/>"),
      ]
    }
    pairs.append(("rootDocument", "<string>\(BundleIndex.defaultDocument)</string>"))
    pairs += contents.companions?.indexEntries ?? []
    let lines = pairs.sorted { $0.0 < $1.0 }.map {
      "  <key>\(XMLText.escaped($0.0))</key>\n  \($0.1)\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(lines.joined())</dict>
      </plist>

      """
  }

  /// Writes a new folder completely, then renames it to replace the old one.
  private static func replace(_ path: String, with files: [String: [UInt8]]) throws {
    let manager = FileManager.default
    if let there = try? manager.contentsOfDirectory(atPath: path), !there.isEmpty,
      !there.contains(BundleIndex.fileName), !there.contains(BundleIndex.defaultDocument)
    {
      throw DocumentError(.notABundle, at: Location(file: path))
    }
    let target = URL(fileURLWithPath: path).standardizedFileURL
    let folder = target.deletingLastPathComponent()
    let fresh = folder.appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString)")
    do {
      for (name, bytes) in files {
        let file = fresh.appendingPathComponent(name)
        try manager.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
      guard manager.fileExists(atPath: target.path) else {
        return try manager.moveItem(at: fresh, to: target)
      }
      let old = folder.appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString)")
      try manager.moveItem(at: target, to: old)
      do {
        try manager.moveItem(at: fresh, to: target)
      } catch {
        try? manager.moveItem(at: old, to: target)
        throw error
      }
      try manager.removeItem(at: old)
    } catch {
      try? manager.removeItem(at: fresh)
      throw error
    }
  }
}
