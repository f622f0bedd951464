// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeCore
import GlazeDrawing
import GlazeGeometry
import GlazePlan

// Images from memory and files, and back.

extension PixelFormat {
  init(_ format: glaze_pixel_format) throws(Failure) {
    switch format {
    case GLAZE_PIXEL_FORMAT_RGBA8_PREMULTIPLIED: self = .rgba8Premultiplied
    case GLAZE_PIXEL_FORMAT_BGRA8_PREMULTIPLIED: self = .bgra8Premultiplied
    case GLAZE_PIXEL_FORMAT_RGBA8_STRAIGHT: self = .rgba8Straight
    case GLAZE_PIXEL_FORMAT_BGRA8_STRAIGHT: self = .bgra8Straight
    case GLAZE_PIXEL_FORMAT_RGBA16_PREMULTIPLIED: self = .rgba16Premultiplied
    case GLAZE_PIXEL_FORMAT_RGBA16_STRAIGHT: self = .rgba16Straight
    case GLAZE_PIXEL_FORMAT_RGBA_HALF_PREMULTIPLIED: self = .rgbaHalfPremultiplied
    case GLAZE_PIXEL_FORMAT_RGBA_HALF_STRAIGHT: self = .rgbaHalfStraight
    case GLAZE_PIXEL_FORMAT_RGBA_FLOAT_PREMULTIPLIED: self = .rgbaFloatPremultiplied
    case GLAZE_PIXEL_FORMAT_RGBA_FLOAT_STRAIGHT: self = .rgbaFloatStraight
    default: throw .argument("there is no pixel format \(format.rawValue)")
    }
  }

  /// The layout as `CGImage` describes it.
  fileprivate var bitmapInfo: CGBitmapInfo {
    let alpha: CGImageAlphaInfo =
      isBGR
      ? (isPremultiplied ? .premultipliedFirst : .first)
      : (isPremultiplied ? .premultipliedLast : .last)
    let order: CGBitmapInfo =
      switch component {
      case .unsigned8: isBGR ? .byteOrder32Little : .byteOrder32Big
      case .unsigned16: .byteOrder16Little
      case .half: [.byteOrder16Little, .floatComponents]
      case .float: [.byteOrder32Little, .floatComponents]
      }
    return CGBitmapInfo(rawValue: order.rawValue | alpha.rawValue)
  }
}

private func image(_ handle: OpaquePointer?) throws(Failure) -> CGImage {
  try HandleTable.shared.object(handle, .image, "image")
}

@c @implementation
public func glaze_image_create(
  _ pixels: UnsafeRawPointer!, _ width: UInt32, _ height: UInt32, _ bytes_per_row: Int,
  _ format: glaze_pixel_format
) -> OpaquePointer! {
  attempt(or: nil) {
    let layout = try PixelFormat(format)
    let limit = ImageDecoder.maximumDimension
    guard let pixels else { throw Failure.argument("pixels is NULL") }
    guard 1...limit ~= Int(width), 1...limit ~= Int(height) else {
      throw Failure.argument(
        "width and height must be 1 to \(limit), got \(width) x \(height)")
    }
    let row = Int(width) * layout.bytesPerPixel
    guard bytes_per_row >= row, bytes_per_row <= 1 << 32 else {
      throw Failure.argument("bytes_per_row is \(bytes_per_row), too small for \(width) pixels")
    }
    let count = (Int(height) - 1) * bytes_per_row + row
    guard let provider = CGDataProvider(data: Data(bytes: pixels, count: count)),
      let space = CGColorSpace(name: CGColorSpace.extendedSRGB),
      let image = CGImage(
        width: Int(width), height: Int(height), bitsPerComponent: layout.bytesPerPixel * 2,
        bitsPerPixel: layout.bytesPerPixel * 8,
        bytesPerRow: bytes_per_row, space: space, bitmapInfo: layout.bitmapInfo,
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    else { throw Failure.argument("the pixels cannot be made into an image") }
    return HandleTable.shared.handle(of: image, .image)
  }
}

@c @implementation
public func glaze_image_open(_ path: UnsafePointer<CChar>!) -> OpaquePointer! {
  attempt(or: nil) {
    let path = try text(path, "path")
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure(GLAZE_ERROR_IMAGE, "cannot read \(path): \(error.localizedDescription)")
    }
    return try decoded(data, name: path)
  }
}

@c @implementation
public func glaze_image_open_bytes(_ bytes: UnsafeRawPointer!, _ length: Int) -> OpaquePointer! {
  attempt(or: nil) { try decoded(data(bytes, length), name: "image") }
}

/// Returns a copy of the caller's bytes.
func data(_ bytes: UnsafeRawPointer?, _ length: Int) throws(Failure) -> Data {
  guard let bytes, length >= 0 else {
    throw .argument("bytes is NULL, or their length is out of range")
  }
  return Data(bytes: bytes, count: length)
}

private func decoded(_ data: Data, name: String) throws(Failure) -> OpaquePointer? {
  do throws(ImageError) {
    return HandleTable.shared.handle(of: try ImageDecoder.decode(data, name: name), .image)
  } catch {
    if error.isMissingLibrary { throw Failure(GLAZE_ERROR_MISSING_LIBRARY, "\(error)") }
    throw Failure(GLAZE_ERROR_IMAGE, "\(error)")
  }
}

@c @implementation
public func glaze_image_width(_ image: OpaquePointer!) -> UInt32 {
  attempt(or: 0) { UInt32(clamping: try GlazeC.image(image).width) }
}

@c @implementation
public func glaze_image_height(_ image: OpaquePointer!) -> UInt32 {
  attempt(or: 0) { UInt32(clamping: try GlazeC.image(image).height) }
}

@c @implementation
public func glaze_image_read(
  _ image: OpaquePointer!, _ pixels: UnsafeMutableRawPointer!, _ length: Int,
  _ bytes_per_row: Int, _ format: glaze_pixel_format
) -> glaze_code {
  attempt {
    let image = try GlazeC.image(image)
    let layout = try PixelFormat(format)
    guard let pixels, length >= 0 else { throw Failure.argument("pixels is NULL") }
    let memory = UnsafeMutableRawBufferPointer(start: pixels, count: length)
    try PixelBuffer.checkRoom(
      width: image.width, height: image.height, in: memory, bytesPerRow: bytes_per_row,
      format: layout)
    PixelBuffer(image).write(to: memory, bytesPerRow: bytes_per_row, format: layout)
  }
}

private func png(_ handle: OpaquePointer?) throws(Failure) -> [UInt8] {
  do {
    return try PNG.encode(GlazeC.image(handle))
  } catch {
    throw Failure(error)
  }
}

@c @implementation
public func glaze_image_encode_png(
  _ image: OpaquePointer!, _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>!,
  _ length: UnsafeMutablePointer<Int>!
) -> glaze_code {
  bytes?.pointee = nil
  length?.pointee = 0
  return attempt {
    guard let bytes, let length else { throw Failure.argument("bytes or length is NULL") }
    let encoded = try png(image)
    guard let copy = malloc(encoded.count) else {
      throw Failure(GLAZE_ERROR_OTHER, "out of memory: cannot allocate \(encoded.count) bytes")
    }
    UnsafeMutableRawBufferPointer(start: copy, count: encoded.count).copyBytes(from: encoded)
    (bytes.pointee, length.pointee) = (copy, encoded.count)
  }
}

@c @implementation
public func glaze_image_write_png(
  _ image: OpaquePointer!, _ path: UnsafePointer<CChar>!
) -> glaze_code {
  attempt {
    let (encoded, path) = (try png(image), try text(path, "path"))
    do throws(OutputError) {
      try OutputFile.write(encoded, to: path)
    } catch {
      throw Failure(GLAZE_ERROR_WRITING, error.description)
    }
  }
}
