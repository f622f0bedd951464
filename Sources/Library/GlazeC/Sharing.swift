// glaze_share.h and glaze_render.h document the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeCore
import GlazeGeometry

// Images of other programs as contents, and frames for them.

extension DMABuffer {
  /// Makes a buffer from the caller's description.
  init(_ pointer: UnsafePointer<glaze_dma_buffer>?) throws(Failure) {
    guard pointer != nil else { throw .argument("dma_buffer is NULL") }
    let buffer = try glaze_dma_buffer(pointer)
    let planes = withUnsafeBytes(of: buffer.planes) { Array($0.bindMemory(to: glaze_plane.self)) }
    guard buffer.plane_count <= planes.count else {
      throw .argument("a dma-buf has at most \(planes.count) planes, not \(buffer.plane_count)")
    }
    var encoding: YCbCrEncoding =
      switch buffer.matrix {
      case GLAZE_MATRIX_REC709: .rec709
      case GLAZE_MATRIX_REC601: .rec601
      case GLAZE_MATRIX_REC2020: .rec2020
      default: throw .argument("there is no matrix \(buffer.matrix.rawValue)")
      }
    encoding.isFullRange = buffer.is_full_range
    encoding.headroom = buffer.headroom
    guard let primaries = OutputColor.Primaries(codePoint: max(1, Int(buffer.primaries))),
      let transfer = OutputColor.Transfer(
        codePoint: buffer.transfer == 0 ? 13 : Int(buffer.transfer))
    else {
      throw .argument(
        "a video cannot have primaries \(buffer.primaries) and transfer \(buffer.transfer)")
    }
    (encoding.primaries, encoding.transfer) = (primaries, transfer)
    self.init(
      width: Int(buffer.width), height: Int(buffer.height),
      format: Format(rawValue: buffer.format),
      modifier: buffer.modifier == Self.unknown ? nil : buffer.modifier,
      planes: planes.prefix(Int(buffer.plane_count)).map {
        Plane(
          descriptor: $0.descriptor, offset: Int($0.offset), bytesPerRow: Int($0.bytes_per_row))
      }, encoding: encoding)
  }

  /// The value of `DRM_FORMAT_MOD_INVALID`.
  fileprivate static let unknown: UInt64 = (1 << 56) - 1
}

extension ExternalSource {
  fileprivate init(_ pointer: UnsafePointer<glaze_source>?) throws(Failure) {
    guard pointer != nil else { throw .argument("source is NULL") }
    let source = try glaze_source(pointer)
    let (width, height) = (Int(source.width), Int(source.height))
    let alpha: Alpha =
      switch source.alpha {
      case GLAZE_ALPHA_PREMULTIPLIED: .premultiplied
      case GLAZE_ALPHA_STRAIGHT: .straight
      case GLAZE_ALPHA_OPAQUE: .opaque
      default: throw .argument("there is no alpha \(source.alpha.rawValue)")
      }
    switch source.kind {
    case GLAZE_SOURCE_MEMORY:
      guard let pixels = source.pixels, source.length >= 0 else {
        throw .argument("the source's pixels are NULL, or their length is out of range")
      }
      self = .memory(
        UnsafeRawBufferPointer(start: pixels, count: source.length), width: width, height: height,
        bytesPerRow: source.bytes_per_row, format: try PixelFormat(source.format))
    case GLAZE_SOURCE_TEXTURE:
      self = .texture(
        source.name, width: width, height: height, isTopDown: source.is_top_down, alpha: alpha)
    case GLAZE_SOURCE_EGL_IMAGE:
      guard let image = source.egl_image else { throw .argument("the source's egl_image is NULL") }
      self = .eglImage(
        image, width: width, height: height, isTopDown: source.is_top_down, alpha: alpha)
    case GLAZE_SOURCE_DMA_BUFFER:
      self = .dmaBuffer(try DMABuffer(source.dma_buffer), alpha: alpha)
    default: throw .argument("there is no source of kind \(source.kind.rawValue)")
    }
  }
}

/// A C function with its context.
private struct Release: @unchecked Sendable {
  // Unchecked: the header requires that any thread can call it.
  let callback: glaze_callback
  let context: UnsafeMutableRawPointer?

  /// The function as a Swift closure; nil for NULL.
  static func function(
    _ callback: glaze_callback?, _ context: UnsafeMutableRawPointer?
  ) -> (@Sendable () -> Void)? {
    guard let callback else { return nil }
    let release = Release(callback: callback, context: context)
    return { release.callback(release.context) }
  }
}

private func externalImage(_ handle: OpaquePointer?) throws(Failure) -> ExternalImage {
  try HandleTable.shared.object(handle, .externalImage, "image")
}

@c @implementation
public func glaze_external_image_create(
  _ source: UnsafePointer<glaze_source>!, _ release: glaze_callback!,
  _ context: UnsafeMutableRawPointer!
) -> OpaquePointer! {
  attempt(or: nil) {
    let source = try ExternalSource(source)
    do throws(ExternalImageError) {
      let image = try ExternalImage(source, release: Release.function(release, context))
      return HandleTable.shared.handle(of: image, .externalImage)
    } catch {
      throw Failure.argument(error.message)
    }
  }
}

@c @implementation
public func glaze_external_image_replace(
  _ image: OpaquePointer!, _ source: UnsafePointer<glaze_source>!, _ release: glaze_callback!,
  _ context: UnsafeMutableRawPointer!
) -> glaze_code {
  attempt {
    let image = try externalImage(image)
    let source = try ExternalSource(source)
    do throws(ExternalImageError) {
      try image.replace(with: source, release: Release.function(release, context))
    } catch {
      throw Failure.argument(error.message)
    }
  }
}

@c @implementation
public func glaze_external_image_update(_ image: OpaquePointer!) -> glaze_code {
  attempt { try externalImage(image).update() }
}

// MARK: Surfaces

func surface(_ handle: OpaquePointer?) throws(Failure) -> SharedSurface {
  try HandleTable.shared.object(handle, .surface, "surface")
}

@c @implementation
public func glaze_surface_create(
  _ renderer: OpaquePointer!, _ width: UInt32, _ height: UInt32
) -> OpaquePointer! {
  attempt(or: nil) {
    let surface = try SharedSurface(
      GlazeC.renderer(renderer), width: Int(width), height: Int(height))
    return HandleTable.shared.handle(of: surface, .surface)
  }
}

@c @implementation
public func glaze_surface_create_deep(
  _ renderer: OpaquePointer!, _ width: UInt32, _ height: UInt32, _ depth: UnsafePointer<CChar>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let name = try optionalText(depth, "depth") ?? "8"
    guard let depth = OutputColor.Depth(name: name) else {
      throw Failure.argument("there is no depth \(name); depths are 8, 10 and half")
    }
    let surface = try SharedSurface(
      GlazeC.renderer(renderer), width: Int(width), height: Int(height), depth: depth)
    return HandleTable.shared.handle(of: surface, .surface)
  }
}

@c @implementation
public func glaze_output_get_hdr_metadata(
  _ output: UnsafePointer<glaze_output>!, _ metadata: UnsafeMutablePointer<glaze_hdr_metadata>!
) -> glaze_code {
  attempt {
    let values = try OutputColor(glaze_output(output)).hdrMetadata
    var result = glaze_hdr_metadata()
    result.primaries = UInt16(clamping: values.colorPrimaries)
    result.transfer = UInt16(clamping: values.transferCharacteristics)
    result.matrix = UInt16(clamping: values.matrixCoefficients)
    result.is_full_range = values.isFullRange
    withUnsafeMutableBytes(of: &result.display_primaries) { bytes in
      let numbers = bytes.bindMemory(to: Double.self)
      for (index, place) in values.displayPrimaries.enumerated() {
        (numbers[index * 2], numbers[index * 2 + 1]) = (place.x, place.y)
      }
    }
    result.maximum_luminance = values.maximumLuminance
    result.minimum_luminance = values.minimumLuminance
    result.maximum_content_light = values.maximumContentLightLevel
    result.maximum_frame_light = values.maximumFrameAverageLightLevel
    try result.write(to: metadata, "metadata")
  }
}

@c @implementation
public func glaze_surface_release(_ surface: OpaquePointer!) {
  HandleTable.shared.release(surface) { $0 == .surface }
}

@c @implementation
public func glaze_surface_egl_image(_ surface: OpaquePointer!) -> UnsafeMutableRawPointer! {
  attempt(or: nil) { try GlazeC.surface(surface).eglImage }
}

@c @implementation
public func glaze_surface_export(
  _ surface: OpaquePointer!, _ buffer: UnsafeMutablePointer<glaze_dma_buffer>!
) -> glaze_code {
  attempt {
    try glaze_dma_buffer().write(to: buffer, "buffer")
    let exported = try GlazeC.surface(surface).makeBuffer()
    var result = glaze_dma_buffer()
    (result.width, result.height) = (
      UInt32(clamping: exported.width), UInt32(clamping: exported.height)
    )
    result.format = exported.format.rawValue
    result.modifier = exported.modifier ?? DMABuffer.unknown
    result.plane_count = UInt32(exported.planes.count)
    withUnsafeMutableBytes(of: &result.planes) { bytes in
      let planes = bytes.bindMemory(to: glaze_plane.self)
      for (index, plane) in exported.planes.prefix(planes.count).enumerated() {
        planes[index] = glaze_plane(
          descriptor: plane.descriptor, offset: UInt32(clamping: plane.offset),
          bytes_per_row: UInt32(clamping: plane.bytesPerRow))
      }
    }
    try result.write(to: buffer, "buffer")
  }
}
