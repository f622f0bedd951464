package import GlazeGeometry

/// The pixels of an image in an encoding, for files.
package struct EncodedPixels: Sendable {
  /// The width in pixels.
  package let width: Int
  package let height: Int
  /// Straight R, G, B, A, row 0 at the top, without padding; 65,535 is 1.
  package let samples: [UInt16]
  package let output: OutputColor
  /// Whether every alpha is 65,535.
  package let isOpaque: Bool

  /// - Parameter samples: four for each pixel.
  package init(width: Int, height: Int, samples: [UInt16], output: OutputColor) {
    precondition(samples.count == width * height * 4, "four samples are needed for each pixel")
    (self.width, self.height) = (width, height)
    (self.samples, self.output) = (samples, output)
    isOpaque = stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 65535 }
  }
}

/// The brightness of frames, as HDR files record it.
package struct LightLevels: Sendable, Hashable {
  /// The brightest component of any pixel of any frame, in cd/m²: MaxCLL.
  package var brightest: Double
  /// The greatest mean over a frame of the pixels' brightest components, in cd/m²: MaxFALL.
  package var brightestFrame: Double

  package init(brightest: Double, brightestFrame: Double) {
    (self.brightest, self.brightestFrame) = (brightest, brightestFrame)
  }

  /// Measures an image; its transparent parts count as black.
  ///
  /// Source: CTA-861.3, annex P.
  package init(of pixels: EncodedPixels) {
    self.init(pixels.samples, pixels.output)
  }

  /// - Parameter samples: straight R, G, B, A.
  package init(_ samples: [UInt16], _ output: OutputColor) {
    // Each component is one of 65,536 numbers; most frames have few of them.
    var counts = [Int](repeating: 0, count: 65536)
    samples.withUnsafeBufferPointer { samples in
      for pixel in stride(from: 0, to: samples.count, by: 4) {
        let most = max(samples[pixel], samples[pixel + 1], samples[pixel + 2])
        let seen =
          samples[pixel + 3] == 65535
          ? most : UInt16(UInt32(most) * UInt32(samples[pixel + 3]) / 65535)
        counts[Int(seen)] += 1
      }
    }
    var (brightest, sum) = (0.0, 0.0)
    for (number, count) in counts.enumerated() where count > 0 {
      let light = output.decode(Double(number) / 65535) * output.whiteLuminance
      brightest = max(brightest, light)
      sum += light * Double(count)
    }
    self.init(
      brightest: brightest, brightestFrame: sum / Double(max(1, samples.count / 4)))
  }

  /// The levels of this and of other frames together.
  package func union(_ other: LightLevels) -> LightLevels {
    LightLevels(
      brightest: max(brightest, other.brightest),
      brightestFrame: max(brightestFrame, other.brightestFrame))
  }
}

/// The display for which frames are made, as HDR files record it.
package struct MasteringDisplay: Sendable, Hashable {
  /// The chromaticities of red, green, blue and white.
  package var chromaticities: [SIMD2<Double>]
  /// In cd/m².
  package var brightest: Double
  package var darkest = 0.005

  /// The display that shows all of an output: white times the headroom.
  package init(_ output: OutputColor) {
    chromaticities = output.chromaticities
    brightest = output.whiteLuminance * output.headroom
  }
}
