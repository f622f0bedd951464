public import CoreGraphics
import Foundation
import GlazeDrawing
public import GlazeGeometry

/// An image file that is being written.
///
/// PNG, JPEG, WebP and GIF files are supported, and TIFF, HEIF and AVIF files where libtiff and
/// libheif are installed. Several images become an animation in a PNG, WebP or GIF file, and pages
/// in a TIFF file. An image in a GIF file has 255 colors and is opaque or transparent.
///
/// Observed: Apple header CGImageDestination.h.
public final class CGImageDestination {
  private enum Target {
    case file(URL)
    case data(NSMutableData)
  }

  private let target: Target
  private let format: FileFormat
  private let count: Int
  private var pages: [ImageWriter.Page] = []
  private var properties: CFDictionary = [:]
  private var quality = 0.9
  private var isFinished = false

  private init(_ target: Target, _ format: FileFormat, count: Int) {
    (self.target, self.format, self.count) = (target, format, count)
  }

  fileprivate convenience init?(_ url: URL, _ type: String, _ count: Int) {
    guard let format = Self.format(type, count), url.isFileURL else { return nil }
    self.init(.file(url), format, count: count)
  }

  fileprivate convenience init?(_ data: NSMutableData, _ type: String, _ count: Int) {
    guard let format = Self.format(type, count) else { return nil }
    self.init(.data(data), format, count: count)
  }

  private static func format(_ type: String, _ count: Int) -> FileFormat? {
    guard count > 0, let format = ImageType.writable(type),
      count == 1 || ImageWriter.holdsSeveral(format)
    else { return nil }
    return format
  }

  fileprivate func set(_ properties: CFDictionary) { self.properties.merge(properties) { $1 } }

  fileprivate func add(_ image: CGImage, _ properties: CFDictionary?) {
    let all = self.properties.merging(properties ?? [:]) { $1 }
    if let value = ImageType.number(all[kCGImageDestinationLossyCompressionQuality]) {
      quality = min(1, max(0, value))
    }
    let side = ImageType.number(all[kCGImageDestinationImageMaxPixelSize])
    let orientation = ImageType.number(all[kCGImagePropertyOrientation]) ?? 1
    let motion = ImageType.animationDictionary(of: format).flatMap { all[$0] as? CFDictionary }
    let delay =
      ImageType.number(motion?[kCGImagePropertyGIFUnclampedDelayTime])
      ?? ImageType.number(motion?[kCGImagePropertyGIFDelayTime])
    pages.append(
      ImageWriter.Page(
        image: side.map { image.reduced(toSide: Int(clamping: max(1, min(1e6, $0)))) } ?? image,
        orientation: (1...8).contains(orientation) ? Int(clamping: orientation) : 1,
        delay: delay ?? 0.1))
  }

  fileprivate func finish() -> Bool {
    guard !isFinished, pages.count == count else { return false }
    let motion = ImageType.animationDictionary(of: format).flatMap {
      properties[$0] as? CFDictionary
    }
    let loops = ImageType.number(motion?[kCGImagePropertyGIFLoopCount]) ?? 0
    guard
      let bytes = try? ImageWriter.encode(
        pages, as: format, quality: quality, loopCount: Int(clamping: max(0, min(65535, loops))))
    else { return false }
    isFinished = true
    switch target {
    case .data(let data):
      data.setData(Data(bytes))
      return true
    case .file(let url): return (try? OutputFile.write(bytes, to: url.path)) != nil
    }
  }
}

/// Begins a file.
///
/// - Parameters:
///   - url: the URL of the file, which appears complete when it is finalized.
///   - type: a uniform type identifier, such as `public.png`.
///   - count: the number of images that will be added, at least 1.
///   - options: ignored.
/// - Returns: nil for a type that cannot be written here, or that does not hold so many images.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(url, type, count)
}

/// Begins a file in memory, which replaces the contents of `data`.
///
/// Otherwise it is the same as `CGImageDestinationCreateWithURL`.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(data, type, count)
}

/// Returns the identifiers of all types that can currently be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
  ImageWriter.formats.map { ImageType.identifier(of: $0) }
}

/// Sets the properties of all images that are added later: the number of times that an animation is
/// played, and the properties of `CGImageDestinationAddImage`.
public func CGImageDestinationSetProperties(
  _ destination: CGImageDestination, _ properties: CFDictionary?
) {
  destination.set(properties ?? [:])
}

/// Adds an image.
///
/// - Parameters:
///   - destination: the file.
///   - image: the image, which is encoded when the file is finalized.
///   - properties: `kCGImageDestinationLossyCompressionQuality` of 0...1, 0.9 by default, for JPEG,
///     HEIF and AVIF, where the last one counts; `kCGImagePropertyOrientation`, which JPEG and TIFF
///     files store, and which turns images of HEIF and AVIF files;
///     `kCGImageDestinationImageMaxPixelSize`; the delay of a frame in the dictionary of its
///     format, 0.1 s by default.
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  destination.add(image, properties)
}

/// Adds an image of a source, with its properties unless others are given; does nothing when there
/// is none.
public func CGImageDestinationAddImageFromSource(
  _ destination: CGImageDestination, _ source: CGImageSource, _ index: Int,
  _ properties: CFDictionary?
) {
  guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return }
  let own = CGImageSourceCopyPropertiesAtIndex(source, index, nil) ?? [:]
  destination.add(image, own.merging(properties ?? [:]) { $1 })
}

/// Writes the file.
///
/// - Returns: Whether the file was written; false when fewer or more images were added than
///   announced, frames differ in size, or the file cannot be written.
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
  destination.finish()
}
