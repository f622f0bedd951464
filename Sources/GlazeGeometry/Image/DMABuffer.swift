/// A picture in memory that the kernel shares between devices and programs: a dma-buf.
///
/// Video decoders, cameras, compositors and GBM hand out such buffers. The descriptors stay the caller's.
///
/// Source: `linux/dma-buf.h`, `drm_fourcc.h`, `EGL_EXT_image_dma_buf_import`.
public struct DMABuffer: Sendable, Hashable {
  /// How pixels lie in memory, as DRM's four characters name it.
  public struct Format: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// DRM's code, `DRM_FORMAT_*`.
    public let rawValue: UInt32
    /// Makes a format of DRM's code; which of them can be drawn the device decides.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// B, G, R, A in the order of addresses.
    public static let argb8888 = Format("AR24")
    /// B, G, R and a byte without meaning.
    public static let xrgb8888 = Format("XR24")
    /// R, G, B, A in the order of addresses.
    public static let abgr8888 = Format("AB24")
    /// R, G, B and a byte without meaning.
    public static let xbgr8888 = Format("XB24")
    /// A plane of Y, and one of Cb and Cr at half the size, 8 bits each.
    public static let nv12 = Format("NV12")
    /// As `nv12`, with 10 bits in the upper part of 16.
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

  /// A part of the buffer with components of its own.
  public struct Plane: Sendable, Hashable {
    /// The dma-buf, as a file descriptor; planes may share one.
    public var descriptor: Int32
    /// Where the first row begins, in bytes.
    public var offset: Int
    /// From a row to the next, in bytes.
    public var bytesPerRow: Int

    /// Makes a plane.
    public init(descriptor: Int32, offset: Int = 0, bytesPerRow: Int) {
      (self.descriptor, self.offset, self.bytesPerRow) = (descriptor, offset, bytesPerRow)
    }
  }

  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// How pixels lie in memory.
  public var format: Format
  /// How a device arranges them there, `DRM_FORMAT_MOD_*`; nil leaves it to the driver that made the buffer.
  public var modifier: UInt64?
  /// One for RGB, two for `nv12` and `p010`; drivers add more for compression.
  public var planes: [Plane]
  /// What Y, Cb and Cr mean; not used for RGB.
  public var encoding: YCbCrEncoding

  /// Rows follow one another, `DRM_FORMAT_MOD_LINEAR`: such a buffer can be read by the CPU, too.
  public static let linear: UInt64 = 0

  /// Describes a buffer.
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - format: how pixels lie in memory.
  ///   - modifier: how a device arranges them; `linear` by default.
  ///   - planes: where the components are.
  ///   - encoding: what Y, Cb and Cr mean.
  public init(
    width: Int, height: Int, format: Format, modifier: UInt64? = DMABuffer.linear,
    planes: [Plane], encoding: YCbCrEncoding = .rec709
  ) {
    (self.width, self.height, self.format) = (width, height, format)
    (self.modifier, self.planes, self.encoding) = (modifier, planes, encoding)
  }
}

extension DMABuffer.Format {
  /// What the planes hold.
  package enum Layout: Sendable, Hashable {
    /// Four bytes a pixel.
    case rgb(isBGR: Bool, hasAlpha: Bool)
    /// Y, and Cb with Cr at half the size.
    case yCbCr(isDeep: Bool)
  }

  /// The layout of a format that Glaze knows.
  package var layout: Layout? {
    switch self {
    case .argb8888: .rgb(isBGR: true, hasAlpha: true)
    case .xrgb8888: .rgb(isBGR: true, hasAlpha: false)
    case .abgr8888: .rgb(isBGR: false, hasAlpha: true)
    case .xbgr8888: .rgb(isBGR: false, hasAlpha: false)
    case .nv12: .yCbCr(isDeep: false)
    case .p010: .yCbCr(isDeep: true)
    default: nil
    }
  }
}
