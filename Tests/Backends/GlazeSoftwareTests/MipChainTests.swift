import GlazeGeometry
import GlazePlan
import Testing

/// The mip levels of an image.
@Suite struct MipChainTests {
  @Test func sizesHalveDownToOne() {
    let chain = MipChain(image: makeImage(13, 4) { _, _ in SIMD4(9, 8, 7, 255) })
    #expect(chain.levels.map(\.width) == [13, 6, 3, 1])
    #expect(chain.levels.map(\.height) == [4, 2, 1, 1])
    for level in chain.levels {
      #expect(level.pixels.count == level.width * level.height * 4)
      for texel in 0..<level.width * level.height {
        #expect(Array(level.pixels[texel * 4..<texel * 4 + 4]) == [9, 8, 7, 255])
      }
    }
  }

  @Test func theBaseIsTheImage() {
    let image = makeImage(3, 2) { x, y in SIMD4(UInt8(x), UInt8(y), 0, 255) }
    #expect(MipChain(image: image).levels[0].pixels == image.pixels)
    #expect(MipChain(image: image, level: 0).levels.count == 1)
    #expect(MipChain(image: image, level: 0).levels[0].pixels == image.pixels)
  }

  @Test func evenSizesAverageFour() {
    let values: [UInt8] = [0, 255, 3, 3, 1, 1, 3, 4]
    let chain = MipChain(
      image: makeImage(4, 2) { x, y in SIMD4(values[y * 4 + x], 0, 255, values[y * 4 + x]) })
    // 257 / 4 = 64.25 and 13 / 4 = 3.25.
    #expect(chain.levels[1].pixels == [64, 0, 255, 64, 3, 0, 255, 3])
  }

  @Test func oddSizesWeighByArea() {
    let values: [UInt8] = [100, 0, 0, 0, 200]
    let chain = MipChain(image: makeImage(5, 1) { x, _ in SIMD4(values[x], 0, 0, 255) })
    // Texels are 2.5 wide: the first three have weights of 2, 2 and 1 fifths, the last 1, 2 and 2.
    #expect(chain.levels[1].pixels == [40, 0, 0, 255, 80, 0, 0, 255])
  }

  /// Half floats of all magnitudes, including negative and subnormal ones, which have fewer bits.
  @Test func deepImagesAreHalvedAsNumbers() throws {
    let numbers: [Float16] = [0.1, -3, 6e-8, -1e-5, 60000, 0.333, -0.0, 1, 2048.5, 7e-5, 0.9995]
    let halves = (0..<32).map { $0 % 4 == 3 ? 1 : numbers[$0 % numbers.count] }
    let image = CGImage(width: 4, height: 2, deepPixels: halves)
    let levels = MipChain(image: image).levels
    for x in 0..<2 {
      for k in 0..<4 {
        let sum = [0, 1, 4, 5].reduce(Float(0)) { $0 + Float(halves[(2 * x + $1) * 4 + k]) * 0.25 }
        #expect(levels[1].deepPixels?[x * 4 + k] == Float16(sum))
      }
    }
    // The level of the original size takes no memory.
    let own = try #require(image.deepPixels).withUnsafeBytes { $0.baseAddress }
    #expect(try #require(levels[0].deepPixels).withUnsafeBytes { $0.baseAddress } == own)
  }

  @Test(arguments: [(2, 2), (7, 5), (64, 33), (100, 1), (1, 31)])
  func theMeanStays(size: (Int, Int)) {
    var sum = 0
    let image = makeImage(size.0, size.1) { x, y in
      let value = UInt8((x * 37 + y * 91) % 256)
      sum += Int(value)
      return SIMD4(value, value, value, 255)
    }
    let last = MipChain(image: image).levels.last
    #expect(last?.width == 1 && last?.height == 1)
    let mean = Double(sum) / Double(size.0 * size.1)
    #expect(abs(Double(last?.pixels[0] ?? 0) - mean) < 2)
  }
}
