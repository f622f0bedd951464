public import Foundation
public import GlazeCore
public import GlazeGeometry
public import GlazeLayers
import GlazeScene

extension Document {
  /// The file format of a written document.
  public struct Format: RawRepresentable, Sendable, Hashable {
    /// The file extension.
    public let rawValue: String
    /// Makes a format from a file extension.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A folder with `main.caml`, `index.xml` and the images, as Apple's applications write it.
    public static let bundle = Format(rawValue: "ca")
    /// One CAML file with embedded images.
    public static let caml = Format(rawValue: "caml")
    /// One JSON scene with embedded images.
    public static let json = Format(rawValue: "json")
    /// One keyed archive with embedded images; content that Glaze does not know, the background and
    /// the loop are lost.
    public static let archive = Format(rawValue: "caar")
    /// All formats.
    public static let all = [bundle, caml, json, archive]
  }

  /// Makes a document from existing layers, so that they can be written.
  ///
  /// The layers are not copied, and are written with their values at the time of writing. A layer
  /// that draws itself is written with its last drawing, and states with the layers' own values.
  ///
  /// - Parameters:
  ///   - rootLayer: the root layer, whose bounds are the canvas.
  ///   - name: the name of the document.
  ///   - isGeometryFlipped: whether y points down around the root; default true, as in
  ///     `RenderOptions`.
  ///   - background: the color behind the root; nil for none.
  ///   - states: the states of the tree; nil for none.
  public convenience init(
    rootLayer: CALayer, name: String = "document", isGeometryFlipped: Bool = true,
    background: CGColor? = nil, states: LKStateController? = nil
  ) {
    self.init(
      DocumentContents(
        root: rootLayer, size: rootLayer.bounds.size, isGeometryFlipped: isGeometryFlipped,
        background: background, name: name, states: states))
  }

  /// Writes the document, with its images, animations and states, and with the content of its file
  /// that Glaze does not know.
  ///
  /// The document is written in its appearance without a state. It never appears incomplete. An
  /// existing file is replaced, but not a folder that holds something other than a document.
  ///
  /// - Parameters:
  ///   - url: the URL of a file, or of a folder for a bundle.
  ///   - format: the format; nil, the default, uses the extension of the name.
  /// - Returns: descriptions of the content that the format cannot hold; empty when everything is
  ///   written.
  /// - Throws: `GlazeError.Code.unknownName` for an unknown format, `.writing` for a file error.
  @discardableResult
  public func write(to url: URL, format: Format? = nil) throws(GlazeError) -> [String] {
    let name = format?.rawValue ?? url.pathExtension.lowercased()
    guard let format = DocumentFormat(rawValue: name) else {
      let known = Format.all.map { "." + $0.rawValue }.joined(separator: ", ")
      throw GlazeError(
        .unknownName, "\(url.path): the format \"\(name)\" is unknown; use one of \(known)")
    }
    let state = state
    if state != nil { try setState(nil) }
    defer { if let state { try? setState(state) } }
    do {
      return try DocumentWriter(contents).write(to: url.path, as: format)
    } catch {
      let reason = (error as? DocumentError)?.problem.description ?? error.localizedDescription
      throw GlazeError(.writing, "\(url.path): \(reason)")
    }
  }
}

extension Snapshot {
  /// Returns a layer with its sublayers as a document, which can be written, for example for a bug
  /// report.
  ///
  /// Layers that need to draw themselves do so first.
  ///
  /// - Parameters:
  ///   - layer: the layer, whose bounds are the canvas.
  ///   - options: the direction of y, and the background.
  ///   - states: the states of the tree; nil for none.
  public static func document(
    of layer: CALayer, options: RenderOptions = RenderOptions(), states: LKStateController? = nil
  ) -> Document {
    for layer in layer.withDescendants { layer.displayIfNeeded() }
    return Document(
      rootLayer: layer, name: layer.name ?? "document",
      isGeometryFlipped: options.isGeometryFlipped,
      background: options.background, states: states)
  }
}

extension CALayer {
  /// The layer and all its descendants, masks included.
  fileprivate var withDescendants: [CALayer] {
    var result: [CALayer] = []
    var rest = [self]
    while let layer = rest.popLast() {
      result.append(layer)
      rest += (layer.sublayers ?? []) + (layer.mask.map { [$0] } ?? [])
    }
    return result
  }
}
