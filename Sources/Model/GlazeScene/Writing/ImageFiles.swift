import Foundation
import GlazeDrawing
import GlazeGeometry

/// The images of a document that is being written: their locations, and the names that it uses for
/// them.
final class ImageFiles {
  enum Placement {
    /// In the document itself, as addresses with the data.
    case embedded
    /// In files next to the document.
    case beside
    /// Nowhere: images are described, for comparison.
    case described
    /// In their own files, for a document that is read in the folder in which it is written.
    case inPlace
  }

  /// A document's reference to an image.
  struct Reference {
    /// An unescaped path, or an address with the data.
    var path: String
    var meaning = ImageRequest.Meaning.color
    var tint: SIMD4<Float>?

    /// The reference in CAML, which expects an address.
    var address: String {
      path.hasPrefix("data:") ? path : path.replacingOccurrences(of: "%", with: "%25")
    }
  }

  private let placement: Placement
  private let source: ImageSource?
  private var known: [ObjectIdentifier: (image: CGImage, reference: Reference)] = [:]
  /// The files next to the document, by path.
  private(set) var files: [String: [UInt8]] = [:]
  private var counter = 0

  init(_ placement: Placement, source: ImageSource?) {
    self.placement = placement
    self.source = source
  }

  /// Adds a file of the document that is copied along.
  func add(_ path: String, _ bytes: [UInt8]) {
    if files[path] == nil { files[path] = bytes }
  }

  func reference(to image: CGImage) -> Reference? {
    if placement == .described { return Reference(path: Self.description(of: image)) }
    if let known = known[ObjectIdentifier(image)] { return known.reference }
    guard let reference = original(of: image) ?? encoded(image) else { return nil }
    known[ObjectIdentifier(image)] = (image, reference)
    return reference
  }

  /// Returns the size of an image, and a hash of its pixels.
  private static func description(of image: CGImage) -> String {
    // The hash is FNV-1a.
    let sum = image.pixels.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "image \(image.width) x \(image.height) (\(String(sum, radix: 16)))"
  }

  /// Returns the file that an image was read from.
  private func original(of image: CGImage) -> Reference? {
    guard let source, let request = source.request(for: image) else { return nil }
    // Documents cannot express an image of alpha alone with a color.
    if request.meaning == .alphaOnly, request.tint != nil { return nil }
    var result = Reference(path: "", meaning: request.meaning, tint: request.tint)
    if placement == .inPlace, let path = source.path(of: request.name) {
      result.path = path
      return result
    }
    guard let bytes = source.bytes(of: request.name) else { return nil }
    result.path = place(bytes, named: request.name.plainPath)
    return result
  }

  private func encoded(_ image: CGImage) -> Reference? {
    guard let bytes = try? PNG.encode(image) else { return nil }
    return Reference(path: place(bytes, named: nil))
  }

  private func place(_ bytes: [UInt8], named name: String?) -> String {
    let type = Self.type(of: bytes)
    guard placement == .beside else {
      return "data:image/\(type.media);base64,\(Data(bytes).base64EncodedString())"
    }
    if let name, Self.isHarmless(name), files[name].map({ $0 == bytes }) ?? true {
      files[name] = bytes
      return name
    }
    var path: String
    repeat {
      path = "assets/image\(counter).\(type.suffix)"
      counter += 1
    } while files[path] != nil
    files[path] = bytes
    return path
  }

  /// Returns whether a name stays inside the document's folder and does not replace its other
  /// files.
  static func isHarmless(_ name: String) -> Bool {
    let steps = name.split(separator: "/", omittingEmptySubsequences: false)
    return !name.hasPrefix("data:") && !name.isEmpty && !name.utf8.contains(0)
      && steps.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
      && ![BundleIndex.fileName, BundleIndex.defaultDocument].contains(name)
  }

  private static func type(of bytes: [UInt8]) -> (media: String, suffix: String) {
    if bytes.starts(with: [0xFF, 0xD8]) { return ("jpeg", "jpg") }
    if bytes.starts(with: "GIF8".utf8) { return ("gif", "gif") }
    if bytes.count > 12, bytes[8..<12].elementsEqual("WEBP".utf8) { return ("webp", "webp") }
    return ("png", "png")
  }
}

/// The sources of a document's images.
///
/// It does not retain the images: those that layers no longer show can be released.
package final class ImageSource {
  private struct Origin {
    weak var image: CGImage?
    let request: ImageRequest
  }

  private let origins: [ObjectIdentifier: Origin]
  private let assets: AssetStore

  package init(_ assets: AssetStore) {
    self.assets = assets
    origins = Dictionary(
      assets.images.map { (ObjectIdentifier($1), Origin(image: $1, request: $0)) }
    ) { first, _ in first }
    assets.forget()
  }

  func request(for image: CGImage) -> ImageRequest? {
    guard let origin = origins[ObjectIdentifier(image)], origin.image === image else { return nil }
    return origin.request
  }

  /// Returns nil when the file no longer exists.
  func bytes(of name: ImageRequest.Name) -> [UInt8]? { assets.bytes(of: name) }

  /// Returns the path relative to the current folder; nil for a source that is not a file.
  func path(of name: ImageRequest.Name) -> String? { assets.path(of: name) }
}

extension ImageRequest.Name {
  /// The name as a path, without escapes.
  var plainPath: String {
    switch self {
    case .plain(let text): text
    case .percentEncoded(let text): text.removingPercentEncoding ?? text
    }
  }
}
