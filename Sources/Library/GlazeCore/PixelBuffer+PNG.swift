package import GlazeDrawing
import GlazeGeometry
package import GlazePlan

extension PixelBuffer {
  /// Encodes the pixels as PNG in their own encoding, with straight alpha.
  ///
  /// - Parameter maximumThreads: the number of threads that compress; nil is all cores.
  /// - Throws: `GlazeError.Code.invalidArgument` for floating point, which PNG does not hold.
  package func png(maximumThreads: Int?) throws -> [UInt8] {
    switch output.depth {
    case .half, .float: throw GlazeError.unheldEncoding("png", output)
    case .bits10, .bits16:
      return try PNG.encode(encodedPixels)
    case .bits8:
      return try bytes.withUnsafeBytes { pixels in
        try PNG.encode(
          premultipliedRGBA: pixels, width: width, height: height, maximumThreads: maximumThreads,
          output: output)
      }
    }
  }

  /// The pixels in 16 bits with straight alpha, for files.
  package var encodedPixels: EncodedPixels {
    EncodedPixels(width: width, height: height, samples: straight16, output: output)
  }
}
