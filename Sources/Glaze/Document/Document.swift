public import Foundation
public import GlazeGeometry
public import GlazeLayers
package import GlazeScene

/// A document that was read: a tree of layers, the canvas that it is shown on, and the states that it can
/// be in.
///
/// ```swift
/// let document = try Document(contentsOf: URL(fileURLWithPath: "Lock.ca"))
/// for warning in document.diagnostics { print(warning) }
/// try document.setState("Locked")
/// let session = try RenderSession(
///   document.rootLayer, renderer: renderer, options: document.renderOptions)
/// ```
///
/// `.ca` folders, `.caml` files, `.caar` archives and JSON scenes are read, and containers of these: folders
/// and zip or tar archives such as `.tendies`, which are never unpacked to the disk. What is inside decides,
/// not the name.
/// The layers belong to the thread that draws them, like all layers.
public final class Document {
  /// What reading may do.
  public struct Options: Sendable, Hashable {
    /// The folder that no file named by a JSON scene or a loose `.caml` may lie outside of.
    ///
    /// nil, the default, lets a JSON scene name any file, and confines a `.caml` to its own folder. A `.ca`
    /// folder is always confined to itself.
    public var assetRoot: URL?
    /// Whether y points down around the root, whatever the document says; default nil: as it says.
    public var isGeometryFlipped: Bool?
    /// Whether a warning is thrown as an error; default false.
    public var isStrict = false
    /// Which of the documents in a container is read: one of `Document.parts`, the name of a plane, or that
    /// of a wallpaper.
    ///
    /// nil, the default, reads the planes of the first wallpaper as one document, or the first document when
    /// there is none.
    public var part: String?

    /// Trusts the document.
    public init() {}
  }

  /// The root layer; its frame starts at (0, 0), and its bounds are the canvas.
  public let rootLayer: CALayer
  /// The canvas, in points.
  public let size: CGSize
  /// Whether y points down around the root.
  public let isGeometryFlipped: Bool
  /// What is behind the root; nil is nothing.
  public let background: CGColor?
  /// The scene's name, or that of its file without the extension.
  public let name: String
  /// Warnings, in the order of the text, one of each kind.
  public let diagnostics: [Diagnostic]
  /// The part of time that is played again and again, in seconds; nil when time goes on.
  public let loop: Range<CFTimeInterval>?
  /// What the documents are called in the container that this was read from, `Background` or `Floating` among
  /// them; empty for a document by itself.
  public let parts: [String]
  private let stateController: LKStateController?
  package let contents: DocumentContents

  /// Reads a document from a folder or a file.
  ///
  /// - Parameters:
  ///   - url: of a `.ca` folder, of a file of XML or JSON or an archive, or of a folder of such.
  ///   - options: what reading may do.
  /// - Throws: `GlazeError.Code.document`, or `missingLibrary` where the system lacks a library that reads it;
  ///   the underlying error is a `Diagnostic` with the place.
  public convenience init(
    contentsOf url: URL, options: Options = Options()
  ) throws(GlazeError) {
    guard url.isFileURL else {
      throw GlazeError(.document, "\(url.absoluteString): only files can be read")
    }
    try self.init(path: url.path, options: options)
  }

  /// Reads a document from a folder or a file, which messages name as it is named here.
  package convenience init(path: String, options: Options = Options()) throws(GlazeError) {
    try self.init { () throws(DocumentError) in
      try Self.reader(options).read(path: path)
    }
  }

  /// Reads a document from memory.
  ///
  /// - Parameters:
  ///   - data: XML, JSON or an archive.
  ///   - name: stands for the file in messages.
  ///   - baseURL: the folder where names of files in the document start from; nil, the default, gives the
  ///     document no files: those that it names are missing.
  ///   - options: what reading may do.
  /// - Throws: `GlazeError.Code.document`, or `missingLibrary` where the system lacks a library that reads it;
  ///   the underlying error is a `Diagnostic` with the place.
  public convenience init(
    data: Data, name: String = "document", baseURL: URL? = nil, options: Options = Options()
  ) throws(GlazeError) {
    try self.init { () throws(DocumentError) in
      try Self.reader(options).read(data, name: name, folder: baseURL?.path)
    }
  }

  private convenience init(
    _ read: () throws(DocumentError) -> DocumentContents
  ) throws(GlazeError) {
    do throws(DocumentError) {
      self.init(try read())
    } catch {
      let code: GlazeError.Code = error.problem.isMissingLibrary ? .missingLibrary : .document
      throw GlazeError(code, error.description, underlying: Diagnostic(error))
    }
  }

  package init(_ contents: DocumentContents) {
    self.contents = contents
    rootLayer = contents.root
    size = contents.size
    isGeometryFlipped = contents.isGeometryFlipped
    background = contents.background
    name = contents.name
    diagnostics = contents.diagnostics.map(Diagnostic.init)
    loop = contents.loop
    parts = contents.parts
    stateController = contents.states
  }

  private static func reader(_ options: Options) -> DocumentReader {
    DocumentReader(
      options: DocumentReader.Options(
        assetRoot: options.assetRoot?.path, isFlipped: options.isGeometryFlipped,
        isStrict: options.isStrict, part: options.part))
  }

  // MARK: Drawing

  /// How the document wants to be drawn: its canvas, its background and where y points.
  public var renderOptions: RenderOptions {
    var options = RenderOptions(background: background, isGeometryFlipped: isGeometryFlipped)
    options.extent = size
    return options
  }

  /// How long the document moves after the commit, in seconds: 0 when nothing is animated, and infinity
  /// when something never ends.
  ///
  /// It is that of the animations which the layers have now: states add theirs.
  ///
  /// - Complexity: O(layers).
  public var duration: CFTimeInterval { loop == nil ? rootLayer.animationEnd : .infinity }

  /// The moment that is shown at a time after the commit, in seconds: the time itself unless a part of
  /// time is played again and again.
  public func moment(at time: CFTimeInterval) -> CFTimeInterval {
    FrameTimes.moment(time, in: loop)
  }

  // MARK: States

  /// The names of the states that the document can be in, in its order.
  public var states: [String] { stateController?.states.map(\.name) ?? [] }

  /// The state that the document is in; nil, the default, for the layers' own values.
  public var state: String? { stateController?.state }

  /// Goes to a state.
  ///
  /// - Parameters:
  ///   - name: nil leaves all states.
  ///   - animated: whether the document's transition is played; it begins with the next commit.
  /// - Throws: `GlazeError.Code.unknownName` when there is no such state; nothing has changed then.
  public func setState(_ name: String?, animated: Bool = false) throws(GlazeError) {
    let controller = stateController ?? LKStateController(states: [])
    do throws(LKStateError) {
      try controller.setState(name, animated: animated)
    } catch {
      let code: GlazeError.Code = if case .unknown = error { .unknownName } else { .document }
      throw GlazeError(code, error.description, underlying: error)
    }
  }
}
