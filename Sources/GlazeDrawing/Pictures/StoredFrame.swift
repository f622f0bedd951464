import GlazeGeometry

/// A frame of a moving picture as its file has it: an area of the picture, and what becomes of it.
struct StoredFrame: Sendable {
  /// What is done to the area before the next frame.
  enum Disposal: Sendable {
    case keep
    /// Makes it transparent.
    case clear
    /// Puts back what was there before the frame.
    case restore
  }

  var area: PixelArea
  /// In seconds, as the file says.
  var delay: Double
  var disposal = Disposal.keep
  /// Whether the frame is laid over what is there, or replaces it.
  var blends = true
  /// Where in the file its pixels are.
  var ranges: [Range<Int>] = []

  /// - Throws: `corrupt` when the pixels that were read are those of another size.
  func check(_ pixels: DecodedPixels, name: String) throws(ImageError) {
    guard pixels.width == area.width, pixels.height == area.height else {
      throw .corrupt(name: name, detail: "a frame is not as large as it says")
    }
  }
}

/// The frames of a moving picture.
struct StoredFrames: Sendable {
  /// More are an error: a frame may take three bytes and a whole picture's work.
  static let maximumCount = 10_000

  var width: Int
  var height: Int
  var frames: [StoredFrame] = []
  /// How often all is played; 0 is for ever.
  var loopCount = 0
  /// Whether the picture may be transparent somewhere.
  var hasAlpha = true

  /// - Throws: `corrupt` when a frame lies outside of the picture, or is empty.
  mutating func append(_ frame: StoredFrame, name: String) throws(ImageError) {
    let area = frame.area
    guard area.x >= 0, area.y >= 0, area.width > 0, area.height > 0,
      area.x + area.width <= width, area.y + area.height <= height
    else {
      throw .corrupt(name: name, detail: "frame \(frames.count + 1) lies outside of the picture")
    }
    guard frames.count < Self.maximumCount else {
      throw .unsupported(name: name, detail: "it has more than \(Self.maximumCount) frames")
    }
    frames.append(frame)
  }
}

/// A picture on which frames are laid, one after the other.
struct FrameCanvas: Sendable {
  /// Premultiplied R, G, B, A.
  private(set) var pixels: [UInt8]
  /// The number of the frame that comes next.
  private(set) var next = 0
  private let width: Int
  /// What is done before the next frame.
  private var pending: (frame: StoredFrame, before: [UInt8])?

  init(_ frames: StoredFrames) {
    width = frames.width
    pixels = [UInt8](repeating: 0, count: frames.width * frames.height * 4)
  }

  /// Lays a frame over those before it.
  mutating func add(_ frame: StoredFrame, _ decoded: DecodedPixels) {
    dispose()
    if frame.disposal != .keep { pending = (frame, frame.disposal == .restore ? pixels : []) }
    let area = frame.area
    let count = area.width * 4
    for row in 0..<area.height {
      let start = ((area.y + row) * width + area.x) * 4
      let source = decoded.bytes[(row * count)..<((row + 1) * count)]
      if frame.blends, decoded.hasAlpha {
        blend(source, at: start)
      } else {
        pixels.replaceSubrange(start..<(start + count), with: source)
      }
    }
    next += 1
  }

  private mutating func dispose() {
    guard let (frame, before) = pending else { return }
    pending = nil
    if frame.disposal == .restore {
      pixels = before
      return
    }
    for row in 0..<frame.area.height {
      let start = ((frame.area.y + row) * width + frame.area.x) * 4
      for index in start..<(start + frame.area.width * 4) { pixels[index] = 0 }
    }
  }

  private mutating func blend(_ source: ArraySlice<UInt8>, at start: Int) {
    source.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { target in
        for offset in stride(from: 0, to: source.count, by: 4) {
          let rest = 255 - UInt32(source[offset + 3])
          for channel in offset..<(offset + 4) {
            let product = UInt32(target[start + channel]) &* rest &+ 128
            let below = (product &+ product >> 8) >> 8
            target[start + channel] = UInt8(
              truncatingIfNeeded: min(255, UInt32(source[channel]) &+ below))
          }
        }
      }
    }
  }
}
