internal import CGlazeImages
package import GlazeGeometry
internal import Synchronization

/// A file of one or several images, which are animation frames or pages.
///
/// Each frame is returned as it is seen, composited over the previous ones. In their order, frames
/// cost O(pixels) each; an earlier frame starts again with the first. The memory is limited as in
/// `ImageDecoder`: one or two images of the file's size, whatever the number of frames.
package final class ImageFile: Sendable {
  package let format: FileFormat
  package let bytes: [UInt8]
  /// The number of images, at least 1.
  package let count: Int
  /// The number of times that frames are played; 0 is forever, nil for an image without animation.
  package let loopCount: Int?
  private let name: String
  private let stored: StoredFrames?
  private let canvas = Mutex<FrameCanvas?>(nil)

  /// The properties of an image that are known without decoding it.
  package struct Info: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var hasAlpha: Bool
    /// EXIF's orientation, 1 to 8; 1 is upright.
    package var orientation = 1
    /// The number of bits in a component of the file.
    package var depth = 8
    /// The duration of a frame in seconds, from the file; nil for an image without animation.
    package var delay: Double?
    /// Whether components are floating point.
    package var isFloat = false
    /// The encoding that the file names by code points; nil is treated as sRGB.
    package var color: FileColor?
    /// The brightest light that a gain map leads to, in multiples of white; nil without one.
    package var gainMapHeadroom: Float?
    /// The description in the file's ICC profile, which `color` overrides.
    package var profileName: String?
  }

  /// Opens a file without decoding it.
  ///
  /// - Throws: `ImageError` when the data is not an image, or of an unsupported kind.
  package init(_ bytes: [UInt8], name: String) throws(ImageError) {
    let result = bytes.withUnsafeBytes { data in
      Result { () throws(ImageError) in try Self.look(at: data, name: name) }
    }
    let (format, stored, pages) = try result.get()
    self.bytes = bytes
    self.name = name
    self.format = format
    self.stored = stored
    count = stored?.frames.count ?? pages
    loopCount = stored?.loopCount
  }

  /// Returns whether a format can currently be read.
  package static func isReadable(_ format: FileFormat) -> Bool { format.hasLibrary }

  private static func look(
    at data: UnsafeRawBufferPointer, name: String
  ) throws(ImageError) -> (FileFormat, StoredFrames?, Int) {
    let format = try FileFormat(of: data, name: name)
    switch format {
    case .gif: return (format, try GIFReader(data: data, name: name).readFrames(), 1)
    case .png: return (format, try APNGReader(data: data, name: name).readFrames(), 1)
    case .webP: return (format, try AnimatedWebPReader(data: data, name: name).readFrames(), 1)
    case .tiff:
      return (
        format, nil, try LibraryReader(data: data, name: name, format: format).countPages()
      )
    case .jpeg, .heic, .avif, .jpeg2000, .jpegXL, .exr: return (format, nil, 1)
    }
  }

  /// Returns the properties of an image.
  ///
  /// - Parameter index: the index, below `count`.
  package func info(at index: Int) throws(ImageError) -> Info {
    if let stored {
      var info = Info(
        width: stored.width, height: stored.height, hasAlpha: stored.hasAlpha,
        delay: stored.frames[index].delay)
      if format == .png { info.depth = Int(bytes[24]) }
      return info
    }
    let result = bytes.withUnsafeBytes { data in
      Result { () throws(ImageError) in try readInfo(data, index) }
    }
    return try result.get()
  }

  private func readInfo(
    _ data: UnsafeRawBufferPointer, _ index: Int
  ) throws(ImageError) -> Info {
    var info = try readPlainInfo(data, index)
    if info.color == nil {
      info.profileName = EmbeddedProfile.name(in: data, format, page: index)
    }
    return info
  }

  private func readPlainInfo(
    _ data: UnsafeRawBufferPointer, _ index: Int
  ) throws(ImageError) -> Info {
    switch format {
    case .png: return try PNGReader(data: data, name: name).readInfo()
    case .jpeg: return try JPEGReader(data: data, name: name).readInfo()
    case .webP, .gif: return try WebPReader(data: data, name: name).readInfo()
    case .exr:
      let header = try EXRReader(data: data, name: name).readHeader()
      return Info(
        width: header.width, height: header.height, hasAlpha: header.hasAlpha,
        depth: header.isHalf ? 16 : 32, isFloat: true, color: header.color)
    case .tiff, .heic, .avif, .jpeg2000, .jpegXL:
      let info = try LibraryReader(data: data, name: name, format: format, page: index).readInfo()
      return Info(
        width: Int(info.width), height: Int(info.height), hasAlpha: info.has_alpha,
        orientation: Int(info.orientation), depth: max(8, Int(info.bits)), isFloat: info.is_float,
        color: info.color)
    }
  }

  /// Returns an image, or a frame as it is seen.
  ///
  /// Row 0 is the first row stored, whatever the orientation.
  ///
  /// - Parameter index: the index, below `count`.
  package func image(at index: Int) throws(ImageError) -> CGImage {
    guard let stored else {
      return try ImageDecoder.decode(bytes, name: name, page: index)
    }
    var current = canvas.withLock { $0 } ?? FrameCanvas(stored)
    if current.next > index + 1 { current = FrameCanvas(stored) }
    while current.next <= index {
      let frame = stored.frames[current.next]
      current.add(frame, try decode(frame))
    }
    canvas.withLock { [current] in $0 = current }
    return CGImage(
      width: stored.width, height: stored.height, premultipliedRGBA: current.pixels)
  }

  private func decode(_ frame: StoredFrame) throws(ImageError) -> DecodedPixels {
    let result = bytes.withUnsafeBytes { data in
      Result { () throws(ImageError) -> DecodedPixels in
        switch format {
        case .gif: return try GIFReader(data: data, name: name).read(frame)
        case .webP:
          return try Self.read(AnimatedWebPReader(data: data, name: name).file(of: frame)) {
            data throws(ImageError) in try WebPReader(data: data, name: name).read()
          }
        default:
          return try Self.read(APNGReader(data: data, name: name).file(of: frame)) {
            data throws(ImageError) in try PNGReader(data: data, name: name).read()
          }
        }
      }
    }
    var pixels = try result.get()
    try frame.check(pixels, name: name)
    pixels.premultiply()
    return pixels
  }

  private static func read(
    _ file: [UInt8], _ body: (UnsafeRawBufferPointer) throws(ImageError) -> DecodedPixels
  ) throws(ImageError) -> DecodedPixels {
    let result = file.withUnsafeBytes { data in
      Result { () throws(ImageError) in try body(data) }
    }
    return try result.get()
  }
}
