public import Foundation
public import GlazeCore
public import GlazeGeometry
public import GlazeLayers
import GlazeScene

extension Document {
  /// What a document is written as.
  public struct Format: RawRepresentable, Sendable, Hashable {
    /// The extension of its name.
    public let rawValue: String
    /// Makes a format of an extension.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A folder with `main.caml`, `index.xml` and the pictures, as Apple's programs write it.
    public static let bundle = Format(rawValue: "ca")
    /// One file of CAML that holds its pictures.
    public static let caml = Format(rawValue: "caml")
    /// One JSON scene that holds its pictures.
    public static let json = Format(rawValue: "json")
    /// One keyed archive that holds its pictures; what Glaze does not know, the background and the loop are lost.
    public static let archive = Format(rawValue: "caar")
    /// All formats.
    public static let all = [bundle, caml, json, archive]
  }

  /// Makes a document of layers that a program made, so that they can be written.
  ///
  /// The layers are not copied: what is written is what they are then. A layer that draws itself is written with
  /// the picture that it drew last, and states with the layers' own values.
  ///
  /// - Parameters:
  ///   - rootLayer: its bounds are the canvas.
  ///   - name: of the document.
  ///   - isGeometryFlipped: whether y points down around the root; default true, as in `RenderOptions`.
  ///   - background: what is behind the root; nil is nothing.
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

  /// Writes the document, with its pictures, animations and states, and with all that a file said of it and Glaze
  /// does not know.
  ///
  /// The document is written as it is without a state. It appears complete or not at all; what is there is
  /// replaced, but for a folder that holds something else than a document.
  ///
  /// - Parameters:
  ///   - url: of a file, or of a folder for a bundle.
  ///   - format: nil, the default, takes that of the name.
  /// - Returns: what the format cannot hold, in sentences; empty when all is written.
  /// - Throws: `GlazeError.Code.unknownName` for a format that there is not, `.writing` for what files say.
  @discardableResult
  public func write(to url: URL, format: Format? = nil) throws(GlazeError) -> [String] {
    let name = format?.rawValue ?? url.pathExtension.lowercased()
    guard let format = DocumentFormat(rawValue: name) else {
      let known = Format.all.map { "." + $0.rawValue }.joined(separator: ", ")
      throw GlazeError(
        .unknownName, "\(url.path): documents are written as \(known), not as \"\(name)\"")
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
  /// A layer with its sublayers as a document, which can be written: the file is the bug report.
  ///
  /// Layers that have to draw themselves do so first.
  ///
  /// - Parameters:
  ///   - layer: its bounds are the canvas.
  ///   - options: where y points, and what is behind the layer.
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
  /// The layer, its sublayers and masks, with theirs.
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
