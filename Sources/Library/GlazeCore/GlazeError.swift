public import Foundation
package import GlazeCommit
package import GlazeEGL
package import GlazeGeometry
import GlazeLayers
package import GlazeTree

/// An error of Glaze: the only error type that drawing, documents and sequences throw.
///
/// Programs decide by the code, show the message, and log the underlying error.
public struct GlazeError: Error, Sendable {
  /// The kind of an error; kinds may be added, so compare codes instead of switching over all of
  /// them.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, which never changes.
    public let rawValue: String
    /// Makes a code from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// The image would be empty, not finite, or too large to draw; nothing was allocated.
    public static let invalidSize = Code(rawValue: "invalidSize")
    /// The image requires more than `RenderOptions.limits` allow; nothing of it was drawn.
    public static let limit = Code(rawValue: "limit")
    /// A parameter is out of range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// A name is unknown: that of a device, a state or a format.
    public static let unknownName = Code(rawValue: "unknownName")
    /// No device can draw, or the requested one cannot.
    public static let noDevice = Code(rawValue: "noDevice")
    /// The device cannot draw into this kind of target.
    public static let unsupportedTarget = Code(rawValue: "unsupportedTarget")
    /// The device cannot show the contents of a layer.
    public static let unsupportedContents = Code(rawValue: "unsupportedContents")
    /// A system library that the document or a layer needs is not installed; the message names the
    /// library and its package.
    public static let missingLibrary = Code(rawValue: "missingLibrary")
    /// The device failed while it drew.
    public static let drawing = Code(rawValue: "drawing")
    /// A session was used on a thread that it does not belong to.
    public static let wrongThread = Code(rawValue: "wrongThread")
    /// The process was forked from a process that had drawn with Glaze.
    public static let forked = Code(rawValue: "forked")
    /// A document cannot be read: a file does not exist, or its contents are invalid.
    public static let document = Code(rawValue: "document")
    /// A file could not be written, or a helper that writes it failed.
    public static let writing = Code(rawValue: "writing")
    /// A sequence was stopped by its caller.
    public static let stopped = Code(rawValue: "stopped")
  }

  /// The kind of the error.
  public let code: Code
  /// A description of the problem and its remedy, for people.
  ///
  /// It is one line, except for a missing device, which adds a line for each device that was tried.
  public let message: String
  /// The error that caused this one, if another library or the system reported it.
  public let underlying: (any Error)?

  /// Makes an error, for sinks and for hosts that forward errors.
  public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension GlazeError: Equatable, CustomStringConvertible, LocalizedError {
  /// Equal errors have the same code and message.
  public static func == (a: GlazeError, b: GlazeError) -> Bool {
    a.code == b.code && a.message == b.message
  }
  /// The message.
  public var description: String { message }
  /// The message, for programs that show `localizedDescription`.
  public var errorDescription: String? { message }
}

// MARK: Images

extension GlazeError {
  /// A limit on the size of an image.
  package enum Limit {
    /// The largest side, in pixels.
    case dimension(Int)
    /// The largest product of both sides, in pixels.
    case pixelCount(Int)

    /// The limit as the end of a sentence.
    var description: String {
      switch self {
      case .dimension(let pixels): "the limit is \(pixels) pixels on a side"
      case .pixelCount(let pixels): "the limit is \(pixels >> 20) megapixels (\(pixels))"
      }
    }
  }

  /// A side of the root layer's bounds or of the requested image is 0, NaN or infinite.
  package static func emptyCanvas(_ size: CGSize) -> Self {
    func text(_ length: CGFloat) -> String {
      let value = Double(length)
      return value == value.rounded() && abs(value) < 1e15
        ? String(Int(clamping: value)) : String(value)
    }
    return Self(
      .invalidSize,
      "the image has no size: \(text(size.width)) x \(text(size.height)); "
        + "give the root layer bounds with a width and a height")
  }

  /// The scale is not a positive number.
  package static func invalidScale(_ scale: Double) -> Self {
    Self(.invalidArgument, "the scale must be positive and finite, got \(scale)")
  }

  /// The image has more pixels than can be drawn.
  package static func canvasTooLarge(width: Int, height: Int, limit: Limit) -> Self {
    Self(
      .invalidSize,
      "an image of \(width) x \(height) pixels is too large; \(limit.description)")
  }

  /// The image exceeds one of the limits that were set for it.
  package static func limit(_ excess: LimitExcess, in tree: LayerTree) -> Self {
    let node = Int(excess.node)
    let name = tree.nodes.indices.contains(node) ? tree.name(of: node) : nil
    let layer = name.map { "layer \"\(MessageText.shown($0))\"" } ?? "layer number \(node + 1)"
    return Self(
      .limit,
      "\(layer) requires more than \(excess.limit) \(excess.name.noun); if this is "
        + "intended, raise the limit \(excess.name.rawValue)")
  }

  /// The device's name is not valid.
  package static func unknownDevice(_ error: DeviceSelectionError) -> Self {
    Self(.unknownName, error.description, underlying: error)
  }

  /// No OpenGL context can be made for the requested device.
  package static func noDevice(_ error: ContextError) -> Self {
    Self(.noDevice, error.description, underlying: error)
  }

  /// The context exists, but Glaze cannot draw with it.
  package static func unusableDevice(name: String, reason: String) -> Self {
    Self(.noDevice, "\(name): \(reason)")
  }

  /// A layer cannot draw itself because a library is not installed.
  package static func missingLibrary(_ notice: CommitNotice) -> Self {
    Self(.missingLibrary, notice.description)
  }

  /// The threads and the driver that the process needs stayed in its parent.
  package static var forked: Self {
    Self(
      .forked,
      "this process was forked from one that had drawn with Glaze, and does not have its "
        + "threads; start processes with posix_spawn(), or fork before Glaze is used")
  }

  /// The device cannot draw into a target.
  package static func unsupportedTarget(_ target: RenderTarget, device: String) -> Self {
    Self(
      .unsupportedTarget,
      "\(device) cannot draw into \(target.name): it belongs to the program's own OpenGL context; "
        + "make the renderer with Device.currentContext while that context is current")
  }

  /// The backend could not execute the plan, for the given reason.
  package static func drawing(_ reason: String) -> Self { Self(.drawing, reason) }

  /// The image could not be written to a file: the path, and the reason.
  package static func writing(path: String, reason: String) -> Self {
    Self(.writing, "cannot write \(path): \(reason)")
  }

  /// A Boolean value that indicates whether no device can draw, so that the CPU may take over.
  package var isMissingDevice: Bool { code == .noDevice }
}
