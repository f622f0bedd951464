public import Foundation
public import GlazeEGL

/// Why a picture could not be made.
public enum RenderError: Error, Sendable, Equatable {
  /// What a picture may not exceed.
  public enum Limit: Sendable, Equatable {
    /// The largest side, in pixels.
    case dimension(Int)
    /// The largest product of both sides, in pixels.
    case pixelCount(Int)
  }

  /// A side of the root layer's bounds or of the wanted picture is 0, NaN or infinite.
  case emptyCanvas(CGSize)
  /// The scale is not a positive number.
  case invalidScale(Double)
  /// The picture has more pixels than can be drawn; nothing was allocated for it.
  case canvasTooLarge(width: Int, height: Int, limit: Limit)
  /// The device's name cannot be read.
  case unknownDevice(DeviceSelectionError)
  /// There is no OpenGL context for the wanted device.
  case noDevice(ContextError)
  /// There is a context, and Glaze cannot draw with it.
  case unusableDevice(name: String, reason: String)
  /// The backend could not do what the plan says, in words.
  case drawing(String)
  /// The picture could not be written to a file: the path, and why.
  case writing(path: String, reason: String)
}

extension RenderError: CustomStringConvertible, LocalizedError {
  /// What is wrong and what to do; one line, but for `noDevice`, which has one more for each device.
  public var description: String {
    switch self {
    case .emptyCanvas(let size):
      return "the picture has no size: \(Self.text(size.width)) x \(Self.text(size.height)); "
        + "give the root layer bounds with a width and a height"
    case .invalidScale(let scale):
      return "a scale of \(scale) cannot be drawn; use a number above 0"
    case .canvasTooLarge(let width, let height, let limit):
      return "a picture of \(width) x \(height) pixels is too large; \(limit)"
    case .unknownDevice(let error): return error.description
    case .noDevice(let error): return error.description
    case .unusableDevice(let name, let reason): return "\(name): \(reason)"
    case .drawing(let text): return text
    case .writing(let path, let reason): return "cannot write \(path): \(reason)"
    }
  }

  /// Whether the reason is that no device can draw, so that the CPU may take over.
  package var isMissingDevice: Bool {
    switch self {
    case .noDevice, .unusableDevice: true
    default: false
    }
  }

  /// The same text, for programs that show localizedDescription.
  public var errorDescription: String? { description }

  private static func text(_ length: CGFloat) -> String {
    let value = Double(length)
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}

extension RenderError.Limit: CustomStringConvertible {
  /// The limit as the end of a sentence.
  public var description: String {
    switch self {
    case .dimension(let pixels): "the limit is \(pixels) pixels on a side"
    case .pixelCount(let pixels): "the limit is \(pixels >> 20) megapixels (\(pixels))"
    }
  }
}
