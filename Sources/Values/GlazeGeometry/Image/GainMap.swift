import Foundation
import Synchronization

/// The second rendition of an image: how much brighter each place is in HDR.
///
/// Observed: ISO 21496-1, and the metadata of Ultra HDR.
package final class GainMap: Sendable {
  /// The numbers for red, green or blue.
  package struct Channel: Sendable, Hashable {
    /// The least gain of the map, in stops.
    package var least = 0.0
    /// The greatest gain of the map, in stops.
    package var most = 0.0
    /// The map's numbers are gains to the power of this.
    package var gamma = 1.0
    /// Light that is added to that of the standard image, before the gain.
    package var standardOffset = 1.0 / 64
    /// Light that is subtracted after the gain.
    package var brightOffset = 1.0 / 64

    package init() {}

    package var isValid: Bool {
      [least, most, gamma, standardOffset, brightOffset].allSatisfy { abs($0) <= 32 }
        && gamma >= 1.0 / 64 && most >= least
    }
  }

  /// Red, green and blue.
  package let channels: [Channel]
  /// The brightest light of the HDR rendition in multiples of white, above 1.
  package let headroom: Float
  package let width: Int
  package let height: Int
  /// Red, green, blue and a fourth byte of each place of the map, row 0 at the top.
  package let pixels: [UInt8]
  private let rendition = Mutex<CGImage?>(nil)

  /// - Parameters:
  ///   - channels: three, each valid.
  ///   - headroom: above 1.
  ///   - pixels: `width * height * 4` bytes; the fourth of each place is ignored.
  package init(channels: [Channel], headroom: Float, width: Int, height: Int, pixels: [UInt8]) {
    precondition(channels.count == 3 && pixels.count == width * height * 4)
    (self.channels, self.headroom) = (channels, headroom)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Makes the map that leads from a standard image to an HDR rendition; nil where nothing in the
  /// rendition is brighter than white.
  ///
  /// All channels have one gain, that of the brightest component: curves that compress light keep
  /// the ratios of components.
  ///
  /// - Parameters:
  ///   - standard: red, green, blue and a fourth byte of each pixel, with the curve of sRGB.
  ///   - light: the light of red, green and blue of the rendition, and a fourth number.
  package convenience init?(from standard: [UInt8], to light: [Float16], width: Int, height: Int) {
    precondition(standard.count == light.count && standard.count == width * height * 4)
    var channel = Channel()
    var brightest = 1.0
    let gains = stride(from: 0, to: light.count, by: 4).map { pixel -> Float in
      let most = Double(max(light[pixel], light[pixel + 1], light[pixel + 2], 0))
      let level = max(standard[pixel], standard[pixel + 1], standard[pixel + 2])
      let base = Double(Self.lightOfByte[Int(level)])
      brightest = max(brightest, most)
      return Float(log2((most + channel.brightOffset) / (base + channel.standardOffset)))
    }
    // A step of the light that half floats hold is not brighter than white.
    guard brightest > 1.001, let least = gains.min(), let most = gains.max() else { return nil }
    (channel.least, channel.most) = (Double(least), Double(most))
    let scale = most > least ? 255 / (most - least) : 0
    var pixels = [UInt8](repeating: 255, count: light.count)
    for (place, gain) in gains.enumerated() {
      let number = UInt8(clamping: (gain - least) * scale + 0.5)
      for index in place * 4..<place * 4 + 3 { pixels[index] = number }
    }
    self.init(
      channels: [channel, channel, channel], headroom: Float(brightest), width: width,
      height: height, pixels: pixels)
  }

  /// Returns the HDR rendition of an image whose map this is; computes it once.
  fileprivate func applied(to image: CGImage) -> CGImage {
    rendition.withLock { known in
      if let known { return known }
      let made = render(image)
      known = made
      return made
    }
  }

  // MARK: Arithmetic

  /// The gain for each step of a channel's numbers; between two, it is that of the nearer one.
  private static let steps = 4096
  /// The light of each number of a standard image.
  private static let lightOfByte = (0...255).map {
    Float(OutputColor.light(ofSRGB: Double($0) / 255))
  }

  private func factors(_ channel: Channel) -> [Float] {
    (0...Self.steps).map { step in
      let gain = pow(Double(step) / Double(Self.steps), 1 / channel.gamma)
      return Float(exp2(channel.least + (channel.most - channel.least) * gain))
    }
  }

  /// Two places of the map and the share of the second, for a pixel of the image.
  private struct Tap {
    var (first, second): (Int, Int)
    var share: Float

    init(_ pixel: Int, of count: Int, in size: Int) {
      let place = (Float(pixel) + 0.5) * Float(size) / Float(count) - 0.5
      let whole = max(0, Int(clamping: place.rounded(.down)))
      first = min(whole, size - 1)
      second = min(whole + 1, size - 1)
      share = min(max(place - Float(whole), 0), 1)
    }
  }

  private func render(_ image: CGImage) -> CGImage {
    let factors = channels.map(factors)
    let across = (0..<image.width).map { Tap($0, of: image.width, in: width) }
    let (bytes, deep) = (image.pixels, image.deepPixels)
    var halves = [Float16](repeating: 1, count: image.width * image.height * 4)
    for y in 0..<image.height {
      let down = Tap(y, of: image.height, in: height)
      for x in 0..<image.width {
        let place = (y * image.width + x) * 4
        for channel in 0..<3 {
          let step = Int(clamping: (sample(across[x], down, channel) * Float(Self.steps) + 0.5))
          let light =
            deep.map { Float(OutputColor.light(ofSRGB: Double($0[place + channel]))) }
            ?? Self.lightOfByte[Int(bytes[place + channel])]
          let offsets = channels[channel]
          let bright =
            (light + Float(offsets.standardOffset)) * factors[channel][min(step, Self.steps)]
            - Float(offsets.brightOffset)
          let number = Float(OutputColor.sRGB(ofLight: Double(bright)))
          halves[place + channel] = Float16(min(max(number, -65504), 65504))
        }
      }
    }
    return CGImage(
      width: image.width, height: image.height, deep: halves, isOpaque: true,
      alphaInfo: image.alphaInfo, shouldInterpolate: image.shouldInterpolate,
      renderingIntent: image.renderingIntent, contentHeadroom: headroom)
  }

  /// The map's number at a place, from 0 to 1, interpolated linearly.
  private func sample(_ across: Tap, _ down: Tap, _ channel: Int) -> Float {
    func number(_ x: Int, _ y: Int) -> Float { Float(pixels[(y * width + x) * 4 + channel]) }
    func row(_ y: Int) -> Float {
      number(across.first, y) * (1 - across.share) + number(across.second, y) * across.share
    }
    return (row(down.first) * (1 - down.share) + row(down.second) * down.share) / 255
  }
}

extension CGImage {
  /// Returns an opaque image with the same pixels and a gain map, whose headroom becomes its own.
  package func adding(_ gainMap: GainMap) -> CGImage {
    CGImage(
      width: width, height: height, storage: storage, isOpaque: isOpaque, alphaInfo: alphaInfo,
      isMask: isMask, shouldInterpolate: shouldInterpolate, renderingIntent: renderingIntent,
      deepPixels: deepPixels, contentHeadroom: gainMap.headroom, gainMap: gainMap)
  }

  /// The HDR rendition of an image with a gain map; the image itself without one.
  ///
  /// - Complexity: O(pixels) on first use.
  package var brightRendition: CGImage { gainMap?.applied(to: self) ?? self }
}
