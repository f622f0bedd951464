public import Foundation
import GlazeCommit
public import GlazeGeometry
public import GlazeLayers
import GlazeLottie
package import GlazeScene

/// A document that was read: a layer tree, the canvas that shows it, and its states.
///
/// ```swift
/// let document = try Document(contentsOf: URL(fileURLWithPath: "Lock.ca"))
/// for warning in document.diagnostics { print(warning) }
/// try document.setState("Locked")
/// let session = try RenderSession(
///   document.rootLayer, renderer: renderer, options: document.renderOptions)
/// ```
///
/// It reads `.ca` folders, `.caml` files, `.caar` archives and JSON scenes, and containers of
/// these: folders and zip or tar archives such as `.tendies`, which are never unpacked to the disk.
/// The contents decide, not the name. The layers belong to the thread that draws them, like all
/// layers.
public final class Document {
  /// The options of reading.
  public struct Options: Sendable, Hashable {
    /// The folder that contains all files that a JSON scene or a loose `.caml` may name.
    ///
    /// nil, the default, lets a JSON scene name any file, and confines a `.caml` to its own folder.
    /// A `.ca` folder is always confined to itself.
    public var assetRoot: URL?
    /// A Boolean value that indicates whether y points down around the root and overrides the
    /// document; default nil, which uses the document's value.
    public var isGeometryFlipped: Bool?
    /// A Boolean value that indicates whether a warning is thrown as an error; default false.
    public var isStrict = false
    /// The document in a container that is read: one of `Document.parts`, the name of a plane, or
    /// that of a wallpaper.
    ///
    /// nil, the default, reads the planes of the first wallpaper as one document, or the first
    /// document when there is none.
    public var part: String?

    /// The marker of a Lottie document whose part is read; nil, the default, reads all of it.
    public var marker: String?
    /// The theme of a dotLottie container whose values replace those of slots; nil, the default,
    /// uses the document's own values.
    public var theme: String?
    /// Values that replace those of the slots of a Lottie document, by the names of the slots; texts
    /// also by the names of text layers.
    ///
    /// A value is JSON of the slot's kind (`3`, `[1, 0, 0]`, or a property with keyframes), a color
    /// such as `#FF8000`, or a text.
    public var slots: [String: String] = [:]
    /// Images that replace those of a Lottie document, by the names of `Lottie.images`; default
    /// none.
    ///
    /// An image fills the area of the one that it replaces.
    public var images: [String: CGImage] = [:]

    /// Makes options that trust the document.
    public init() {}
  }

  /// The root layer; its frame starts at (0, 0), and its bounds are the canvas.
  ///
  /// The animations of the document stay in its layers when they end, so that any time can be drawn
  /// in any order. Glaze's own choice; animations that states or programs add are removed as usual.
  public let rootLayer: CALayer
  /// The canvas, in points.
  public let size: CGSize
  /// A Boolean value that indicates whether y points down around the root.
  public let isGeometryFlipped: Bool
  /// The color behind the root; nil for none.
  public let background: CGColor?
  /// The scene's name, or the name of its file without the extension.
  public let name: String
  /// The warnings, in the order of the text, one of each kind.
  public let diagnostics: [Diagnostic]
  /// The repeated range of time, in seconds; nil when time goes on.
  public let loop: Range<CFTimeInterval>?
  /// The names of the documents in the container that this one was read from, such as `Background`
  /// or `Floating`; empty for a single document.
  public let parts: [String]
  private let stateController: LKStateController?
  package let contents: DocumentContents

  /// Reads a document from a folder or a file.
  ///
  /// - Parameters:
  ///   - url: the URL of a `.ca` folder, of a file of XML or JSON or an archive, or of a folder of
  ///     such.
  ///   - options: the options of reading.
  /// - Throws: `GlazeError.Code.document`, or `missingLibrary` when a required library is not
  ///   installed; the underlying error is a `Diagnostic` with the location.
  public convenience init(
    contentsOf url: URL, options: Options = Options()
  ) throws(GlazeError) {
    guard url.isFileURL else {
      throw GlazeError(.document, "\(url.absoluteString): only files can be read")
    }
    try self.init(path: url.path, options: options)
  }

  /// Reads a document from a folder or a file, which messages name by this path.
  package convenience init(path: String, options: Options = Options()) throws(GlazeError) {
    try self.init { () throws(DocumentError) in
      try Self.reader(options).read(path: path)
    }
  }

  /// Reads a document from memory.
  ///
  /// - Parameters:
  ///   - data: XML, JSON or an archive.
  ///   - name: the name of the file in messages.
  ///   - baseURL: the folder that file names in the document start from; nil, the default, gives
  ///     the document no files, so that those that it names are missing.
  ///   - options: the options of reading.
  /// - Throws: `GlazeError.Code.document`, or `missingLibrary` when a required library is not
  ///   installed; the underlying error is a `Diagnostic` with the location.
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
    rootLayer.keepAnimations()
  }

  private static func reader(_ options: Options) -> DocumentReader {
    var lottie = LottieOptions()
    lottie.marker = options.marker
    lottie.theme = options.theme
    lottie.slots = options.slots
    lottie.images = options.images
    var result = DocumentReader.Options(
      assetRoot: options.assetRoot?.path, isFlipped: options.isGeometryFlipped,
      isStrict: options.isStrict, part: options.part)
    result.formats = [LottieReader(options: lottie)]
    return DocumentReader(options: result)
  }

  // MARK: Drawing

  /// The options for drawing the document: its canvas, its background and the direction of y.
  public var renderOptions: RenderOptions {
    var options = RenderOptions(background: background, isGeometryFlipped: isGeometryFlipped)
    options.extent = size
    return options
  }

  /// The duration of the document's animations after the commit, in seconds: 0 without animations,
  /// and infinity when one never ends.
  ///
  /// It covers the animations that the layers currently have; states add theirs.
  ///
  /// - Complexity: O(layers).
  public var duration: CFTimeInterval { loop == nil ? rootLayer.animationEnd : .infinity }

  /// Returns the time that is shown at a time after the commit, in seconds: the same time, unless a
  /// range of time repeats.
  public func moment(at time: CFTimeInterval) -> CFTimeInterval {
    FrameTimes.moment(time, in: loop)
  }

  // MARK: States

  /// The names of the document's states, in its order.
  public var states: [String] { stateController?.states.map(\.name) ?? [] }

  /// The current state; nil, the default, for the layers' own values.
  public var state: String? { stateController?.state }

  /// Selects a state.
  ///
  /// - Parameters:
  ///   - name: the name of the state; nil leaves all states.
  ///   - animated: whether the document's transition is played; it begins with the next commit.
  /// - Throws: `GlazeError.Code.unknownName` when there is no such state; then nothing changes.
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
