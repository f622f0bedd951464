import Glaze
@testable import GlazeCore
import GlazeGeometry
import GlazePlan
import Testing

/// Frames above white in the 8 bits in which they are compared.
@Suite struct RangeTests {
  /// A row of light from 0 to the headroom, in half floats.
  private static func frame(_ output: OutputColor) -> PixelBuffer {
    let floats = (0..<17).flatMap { x -> [Float] in
      let number = Float(output.encode(Double(x) / 16 * output.headroom))
      return [number, number / 2, 0, 1]
    }
    var bytes = [UInt8](repeating: 0, count: 17 * 8)
    floats.withUnsafeBytes { source in
      bytes.withUnsafeMutableBytes {
        FramePlan.PixelFormat.float16.store(source, count: 17, in: $0)
      }
    }
    var frame = PixelBuffer(width: 17, height: 1, bytes: bytes)
    (frame.format, frame.output) = (.float16, output)
    return frame
  }

  /// Pages show the light above white, and sRGB, of frames that were compared in 8 bits.
  @Test(arguments: [OutputColor.Transfer.linear, .sRGB, .gamma2_2])
  func comparedFramesKeepTheirLight(transfer: OutputColor.Transfer) throws {
    let output = OutputColor(primaries: .displayP3, transfer: transfer, depth: .half, headroom: 4)
    let frame = Self.frame(output)
    let bytes = frame.inBytes
    #expect(bytes.format == .unorm8 && bytes.bytes[16 * 4] == 255)
    let (exact, map) = (try #require(frame.brightnessMap), try #require(bytes.brightnessMap))
    #expect(exact.bytes.contains(255) && Set(exact.bytes).count > 10)
    // A step of 8 bits of linear light is visible near black, and white itself is on neither side.
    for x in 2..<17 where x != 4 {
      for channel in 0..<4 {
        let difference = abs(
          Int(exact.bytes[x * 4 + channel]) - Int(map.bytes[x * 4 + channel]))
        #expect(difference <= 6, "\(x) \(channel)")
        let shown = abs(
          Int(frame.rendition.bytes[x * 4 + channel]) - Int(bytes.rendition.bytes[x * 4 + channel]))
        #expect(shown <= 6, "\(x) \(channel)")
      }
    }
    let pair = try ReportPair(bytes, bytes.mirrored, titles: ("expected", "actual"))
    #expect(pair.bright?.count == 2)
    #expect(try ReportPair(bytes.flipped, bytes, titles: ("", "")).levels == 0)
    var standard = frame
    standard.output.headroom = 1
    #expect(standard.inBytes.brightnessMap == nil)
  }
}
