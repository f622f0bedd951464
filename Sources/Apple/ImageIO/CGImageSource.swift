public import CoreGraphics
import Foundation
import GlazeDrawing
public import GlazeGeometry

/// A file of one or several images.
///
/// PNG (also animated), JPEG, WebP (also animated) and GIF files are supported, and HEIF, AVIF,
/// JPEG 2000 and TIFF files where libheif, OpenJPEG and libtiff are installed. Frames of animations
/// are returned as they are seen, each composited over the previous ones. Files are read as a
/// whole, never incrementally.
///
/// Observed: Apple header CGImageSource.h.
public final class CGImageSource {
  let file: ImageFile

  init(_ file: ImageFile) { self.file = file }
}

/// The state of a source.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The data ends early; never returned here, since such data has no source.
  case statusUnexpectedEOF = -5
  /// The index is beyond the last image, or the image's header is damaged.
  case statusInvalidData = -4
  /// The type is unknown; never returned here.
  case statusUnknownType = -3
  /// The header is being read; never returned here.
  case statusReadingHeader = -2
  /// The data is incomplete; never returned here.
  case statusIncomplete = -1
  /// The data is complete.
  case statusComplete = 0
}

/// Opens a file in memory without decoding it.
///
/// - Parameters:
///   - data: the whole file.
///   - options: ignored; the first bytes identify the format.
/// - Returns: nil when the data is not an image, is damaged at its start, or needs a library that
///   is missing.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource?
{
  guard let file = try? ImageFile(Array(data), name: "data") else { return nil }
  return CGImageSource(file)
}

/// Opens a file, like `CGImageSourceCreateWithData`; also returns nil for a file that cannot be
/// read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
  return CGImageSourceCreateWithData(data, options)
}

/// Opens a file in memory, like `CGImageSourceCreateWithData`.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// Returns the uniform type identifier of the file, such as `public.png`.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
  ImageType.identifier(of: source.file.format)
}

/// Returns the identifiers of all types that can currently be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  ImageType.readable.map { ImageType.identifier(of: $0) }
}

/// Returns the number of images in the file: frames, or pages.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.file.count }

/// Returns the index of the primary image: 0.
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { 0 }

/// Returns the state of the source: complete.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
  .statusComplete
}

/// Returns the state of an image: complete, or invalid.
public func CGImageSourceGetStatusAtIndex(
  _ source: CGImageSource, _ index: Int
) -> CGImageSourceStatus {
  source.info(at: index) == nil ? .statusInvalidData : .statusComplete
}

/// Returns the properties of the file: its size in bytes, and the number of times that an animation
/// is played.
///
/// - Parameters:
///   - source: the file.
///   - options: ignored.
public func CGImageSourceCopyProperties(
  _ source: CGImageSource, _ options: CFDictionary?
) -> CFDictionary? {
  var properties: CFDictionary = [
    kCGImagePropertyFileSize: NSNumber(value: source.file.bytes.count)
  ]
  if let count = source.file.loopCount,
    let name = ImageType.animationDictionary(of: source.file.format)
  {
    properties[name] = [kCGImagePropertyGIFLoopCount: NSNumber(value: count)] as CFDictionary
  }
  return properties
}

/// Returns the properties of an image, by `kCGImageProperty…` names.
///
/// - Parameters:
///   - source: the file.
///   - index: the index, from 0.
///   - options: ignored.
/// - Returns: the size in pixels, the depth, whether there is alpha, the orientation, and the delay
///   of frames; nil when there is no such image. Other metadata is not read.
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard let info = source.info(at: index) else { return nil }
  var properties: CFDictionary = [
    kCGImagePropertyPixelWidth: NSNumber(value: info.width),
    kCGImagePropertyPixelHeight: NSNumber(value: info.height),
    kCGImagePropertyDepth: NSNumber(value: info.depth),
    kCGImagePropertyHasAlpha: NSNumber(value: info.hasAlpha),
    kCGImagePropertyColorModel: kCGImagePropertyColorModelRGB,
  ]
  if info.orientation != 1 || source.file.format == .tiff {
    let orientation = NSNumber(value: info.orientation)
    properties[kCGImagePropertyOrientation] = orientation
    properties[kCGImagePropertyTIFFDictionary] =
      [kCGImagePropertyTIFFOrientation: orientation] as CFDictionary
  }
  if let delay = info.delay, let name = ImageType.animationDictionary(of: source.file.format) {
    properties[name] =
      [
        kCGImagePropertyGIFDelayTime: NSNumber(value: ImageType.clamped(delay)),
        kCGImagePropertyGIFUnclampedDelayTime: NSNumber(value: delay),
      ] as CFDictionary
  }
  return properties
}

/// Decodes an image.
///
/// - Parameters:
///   - source: the file.
///   - index: the index, from 0; frames in their order are the fastest.
///   - options: ignored.
/// - Returns: nil when there is no such image, or it is damaged. Row 0 is the first row stored,
///   whatever the orientation.
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard (0..<source.file.count).contains(index) else { return nil }
  return try? source.file.image(at: index)
}

/// Makes a thumbnail.
///
/// - Parameters:
///   - source: the file.
///   - index: the index, from 0.
///   - options: `kCGImageSourceCreateThumbnailFromImageAlways` or `…IfAbsent` must be true:
///     thumbnails inside files are not read. `kCGImageSourceThumbnailMaxPixelSize` is the longest
///     side; without it the image keeps its size. `kCGImageSourceCreateThumbnailWithTransform`
///     turns the image upright.
/// - Returns: nil where `CGImageSourceCreateImageAtIndex` returns nil, and without those options.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  func isTrue(_ key: String) -> Bool { ImageType.number(options?[key]) ?? 0 != 0 }
  guard
    isTrue(kCGImageSourceCreateThumbnailFromImageAlways)
      || isTrue(kCGImageSourceCreateThumbnailFromImageIfAbsent),
    let info = source.info(at: index),
    let image = CGImageSourceCreateImageAtIndex(source, index, nil)
  else { return nil }
  let side = ImageType.number(options?[kCGImageSourceThumbnailMaxPixelSize])
  let small = side.map { image.reduced(toSide: Int(clamping: max(1, min(1e6, $0)))) } ?? image
  return isTrue(kCGImageSourceCreateThumbnailWithTransform)
    ? small.upright(from: info.orientation) : small
}

extension CGImageSource {
  func info(at index: Int) -> ImageFile.Info? {
    (0..<file.count).contains(index) ? try? file.info(at: index) : nil
  }
}
