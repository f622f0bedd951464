import GlazeDrawing
import GlazeGeometry
import Testing

/// Files with several images, and formats whose libraries may be missing.
@Suite struct ImageFileTests {
  /// Makes four colors, the last of them half transparent.
  private func quad(hasAlpha: Bool) -> [UInt8] {
    let colors: [Pixel] = [
      Pixel(220, 40, 40, 255), Pixel(40, 200, 60, 255), Pixel(50, 70, 220, 255),
      Pixel(240, 240, 240, hasAlpha ? 128 : 255),
    ]
    return bytes(width: 24, height: 16) { x, y in
      colors[(x >= 12 ? 1 : 0) + (y >= 8 ? 2 : 0)].premultiplied
    }
  }

  @Test(
    arguments: [
      ("quad.tiff", false, 0), ("alpha.tiff", true, 0), ("still.gif", false, 0),
      ("quad.heic", false, 2), ("quad.avif", true, 2), ("quad.jp2", true, 0),
      ("quad.j2k", false, 0),
    ])
  func formatsAreRead(name: String, hasAlpha: Bool, tolerance: Int) throws {
    let image = try Resource.image(name)
    let difference = try #require(largestDifference(image.pixels, quad(hasAlpha: hasAlpha)))
    #expect(difference <= tolerance)
    #expect(image.isOpaque != hasAlpha)
  }

  /// 9,000 random bytes: codes of all widths, and a full table.
  @Test func gifsCodesGrow() throws {
    #expect(try Resource.image("noise.gif").pixels == Resource.image("noise.png").pixels)
  }

  /// The frames are red, with a green square, and with a blue one.
  @Test(arguments: ["moving.gif", "moving.png", "moving.webp"])
  func framesMove(name: String) throws {
    let file = try ImageFile(try Resource.bytes(name), name: name)
    let loops = ["moving.gif": 0, "moving.png": 3, "moving.webp": 2]
    #expect(file.count == 3 && file.loopCount == loops[name])
    let delays = try (0..<3).map { try file.info(at: $0).delay }
    #expect(delays == [0.1, 0.2, 0.3])
    func expected(_ frame: Int) -> [UInt8] {
      bytes(width: 24, height: 16) { x, y in
        let isSquare = frame > 0 && (4..<8).contains(y) && (4 * frame..<4 * frame + 4).contains(x)
        return isSquare
          ? (frame == 1 ? Pixel(0, 255, 0, 255) : Pixel(0, 0, 255, 255)) : Pixel(255, 0, 0, 255)
      }
    }
    // Forward, backward, and the same one again.
    for frame in [0, 1, 2, 2, 0, 2, 1] {
      #expect(try file.image(at: frame).pixels == expected(frame), "frame \(frame)")
    }
    #expect(try Resource.image(name).pixels == expected(0))
  }

  @Test func pagesAreCounted() throws {
    let file = try ImageFile(try Resource.bytes("pages.tiff"), name: "pages")
    #expect(file.count == 2 && file.loopCount == nil)
    #expect(try file.image(at: 0).pixels.prefix(4) == [255, 0, 0, 255])
    #expect(try file.image(at: 1).pixels.prefix(4) == [0, 0, 255, 255])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func orientationsAreRead(orientation: Int) throws {
    let image = CGImage(width: 24, height: 16, premultipliedRGBA: quad(hasAlpha: false))
    let page = ImageWriter.Page(image: image, orientation: orientation)
    for format in [FileFormat.jpeg, .tiff] {
      let file = try ImageFile(
        try ImageWriter.encode([page], as: format, quality: 1), name: "a")
      #expect(try file.info(at: 0).orientation == orientation)
    }
    // The orientation defines the location of the upper left corner.
    let corner = Array(image.upright(from: orientation).pixels.prefix(4))
    let corners = [0: 1, 12 * 4: 2, (8 * 24 + 12) * 4: 3, 8 * 24 * 4: 4]
    let places = [1: 1, 2: 2, 3: 3, 4: 4, 5: 1, 6: 4, 7: 3, 8: 2]
    let place = try #require(corners.first { $0.value == places[orientation] }?.key)
    #expect(corner == Array(image.pixels[place..<(place + 4)]))
    let isTurned = orientation >= 5
    #expect(image.upright(from: orientation).width == (isTurned ? 16 : 24))
  }

  /// A reduced pixel is the mean of the pixels that it covers, rounded.
  @Test func imagesAreReduced() {
    let pixels: [UInt8] = [0, 0, 0, 255, 100, 0, 0, 255, 200, 0, 0, 255, 60, 0, 0, 255]
    let row = CGImage(width: 4, height: 1, premultipliedRGBA: pixels)
    #expect(row.reduced(toSide: 2).pixels == [50, 0, 0, 255, 130, 0, 0, 255])
    #expect(row.reduced(toSide: 3).pixels.prefix(4) == [25, 0, 0, 255])
    #expect(row.reduced(toSide: 9) === row)
  }

  @Test func cameraFilesAreRead() throws {
    let file = try ImageFile(try Resource.bytes("orientation-6.jpg"), name: "a")
    #expect(try file.info(at: 0).orientation == 6)
  }

  @Test(arguments: [FileFormat.png, .webP, .tiff])
  func whatIsWrittenIsRead(format: FileFormat) throws {
    let red = CGImage(width: 24, height: 16, premultipliedRGBA: quad(hasAlpha: true))
    let turned = red.upright(from: 3)
    let pages = [
      ImageWriter.Page(image: red, delay: 0.25), ImageWriter.Page(image: turned, delay: 0.5),
    ]
    let file = try ImageFile(
      try ImageWriter.encode(pages, as: format, quality: 1, loopCount: 7), name: "a")
    #expect(file.format == format && file.count == 2)
    let images = try (0..<2).map { try file.image(at: $0) }
    // Straight alpha in the file causes an error of one level.
    #expect(try #require(largestDifference(images[0].pixels, red.pixels)) <= 1)
    #expect(try #require(largestDifference(images[1].pixels, turned.pixels)) <= 1)
    if format != .tiff {
      let delays = try (0..<2).map { try file.info(at: $0).delay }
      #expect(file.loopCount == 7 && delays == [0.25, 0.5])
    }
  }

  @Test(arguments: [(FileFormat.jpeg, 6), (.heic, 3), (.avif, 3)])
  func lossyFormatsAreWritten(format: FileFormat, tolerance: Int) throws {
    let image = CGImage(width: 24, height: 16, premultipliedRGBA: quad(hasAlpha: false))
    let file = try ImageWriter.encode(
      [ImageWriter.Page(image: image)], as: format, quality: 1)
    let back = try ImageDecoder.decode(file, name: "a")
    #expect(try #require(largestDifference(back.pixels, image.pixels)) <= tolerance)
  }

  /// Every truncation, and 500 changed bytes, give images or errors.
  @Test(
    arguments: [
      "quad.tiff", "alpha.tiff", "pages.tiff", "still.gif", "moving.gif", "moving.png",
      "moving.webp", "quad.heic", "quad.avif", "quad.jp2", "quad.j2k",
    ])
  func damageIsAnError(name: String) throws {
    func read(_ bytes: [UInt8]) {
      guard let file = try? ImageFile(bytes, name: name) else { return }
      for index in 0..<min(4, file.count) {
        guard let image = try? file.image(at: index) else { continue }
        #expect(image.pixels.count == image.width * image.height * 4)
      }
    }
    let whole = try Resource.bytes(name)
    for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 64)) {
      read(Array(whole[..<count]))
    }
    var chance = Numbers(seed: 7)
    for _ in 0..<500 {
      var changed = whole
      changed[chance.next(whole.count)] ^= UInt8(1 + chance.next(255))
      read(changed)
    }
  }

  @Test func hugeClaimsAreRefused() throws {
    // 30,000 x 30,000 in a few bytes.
    var gif = try Resource.bytes("still.gif")
    gif.replaceSubrange(6..<10, with: [0x30, 0x75, 0x30, 0x75])
    #expect(throws: ImageError.tooLarge(name: "a", width: 30_000, height: 30_000)) {
      try ImageDecoder.decode(gif, name: "a")
    }
    var outside = try Resource.bytes("moving.png")
    // The width in the header differs from that of the first frame now.
    outside[19] = 3
    #expect(throws: ImageError.self) { try ImageFile(outside, name: "a") }
  }
}

/// Pseudorandom numbers that are the same in every run.
private struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
