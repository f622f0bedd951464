/// An image in memory that the kernel shares between devices and programs: a dma-buf.
///
/// Video decoders, cameras, compositors and GBM provide such buffers. The caller keeps the
/// ownership of the descriptors.
///
/// Source: `linux/dma-buf.h`, `drm_fourcc.h`, `EGL_EXT_image_dma_buf_import`.
public struct DMABuffer: Sendable, Hashable {
  /// The layout of pixels in memory, named by DRM's four characters.
  public struct Format: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// DRM's code, `DRM_FORMAT_*`.
    public let rawValue: UInt32
    /// Makes a format from DRM's code; the device decides which formats can be drawn.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// B, G, R, A in the order of addresses.
    public static let argb8888 = Format("AR24")
    /// B, G, R and an unused byte.
    public static let xrgb8888 = Format("XR24")
    /// R, G, B, A in the order of addresses.
    public static let abgr8888 = Format("AB24")
    /// R, G, B and an unused byte.
    public static let xbgr8888 = Format("XB24")
    /// R, G, B with 10 bits each and A with 2, from the lowest bit: frames only.
    public static let abgr2101010 = Format("AB30")
    /// B, G, R with 10 bits each and A with 2, from the lowest bit: frames only.
    public static let argb2101010 = Format("AR30")
    /// B, G, R with 10 bits each, from the lowest bit, and 2 unused ones: frames only.
    public static let xrgb2101010 = Format("XR30")
    /// R, G, B, A as half floats in the order of addresses: frames only.
    public static let abgr16161616f = Format("AB4H")
    /// A plane of Y, and a plane of Cb and Cr at half the size, 8 bits each.
    public static let nv12 = Format("NV12")
    /// Like `nv12`, with 10 bits in the upper part of 16.
    public static let p010 = Format("P010")

    package init(_ code: StaticString) {
      rawValue = code.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The four characters.
    public var description: String {
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8)) }
      return String(decoding: bytes.filter { (0x20..<0x7f).contains($0) }, as: UTF8.self)
    }
  }

  /// A part of the buffer with its own components.
  public struct Plane: Sendable, Hashable {
    /// The dma-buf, as a file descriptor; planes may share one.
    public var descriptor: Int32
    /// The offset of the first row, in bytes.
    public var offset: Int
    /// The distance from one row to the next, in bytes.
    public var bytesPerRow: Int

    /// Makes a plane.
    public init(descriptor: Int32, offset: Int = 0, bytesPerRow: Int) {
      (self.descriptor, self.offset, self.bytesPerRow) = (descriptor, offset, bytesPerRow)
    }
  }

  /// The width, in pixels.
  public var width: Int
  /// The height, in pixels.
  public var height: Int
  /// The layout of pixels in memory.
  public var format: Format
  /// The arrangement of pixels by the device, `DRM_FORMAT_MOD_*`; nil leaves it to the driver that
  /// made the buffer.
  public var modifier: UInt64?
  /// The planes: one for RGB, two for `nv12` and `p010`; drivers add more for compression.
  public var planes: [Plane]
  /// The meaning of Y, Cb and Cr; not used for RGB.
  public var encoding: YCbCrEncoding

  /// Contiguous rows, `DRM_FORMAT_MOD_LINEAR`: the CPU can also read such a buffer.
  public static let linear: UInt64 = 0

  /// Describes a buffer.
  ///
  /// - Parameters:
  ///   - width: the width, in pixels.
  ///   - height: the height, in pixels.
  ///   - format: the layout of pixels in memory.
  ///   - modifier: the arrangement of pixels by the device; `linear` by default.
  ///   - planes: the positions of the components.
  ///   - encoding: the meaning of Y, Cb and Cr.
  public init(
    width: Int, height: Int, format: Format, modifier: UInt64? = DMABuffer.linear,
    planes: [Plane], encoding: YCbCrEncoding = .rec709
  ) {
    (self.width, self.height, self.format) = (width, height, format)
    (self.modifier, self.planes, self.encoding) = (modifier, planes, encoding)
  }
}

extension DMABuffer.Format {
  /// The content of the planes.
  package enum Layout: Sendable, Hashable {
    /// Four bytes for each pixel.
    case rgb(isBGR: Bool, hasAlpha: Bool)
    /// 10 bits for each color in four bytes.
    case rgb10(isBGR: Bool)
    /// A half float for each component.
    case half
    /// Y, and Cb with Cr at half the size.
    case yCbCr(isDeep: Bool)
  }

  /// The layout of a format that Glaze supports.
  package var layout: Layout? {
    switch self {
    case .argb8888: .rgb(isBGR: true, hasAlpha: true)
    case .xrgb8888: .rgb(isBGR: true, hasAlpha: false)
    case .abgr8888: .rgb(isBGR: false, hasAlpha: true)
    case .xbgr8888: .rgb(isBGR: false, hasAlpha: false)
    case .abgr2101010: .rgb10(isBGR: false)
    case .argb2101010, .xrgb2101010: .rgb10(isBGR: true)
    case .abgr16161616f: .half
    case .nv12: .yCbCr(isDeep: false)
    case .p010: .yCbCr(isDeep: true)
    default: nil
    }
  }
}
