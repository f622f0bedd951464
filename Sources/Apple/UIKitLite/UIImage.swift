public import Foundation
public import GlazeDrawing
public import GlazeGeometry
import ImageIO

/// An image with a number of pixels in a point.
///
/// Observed: Apple documentation of UIImage. Images from files are turned upright when they are
/// read; there are no asset catalogs.
public final class UIImage: NSObject, @unchecked Sendable {
  /// The pixels.
  public let cgImage: CGImage?
  /// The number of pixels in a point.
  public let scale: CGFloat

  /// The orientation of an image.
  public enum Orientation: Int, Sendable {
    /// As the image is stored, which is the only orientation here.
    case up
  }

  /// The orientation, always as the image is stored.
  public var imageOrientation: Orientation { .up }

  /// Makes an image with one pixel in a point.
  public convenience init(cgImage: CGImage) {
    self.init(cgImage: cgImage, scale: 1, orientation: .up)
  }

  /// Makes an image.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.cgImage = cgImage
    self.scale = scale > 0 && scale.isFinite ? scale : 1
  }

  /// Reads an image; nil when the data is not an image.
  public convenience init?(data: Data, scale: CGFloat = 1) {
    guard let file = try? ImageFile(Array(data), name: "data"),
      let image = try? file.image(at: 0), let info = try? file.info(at: 0)
    else { return nil }
    self.init(cgImage: image.upright(from: info.orientation), scale: scale, orientation: .up)
  }

  /// Reads a file; nil when it is not an image.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }

  /// Reads a file of the main bundle, with or without the extension `.png`; nil when there is none.
  public convenience init?(named name: String) {
    let found = [name, name + ".png"].lazy
      .compactMap { Bundle.main.path(forResource: $0, ofType: nil) }.first
    guard let found else { return nil }
    self.init(contentsOfFile: found)
  }

  /// The size, in points.
  public var size: CGSize {
    CGSize(
      width: CGFloat(cgImage?.width ?? 0) / scale, height: CGFloat(cgImage?.height ?? 0) / scale)
  }

  /// Draws the image into a rectangle of the current context.
  public func draw(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), let cgImage else { return }
    context.saveGState()
    // Images of Core Graphics are upright where y points up.
    context.translateBy(x: 0, y: rect.minY + rect.maxY)
    context.scaleBy(x: 1, y: -1)
    context.draw(cgImage, in: rect)
    context.restoreGState()
  }

  /// Draws the image at a point of the current context.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Returns the image as a PNG file.
  public func pngData() -> Data? { data(of: .png, quality: 1) }

  /// Returns the image as a JPEG file, with a quality in 0...1.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    data(of: .jpeg, quality: Double(compressionQuality))
  }

  private func data(of format: FileFormat, quality: Double) -> Data? {
    guard let cgImage else { return nil }
    let page = ImageWriter.Page(image: cgImage)
    return (try? ImageWriter.encode([page], as: format, quality: min(1, max(0, quality))))
      .map { Data($0) }
  }
}

// MARK: Contexts

/// The contexts of a thread, with the current one last.
private final class ContextStack {
  var contexts: [(context: CGContext, scale: CGFloat)] = []

  static var current: ContextStack {
    let key = "GlazeUIKitLite.contexts"
    if let stack = Thread.current.threadDictionary[key] as? ContextStack { return stack }
    let stack = ContextStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }
}

/// Returns the current context of this thread; nil when there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? {
  ContextStack.current.contexts.last?.context
}

/// Makes a context the current one of this thread.
public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.current.contexts.append((context, 1))
}

/// Restores the previous context of this thread.
public func UIGraphicsPopContext() { _ = ContextStack.current.contexts.popLast() }

/// Makes a bitmap the current context, with y pointing down from its top left corner.
///
/// - Parameters:
///   - size: the size in points.
///   - opaque: whether the bitmap is black at first, and stays opaque.
///   - scale: the number of pixels in a point; 0 is that of the screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat)
{
  let scale = scale > 0 && scale.isFinite ? scale : UIScreen.main.scale
  let box = CGRect(origin: .zero, size: size)
  guard
    let context = try? CGContext(
      layerBacking: box, scale: scale, isFlipped: true, isOpaque: opaque)
  else { return }
  ContextStack.current.contexts.append((context, scale))
}

/// Returns an image of the current bitmap; nil when there is none.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let (context, scale) = ContextStack.current.contexts.last else { return nil }
  return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
}

/// Ends drawing into the bitmap.
public func UIGraphicsEndImageContext() { UIGraphicsPopContext() }

/// The options of an image renderer.
///
/// Observed: Apple documentation of UIGraphicsImageRendererFormat.
public final class UIGraphicsImageRendererFormat: NSObject {
  /// The number of pixels in a point; default that of the screen.
  public var scale: CGFloat = UIScreen.main.scale
  /// A Boolean value that indicates whether images are opaque; default false.
  public var opaque = false

  /// Returns a new format with the defaults.
  public static func `default`() -> UIGraphicsImageRendererFormat {
    UIGraphicsImageRendererFormat()
  }
}

/// Draws images.
///
/// Observed: Apple documentation of UIGraphicsImageRenderer.
public final class UIGraphicsImageRenderer: NSObject {
  /// The destination of a drawing.
  public struct Context {
    /// The context of Core Graphics, which is the current one.
    public let cgContext: CGContext

    /// Fills a rectangle.
    public func fill(_ rect: CGRect) { cgContext.fill(rect) }
  }

  private let size: CGSize
  private let format: UIGraphicsImageRendererFormat

  /// Makes a renderer for images of a size in points.
  public init(
    size: CGSize, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()
  ) {
    self.size = size
    self.format = format
  }

  /// Draws an image; when the size cannot be drawn, returns a clear pixel.
  public func image(actions: (Context) -> Void) -> UIImage {
    let count = ContextStack.current.contexts.count
    UIGraphicsBeginImageContextWithOptions(size, format.opaque, format.scale)
    guard ContextStack.current.contexts.count > count, let context = UIGraphicsGetCurrentContext()
    else {
      let pixel = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0])
      return UIImage(cgImage: pixel)
    }
    defer { UIGraphicsEndImageContext() }
    actions(Context(cgContext: context))
    return UIGraphicsGetImageFromCurrentImageContext()
      ?? UIImage(cgImage: CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0]))
  }
}
