import GlazeDrawing
import GlazeGeometry
import Testing

/// Reads the GIF files that Glaze writes.
@Suite struct GIFWritingTests {
  private func file(_ images: [CGImage], delays: [Double], loops: Int = 0) throws -> ImageFile {
    let pages = zip(images, delays).map { ImageWriter.Page(image: $0, delay: $1) }
    let bytes = try ImageWriter.encode(pages, as: .gif, quality: 1, loopCount: loops)
    return try ImageFile(bytes, name: "written.gif")
  }

  private func image(_ width: Int, _ height: Int, _ color: (Int, Int) -> Pixel) -> CGImage {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: bytes(width: width, height: height) { color($0, $1).premultiplied })
  }

  @Test(arguments: [0, 1, 3]) func framesAndTimesComeBack(loops: Int) throws {
    let images = (0..<3).map { frame in
      image(24, 16) { x, y in
        let isSquare = (4..<8).contains(y) && (4 * frame..<4 * frame + 4).contains(x)
        return isSquare ? Pixel(0, 255, 0, 255) : Pixel(255, 0, 0, 255)
      }
    }
    let file = try file(images, delays: [0.1, 0.2, 0.35], loops: loops)
    #expect(file.count == 3 && file.loopCount == loops)
    for frame in [0, 1, 2, 0] {
      #expect(try file.image(at: frame).pixels == images[frame].pixels)
    }
    let delays = try (0..<3).map { try file.info(at: $0).delay }
    #expect(delays == [0.1, 0.2, 0.35])
  }

  /// A transparent part of a frame does not show the previous one.
  @Test func holesStay() throws {
    let images = (0..<2).map { frame in
      image(9, 5) { x, _ in x % 2 == frame ? Pixel(10, 20, 30, 255) : Pixel(0, 0, 0, 0) }
    }
    let file = try file(images, delays: [0.1, 0.1])
    for frame in 0..<2 { #expect(try file.image(at: frame).pixels == images[frame].pixels) }
  }

  /// Codes of all widths and full tables; 255 colors represent 65,536.
  @Test func manyColours() throws {
    let smooth = image(256, 256) { x, y in Pixel(UInt8(x), UInt8(y), 128, 255) }
    let written = try file([smooth], delays: [0]).image(at: 0).pixels
    var sum = 0
    for place in written.indices { sum += abs(Int(written[place]) - Int(smooth.pixels[place])) }
    // A box of 1/255 of the colors is 16 wide.
    #expect(sum < written.count * 4)
    let few = image(200, 200) { x, y in
      Pixel(UInt8(truncatingIfNeeded: (x * 7919 + y * 104729) % 251), 0, 0, 255)
    }
    #expect(try file([few], delays: [0]).image(at: 0).pixels == few.pixels)
  }
}
