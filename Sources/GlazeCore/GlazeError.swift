public import Foundation
package import GlazeEGL
package import GlazeGeometry
package import GlazeLayers
package import GlazeTree

/// What went wrong: the only error that Glaze throws for drawing, documents and sequences.
///
/// Programs decide by the code, show the message, and log what lies underneath.
public struct GlazeError: Error, Sendable {
  /// What kind of trouble it is; kinds may be added, so compare codes and do not switch over all.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name, which stays what it is.
    public let rawValue: String
    /// Makes a code of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// The picture would be empty, not finite, or larger than can be drawn; nothing was allocated.
    public static let invalidSize = Code(rawValue: "invalidSize")
    /// The picture asks for more than `RenderOptions.limits` allow; nothing of it was drawn.
    public static let limit = Code(rawValue: "limit")
    /// A parameter is out of range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// A name stands for nothing: a device, a state, a format.
    public static let unknownName = Code(rawValue: "unknownName")
    /// There is no device that can draw, or not the one that was asked for.
    public static let noDevice = Code(rawValue: "noDevice")
    /// The device cannot draw into this kind of target.
    public static let unsupportedTarget = Code(rawValue: "unsupportedTarget")
    /// The device cannot show what a layer has as its contents.
    public static let unsupportedContents = Code(rawValue: "unsupportedContents")
    /// A library of the system that the document or a layer needs is not installed; the message names it and its
    /// package.
    public static let missingLibrary = Code(rawValue: "missingLibrary")
    /// The device failed while it drew.
    public static let drawing = Code(rawValue: "drawing")
    /// A session was used by a thread that it does not belong to.
    public static let wrongThread = Code(rawValue: "wrongThread")
    /// The process was forked from one that had drawn with Glaze.
    public static let forked = Code(rawValue: "forked")
    /// A document cannot be read: a file is not there, or what is in it is wrong.
    public static let document = Code(rawValue: "document")
    /// A file could not be written, or a helper that writes it failed.
    public static let writing = Code(rawValue: "writing")
    /// A sequence was stopped from outside.
    public static let stopped = Code(rawValue: "stopped")
  }

  /// What kind of trouble it is.
  public let code: Code
  /// What is wrong and what to do, for people; one line, but for a missing device, which has one more for
  /// each that was tried.
  public let message: String
  /// The error that caused this one, where another library or the system gave it.
  public let underlying: (any Error)?

  /// Makes an error, for sinks and for hosts that pass errors on.
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
  /// The message, for programs that show localizedDescription.
  public var errorDescription: String? { message }
}

// MARK: Pictures

extension GlazeError {
  /// What a picture may not exceed.
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

  /// A side of the root layer's bounds or of the wanted picture is 0, NaN or infinite.
  package static func emptyCanvas(_ size: CGSize) -> Self {
    func text(_ length: CGFloat) -> String {
      let value = Double(length)
      return value == value.rounded() && abs(value) < 1e15
        ? String(Int(clamping: value)) : String(value)
    }
    return Self(
      .invalidSize,
      "the picture has no size: \(text(size.width)) x \(text(size.height)); "
        + "give the root layer bounds with a width and a height")
  }

  /// The scale is not a positive number.
  package static func invalidScale(_ scale: Double) -> Self {
    Self(.invalidArgument, "a scale of \(scale) cannot be drawn; use a number above 0")
  }

  /// The picture has more pixels than can be drawn.
  package static func canvasTooLarge(width: Int, height: Int, limit: Limit) -> Self {
    Self(
      .invalidSize,
      "a picture of \(width) x \(height) pixels is too large; \(limit.description)")
  }

  /// The picture goes beyond one of the limits that were set for it.
  package static func limit(_ excess: LimitExcess, in tree: LayerTree) -> Self {
    let node = Int(excess.node)
    let name = tree.nodes.indices.contains(node) ? tree.name(of: node) : nil
    let layer = name.map { "layer \"\(MessageText.shown($0))\"" } ?? "layer number \(node + 1)"
    return Self(
      .limit,
      "\(layer) asks for more than \(excess.limit) \(excess.name.noun); if that is meant, raise the "
        + "limit \(excess.name.rawValue)")
  }

  /// The device's name cannot be read.
  package static func unknownDevice(_ error: DeviceSelectionError) -> Self {
    Self(.unknownName, error.description, underlying: error)
  }

  /// There is no OpenGL context for the wanted device.
  package static func noDevice(_ error: ContextError) -> Self {
    Self(.noDevice, error.description, underlying: error)
  }

  /// There is a context, and Glaze cannot draw with it.
  package static func unusableDevice(name: String, reason: String) -> Self {
    Self(.noDevice, "\(name): \(reason)")
  }

  /// A layer that cannot draw itself without a library that is not installed.
  package static func missingLibrary(_ notice: CommitNotice) -> Self {
    Self(.missingLibrary, notice.description)
  }

  /// The threads and the driver that the process counts on stayed in its parent.
  package static var forked: Self {
    Self(
      .forked,
      "this process was forked from one that had drawn with Glaze, and lacks its threads; start processes with "
        + "posix_spawn(), or fork before Glaze is used")
  }

  /// A target that the device cannot draw into.
  package static func unsupportedTarget(_ target: RenderTarget, device: String) -> Self {
    Self(
      .unsupportedTarget,
      "\(device) cannot draw into \(target.name): that belongs to an OpenGL context of the program's; "
        + "make the renderer with Device.currentContext while that context is current")
  }

  /// The backend could not do what the plan says, in words.
  package static func drawing(_ reason: String) -> Self { Self(.drawing, reason) }

  /// The picture could not be written to a file: the path, and why.
  package static func writing(path: String, reason: String) -> Self {
    Self(.writing, "cannot write \(path): \(reason)")
  }

  /// Whether the reason is that no device can draw, so that the CPU may take over.
  package var isMissingDevice: Bool { code == .noDevice }
}
