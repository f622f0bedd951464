import GlazeGeometry

/// A frame of an animated image as it is stored: an area of the image, and its disposal.
struct StoredFrame: Sendable {
  /// The action on the area before the next frame.
  enum Disposal: Sendable {
    case keep
    /// Makes it transparent.
    case clear
    /// Restores the pixels from before the frame.
    case restore
  }

  var area: PixelArea
  /// The duration in seconds, from the file.
  var delay: Double
  var disposal = Disposal.keep
  /// A Boolean value that indicates whether the frame is blended with the image instead of
  /// replacing it.
  var blends = true
  /// The ranges of the file that hold the pixels.
  var ranges: [Range<Int>] = []

  /// - Throws: `corrupt` when the decoded pixels have another size.
  func check(_ pixels: DecodedPixels, name: String) throws(ImageError) {
    guard pixels.width == area.width, pixels.height == area.height else {
      throw .corrupt(name: name, detail: "the size of a frame contradicts its header")
    }
  }
}

/// The frames of an animated image.
struct StoredFrames: Sendable {
  /// The largest number of frames: a frame may be three bytes and cost as much work as a whole
  /// image.
  static let maximumCount = 10_000

  var width: Int
  var height: Int
  var frames: [StoredFrame] = []
  /// The number of times that the frames are played; 0 is forever.
  var loopCount = 0
  /// A Boolean value that indicates whether the image may have transparent pixels.
  var hasAlpha = true

  /// - Throws: `corrupt` when a frame is empty or not inside the image.
  mutating func append(_ frame: StoredFrame, name: String) throws(ImageError) {
    let area = frame.area
    guard area.x >= 0, area.y >= 0, area.width > 0, area.height > 0,
      area.x + area.width <= width, area.y + area.height <= height
    else {
      throw .corrupt(name: name, detail: "frame \(frames.count + 1) is not inside the image")
    }
    guard frames.count < Self.maximumCount else {
      throw .unsupported(name: name, detail: "it has more than \(Self.maximumCount) frames")
    }
    frames.append(frame)
  }
}

/// An image on which frames are composited in their order.
struct FrameCanvas: Sendable {
  /// The pixels: premultiplied R, G, B, A.
  private(set) var pixels: [UInt8]
  /// The number of the next frame.
  private(set) var next = 0
  private let width: Int
  /// The action before the next frame.
  private var pending: (frame: StoredFrame, before: [UInt8])?

  init(_ frames: StoredFrames) {
    width = frames.width
    pixels = [UInt8](repeating: 0, count: frames.width * frames.height * 4)
  }

  /// Composites a frame over the previous ones.
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
