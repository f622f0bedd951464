import GlazeGeometry

/// Pixels that were decoded from a file: R, G, B, A bytes, row 0 at the top, without padding.
///
/// Readers return straight alpha, unless they state otherwise; `premultiply()` or
/// `turnLuminanceIntoAlpha()` comes next.
struct DecodedPixels {
  let width: Int
  let height: Int
  /// A Boolean value that indicates whether some alpha may be below 255; false guarantees that all
  /// are 255.
  let hasAlpha: Bool
  /// A Boolean value that indicates whether colors are already multiplied by alpha.
  private(set) var isPremultiplied = false
  private(set) var bytes: [UInt8]

  /// Calls `fill` to write all `width * height * 4` bytes into uninitialized memory.
  init(
    width: Int, height: Int, hasAlpha: Bool,
    fill: (UnsafeMutableRawBufferPointer) -> ImageError?
  ) throws(ImageError) {
    let count = width * height * 4
    var failure: ImageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      failure = fill(
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
      initializedCount = failure == nil ? count : 0
    }
    if let failure { throw failure }
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.bytes = bytes
  }

  /// Takes pixels that are multiplied by alpha.
  init(premultiplied bytes: [UInt8], width: Int, height: Int) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
    (hasAlpha, isPremultiplied) = (true, true)
  }

  /// Makes the premultiplied canvas of an animated image with its first frame.
  init(_ frame: DecodedPixels, of frames: StoredFrames, name: String) throws(ImageError) {
    try frames.frames[0].check(frame, name: name)
    var frame = frame
    frame.premultiply()
    var canvas = FrameCanvas(frames)
    canvas.add(frames.frames[0], frame)
    width = frames.width
    height = frames.height
    hasAlpha = true
    isPremultiplied = true
    bytes = canvas.pixels
  }

  /// Multiplies color by alpha, rounding to nearest.
  mutating func premultiply() {
    guard hasAlpha, !isPremultiplied else { return }
    mapPixels(Self.premultiplied)
  }

  /// Returns a pixel, red in the lowest byte, with its color multiplied by alpha and rounded to
  /// nearest.
  @inline(__always)
  static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    // Two channels of 16 bits at a time: x / 255 rounded is (x + 128 + (x + 128) / 256) / 256.
    var redBlue = (pixel & 0x00FF_00FF) &* alpha &+ 0x0080_0080
    redBlue = (redBlue &+ ((redBlue >> 8) & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    var green = (pixel >> 8 & 0xFF) &* alpha &+ 0x80
    green = (green &+ (green >> 8)) & 0xFF00
    return alpha << 24 | green | redBlue
  }

  /// Treats colors as multiplied by alpha, and clamps them to it.
  mutating func takeAsPremultiplied() {
    isPremultiplied = true
    guard hasAlpha else { return }
    mapPixels { pixel in
      let alpha = pixel >> 24
      return min(pixel & 0xFF, alpha) | min(pixel >> 8 & 0xFF, alpha) << 8
        | min(pixel >> 16 & 0xFF, alpha) << 16 | alpha << 24
    }
  }

  /// Treats bytes as B, G, R, A with colors that are multiplied by alpha, and clamps them to it.
  mutating func takeAsPremultipliedBGRA() {
    isPremultiplied = true
    mapPixels { pixel in
      let alpha = pixel >> 24
      let (blue, green, red) = (pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF)
      return min(red, alpha) | min(green, alpha) << 8 | min(blue, alpha) << 16 | alpha << 24
    }
  }

  /// Makes a white, premultiplied image whose alpha is the luminance times the previous alpha.
  mutating func turnLuminanceIntoAlpha() {
    let isPremultiplied = self.isPremultiplied
    mapPixels { pixel in
      let red = pixel & 0xFF
      let green = pixel >> 8 & 0xFF
      let blue = pixel >> 16 & 0xFF
      // The weights of Rec. 709 in 16 bits add up to 65536, so that gray keeps its value.
      let luma = (13_933 &* red &+ 46_871 &* green &+ 4_732 &* blue &+ 0x8000) >> 16
      if isPremultiplied { return luma &* 0x0101_0101 }
      let product = luma &* (pixel >> 24) &+ 128
      return ((product &+ product >> 8) >> 8) &* 0x0101_0101
    }
  }

  /// Replaces each pixel, with red in the lowest byte.
  @inline(__always)
  private mutating func mapPixels(_ transform: (UInt32) -> UInt32) {
    bytes.withUnsafeMutableBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        let pixel = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        bytes.storeBytes(of: transform(pixel).littleEndian, toByteOffset: offset, as: UInt32.self)
      }
    }
  }
}
