public import CoreGraphics
import Foundation
import GlazeDrawing
public import GlazeGeometry

/// A file of one or several pictures.
///
/// PNG (also animated), JPEG, WebP (also animated) and GIF files are read, and HEIF, AVIF, JPEG 2000 and TIFF
/// files where libheif, OpenJPEG and libtiff are installed. Frames of animations come out as they are seen,
/// each laid over those before it. Files are read as a whole: nothing is incremental.
///
/// Observed: Apple header CGImageSource.h.
public final class CGImageSource {
  let file: PictureFile

  init(_ file: PictureFile) { self.file = file }
}

/// How far a source has been read.
public enum CGImageSourceStatus: Int32, Sendable {
  /// Never given here: what is cut off has no source.
  case statusUnexpectedEOF = -5
  /// The index is beyond the last picture, or the picture's header is damaged.
  case statusInvalidData = -4
  /// Never given here.
  case statusUnknownType = -3
  /// Never given here.
  case statusReadingHeader = -2
  /// Never given here.
  case statusIncomplete = -1
  /// All is there.
  case statusComplete = 0
}

/// Opens a file in memory; nothing is decoded.
///
/// - Parameters:
///   - data: the whole file.
///   - options: not looked at; the first bytes tell the format.
/// - Returns: nil for what is no picture, is damaged at its start, or needs a library that is missing.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource?
{
  guard let file = try? PictureFile(Array(data), name: "data") else { return nil }
  return CGImageSource(file)
}

/// Opens a file, as `CGImageSourceCreateWithData` does; nil also for one that cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
  return CGImageSourceCreateWithData(data, options)
}

/// Opens a file in memory, as `CGImageSourceCreateWithData` does.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// The uniform type identifier of the file, such as `public.png`.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
  PictureType.identifier(of: source.file.format)
}

/// The identifiers of all types that can be read here, now.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  PictureType.readable.map { PictureType.identifier(of: $0) }
}

/// How many pictures the file holds: frames, or pages.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.file.count }

/// The index of the picture that stands for all: 0.
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { 0 }

/// The state of the source: complete.
public func CGImageSourceGetStatus(_ source: CGImageSource) -> CGImageSourceStatus {
  .statusComplete
}

/// The state of a picture: complete, or invalid.
public func CGImageSourceGetStatusAtIndex(
  _ source: CGImageSource, _ index: Int
) -> CGImageSourceStatus {
  source.info(at: index) == nil ? .statusInvalidData : .statusComplete
}

/// What is said of the file: its size in bytes, and how often an animation is played.
///
/// - Parameters:
///   - source: the file.
///   - options: not looked at.
public func CGImageSourceCopyProperties(
  _ source: CGImageSource, _ options: CFDictionary?
) -> CFDictionary? {
  var properties: CFDictionary = [
    kCGImagePropertyFileSize: NSNumber(value: source.file.bytes.count)
  ]
  if let count = source.file.loopCount,
    let name = PictureType.animationDictionary(of: source.file.format)
  {
    properties[name] = [kCGImagePropertyGIFLoopCount: NSNumber(value: count)] as CFDictionary
  }
  return properties
}

/// What is said of a picture, by `kCGImageProperty…` names.
///
/// - Parameters:
///   - source: the file.
///   - index: from 0.
///   - options: not looked at.
/// - Returns: the size in pixels, the depth, whether there is alpha, the orientation, and the delay of frames;
///   nil when there is no such picture. Other metadata is not read.
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
  if let delay = info.delay, let name = PictureType.animationDictionary(of: source.file.format) {
    properties[name] =
      [
        kCGImagePropertyGIFDelayTime: NSNumber(value: PictureType.clamped(delay)),
        kCGImagePropertyGIFUnclampedDelayTime: NSNumber(value: delay),
      ] as CFDictionary
  }
  return properties
}

/// Decodes a picture.
///
/// - Parameters:
///   - source: the file.
///   - index: from 0; frames in their order cost least.
///   - options: not looked at.
/// - Returns: nil when there is no such picture, or it is damaged. Row 0 is the first row stored, whatever the
///   orientation.
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard (0..<source.file.count).contains(index) else { return nil }
  return try? source.file.image(at: index)
}

/// Makes a small picture.
///
/// - Parameters:
///   - source: the file.
///   - index: from 0.
///   - options: `kCGImageSourceCreateThumbnailFromImageAlways` or `…IfAbsent` must be true: thumbnails inside of
///     files are not read. `kCGImageSourceThumbnailMaxPixelSize` is the longest side; without it the picture
///     keeps its size. `kCGImageSourceCreateThumbnailWithTransform` turns it upright.
/// - Returns: nil where `CGImageSourceCreateImageAtIndex` gives nil, and without those options.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  func isTrue(_ key: String) -> Bool { PictureType.number(options?[key]) ?? 0 != 0 }
  guard
    isTrue(kCGImageSourceCreateThumbnailFromImageAlways)
      || isTrue(kCGImageSourceCreateThumbnailFromImageIfAbsent),
    let info = source.info(at: index),
    let image = CGImageSourceCreateImageAtIndex(source, index, nil)
  else { return nil }
  let side = PictureType.number(options?[kCGImageSourceThumbnailMaxPixelSize])
  let small = side.map { image.reduced(toSide: Int(clamping: max(1, min(1e6, $0)))) } ?? image
  return isTrue(kCGImageSourceCreateThumbnailWithTransform)
    ? small.upright(from: info.orientation) : small
}

extension CGImageSource {
  func info(at index: Int) -> PictureFile.Info? {
    (0..<file.count).contains(index) ? try? file.info(at: index) : nil
  }
}
