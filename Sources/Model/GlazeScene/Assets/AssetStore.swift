import Foundation
import GlazeDrawing
package import GlazeGeometry
import GlazeLayers

/// Loads the images of one document, each file once.
package final class AssetStore {
  private enum Decoded {
    case image(CGImage)
    /// There is nothing to show, and that was already reported.
    case nothing
  }

  private struct FileKey: Hashable {
    var path: String
    var isLuminance: Bool
  }

  private let scope: FileScope
  private let log: DiagnosticLog
  /// The files that are embedded in the document, by name.
  private let embedded: [String: [UInt8]]
  private var requests: [ImageRequest: Decoded] = [:]
  private var files: [FileKey: Decoded] = [:]

  init(scope: FileScope, log: DiagnosticLog, embedded: [String: [UInt8]] = [:]) {
    self.scope = scope
    self.log = log
    self.embedded = embedded
  }

  /// Returns an image.
  ///
  /// When its file is missing, damaged or of a kind that is not read, reports a warning and returns
  /// nil.
  ///
  /// - Throws: `pathLeadsOut`.
  package func image(
    _ request: ImageRequest, at location: @autoclosure () -> Location
  ) throws(DocumentError) -> CGImage? {
    if case .image(let image)? = requests[request] { return image }
    if case .nothing? = requests[request] { return nil }
    guard let image = try load(request, at: location()) else {
      requests[request] = .nothing
      return nil
    }
    let changed = image.tinted(request.tint, alphaOnly: request.meaning == .alphaOnly)
    requests[request] = .image(changed)
    return changed
  }

  private func load(
    _ request: ImageRequest, at location: @autoclosure () -> Location
  ) throws(DocumentError) -> CGImage? {
    if let data = DataAddress(request.name.text) {
      guard let bytes = data.bytes else {
        let problem = Problem.missingAsset(request.name.title, reason: "it is truncated or damaged")
        log.warn(problem, at: location())
        return nil
      }
      return try decode(bytes, request, at: location())
    }
    let inside = embedded[request.name.text]
    guard let path = try inside == nil ? find(request.name, at: location()) : request.name.text
    else { return nil }
    let isLuminance = request.meaning == .luminanceIsAlpha
    let key = FileKey(path: path, isLuminance: isLuminance)
    switch files[key] {
    case .image(let image): return image
    case .nothing: return nil
    case nil: break
    }
    var bytes = inside
    if bytes == nil { bytes = try read(path, request.name.text, at: location()) }
    let image: CGImage? = if let bytes { try decode(bytes, request, at: location()) } else { nil }
    files[key] = image.map(Decoded.image) ?? .nothing
    return image
  }

  private func read(
    _ path: String, _ name: String, at location: @autoclosure () -> Location
  ) throws(DocumentError) -> [UInt8]? {
    do {
      return try scope.read(path)
    } catch {
      switch error {
      case .unreadable(let reason):
        log.warn(.missingAsset(name, reason: reason), at: location())
      case .tooLarge:
        let reason = "it is larger than \(FileReader.limit >> 20) MiB"
        log.warn(.missingAsset(name, reason: reason), at: location())
      }
      return nil
    }
  }

  private func decode(
    _ bytes: [UInt8], _ request: ImageRequest, at location: @autoclosure () -> Location
  ) throws(DocumentError) -> CGImage? {
    do {
      let meaning: ImageDecoder.Meaning =
        request.meaning == .luminanceIsAlpha ? .luminanceAsAlpha : .color
      var problems: [ImageError] = []
      let image = try ImageDecoder.decode(bytes, name: request.name.title, as: meaning) {
        problems.append($0)
      }
      for problem in problems { log.warn(.badAsset(problem), at: location()) }
      return image
    } catch {
      if error.isMissingLibrary { throw DocumentError(.badAsset(error), at: location()) }
      // An unreadable image must not keep the rest of the document from being shown.
      log.warn(.badAsset(error), at: location())
      return nil
    }
  }

  /// Returns whether a document may read a file with this name, and it exists.
  package func exists(_ name: String) -> Bool { place(of: .percentEncoded(name)) != nil }

  // MARK: Writing

  /// All requested images.
  var images: [(ImageRequest, CGImage)] {
    requests.compactMap { request, decoded in
      if case .image(let image) = decoded { (request, image) } else { nil }
    }
  }

  /// Releases the images that no layer shows, after the document was read.
  func forget() {
    requests = [:]
    files = [:]
  }

  /// Reads a file of the document again; returns nil when it no longer exists.
  func bytes(of name: ImageRequest.Name) -> [UInt8]? {
    if let data = DataAddress(name.text) { return data.bytes }
    if let inside = embedded[name.text] { return inside }
    return place(of: name).flatMap { try? scope.read($0) }
  }

  /// Returns the path of a file on the disk; nil for a file inside the document or its archive, and
  /// for one that no longer exists.
  func path(of name: ImageRequest.Name) -> String? {
    guard scope.archive == nil, DataAddress(name.text) == nil, embedded[name.text] == nil else {
      return nil
    }
    return place(of: name)
  }

  private func place(of name: ImageRequest.Name) -> String? {
    for spelling in Self.spellings(of: name) {
      if case .file(let path) = scope.resolve(spelling) { return path }
    }
    return nil
  }

  // MARK: Names

  /// Returns the real path of a file, under any of the possible spellings of its name.
  private func find(
    _ name: ImageRequest.Name, at location: @autoclosure () -> Location
  ) throws(DocumentError) -> String? {
    var reason = ""
    for spelling in Self.spellings(of: name) {
      switch scope.resolve(spelling) {
      case .file(let path): return path
      case .leadsOut: throw DocumentError(.pathLeadsOut(spelling), at: location())
      case .missing(let why): if reason.isEmpty { reason = why }
      }
    }
    log.warn(.missingAsset(name.text, reason: reason), at: location())
    return nil
  }

  /// Addresses are tried decoded first.
  ///
  /// Archives made on a Mac hold decomposed Unicode names, which a Linux file system distinguishes
  /// from composed ones.
  private static func spellings(of name: ImageRequest.Name) -> [String] {
    var plain: [String]
    switch name {
    case .plain(let text): plain = [text]
    case .percentEncoded(let text):
      let path = text.hasPrefix("file://") ? String(text.dropFirst("file://".count)) : text
      plain = [path.removingPercentEncoding ?? path, path]
    }
    plain += plain.flatMap {
      [$0.precomposedStringWithCanonicalMapping, $0.decomposedStringWithCanonicalMapping]
    }
    // Equal Swift strings can have different bytes, and the bytes matter here.
    var seen: Set<[UInt8]> = []
    return plain.filter { seen.insert(Array($0.utf8)).inserted }
  }
}
