import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import Testing

/// Light above white: how much of it layers show, by their properties and the headroom of the output.
@Suite struct BrightnessTests {
  private static let headroom = 4.0

  private static func light(_ number: Double) -> Double {
    number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
  }

  private static func sRGB(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  private func shown(
    _ layer: CALayer, _ backend: Renderer.Backend, headroom: Double = headroom
  ) throws -> Double {
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    root.addSublayer(layer)
    var options = RenderOptions(background: .black)
    options.output = .linear
    options.output.headroom = headroom
    let pixels = try RootRenderer(backend: backend).session(root, options).frame(at: 0).pixels
    return Double(pixels.floats(isStraight: false)[(2 * 4 + 2) * 4])
  }

  /// An image of half floats whose light is given.
  private func image(_ light: Double, headroom: Float = 0) throws -> CGImage {
    let number = Float16(Self.sRGB(light))
    let pixels = (0..<16).flatMap { _ in [number, number, number, 1] as [Float16] }
    return try #require(
      CGImage(width: 4, height: 4, deepPixels: pixels).copy(contentHeadroom: headroom))
  }

  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= max(b, 0.1) * 4e-3 }

  /// The layers' settings, and the light that each allows of 4.
  private static let settings: [(CALayer.DynamicRange, Bool, Double)] = [
    (.standard, false, 1), (.standard, true, 4), (.constrainedHigh, false, 2), (.high, false, 4),
    (.automatic, false, 2), (.high, true, 4),
  ]

  @Test(arguments: settings.indices, Backends.usable)
  func colorsEndAtTheirLayersRange(index: Int, backend: Renderer.Backend) throws {
    let (range, wants, limit) = Self.settings[index]
    for light in [0.5, 1, 1.7, 3, 9] {
      let number = CGFloat(Self.sRGB(light))
      let color = CGColor(srgbRed: number, green: number, blue: number, alpha: 1)
      let box = CALayer()
      box.backgroundColor = color
      let gradient = CAGradientLayer()
      gradient.colors = [color, color]
      let shape = CAShapeLayer()
      shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 4), transform: nil)
      shape.fillColor = color
      let border = CALayer()
      border.borderColor = color
      border.borderWidth = 2
      for layer in [box, gradient, shape, border] {
        layer.preferredDynamicRange = range
        layer.wantsExtendedDynamicRangeContent = wants
        let actual = try shown(layer, backend)
        #expect(near(actual, min(light, limit)), "\(type(of: layer)) \(range) \(light): \(actual)")
      }
    }
  }

  @Test(arguments: settings.indices, Backends.usable)
  func imagesOfUnknownHeadroomAreClipped(index: Int, backend: Renderer.Backend) throws {
    let (range, wants, limit) = Self.settings[index]
    for light in [0.5, 1.7, 3, 9] {
      let layer = CALayer()
      layer.contents = try image(light)
      layer.preferredDynamicRange = range
      layer.wantsExtendedDynamicRangeContent = wants
      let actual = try shown(layer, backend)
      #expect(near(actual, min(light, limit)), "\(range) \(light): \(actual)")
    }
  }

  /// BT.2390: equal below the knee, the limit at the peak, growing and never brighter between them.
  @Test(arguments: settings.indices, Backends.usable)
  func imagesOfKnownHeadroomAreCompressed(index: Int, backend: Renderer.Backend) throws {
    let (range, wants, limit) = Self.settings[index]
    let peak = 10.0
    var last = -1.0
    for light in [0.01, 0.2, 0.6, 1, 2, 4, 7, 10] {
      let layer = CALayer()
      layer.contents = try image(light, headroom: Float(peak))
      layer.preferredDynamicRange = range
      layer.wantsExtendedDynamicRangeContent = wants
      let actual = try shown(layer, backend)
      #expect(near(actual, Self.compressed(light, peak, limit)), "\(range) \(light): \(actual)")
      #expect(actual <= light * 1.002 && actual <= limit * 1.002 && actual > last)
      last = actual
    }
    #expect(near(last, limit))
  }

  /// The curve of BT.2390-10, section 5.4.1, written down again.
  private static func compressed(_ light: Double, _ peak: Double, _ limit: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)
    func pq(_ light: Double) -> Double {
      let y = pow(light * 203 / 10_000, m1)
      return pow((c1 + c2 * y) / (1 + c3 * y), m2)
    }
    func decoded(_ number: Double) -> Double {
      let root = pow(number, 1 / m2)
      return pow((root - c1) / (c2 - c3 * root), 1 / m1) * 10_000 / 203
    }
    let maximum = pq(limit) / pq(peak)
    let knee = 1.5 * maximum - 0.5
    let e = pq(light) / pq(peak)
    if e < knee { return light }
    let t = (e - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    var p: Double = (2 * t3 - 3 * t2 + 1) * knee
    p += (t3 - 2 * t2 + t) * (1 - knee)
    p += (3 * t2 - 2 * t3) * maximum
    return decoded(p * pq(peak))
  }

  @Test(arguments: Backends.usable)
  func toneMapModeNeverClips(backend: Renderer.Backend) throws {
    let layer = CALayer()
    layer.contents = try image(0.9, headroom: 10)
    layer.toneMapMode = .never
    #expect(near(try shown(layer, backend), 0.9))
    let mapped = CALayer()
    mapped.contents = try image(0.9, headroom: 10)
    #expect(try shown(mapped, backend) < 0.8)
  }

  @Test(arguments: Backends.usable)
  func contentsHeadroomOverridesThatOfTheImage(backend: Renderer.Backend) throws {
    let layer = CALayer()
    layer.contents = try image(0.9, headroom: 10)
    layer.contentsHeadroom = 1
    #expect(near(try shown(layer, backend), 0.9))
    layer.contentsHeadroom = 0.5
    #expect(try shown(layer, backend) < 0.8)
  }

  /// Only the layer itself is affected, and a change shows in the next frame.
  @Test(arguments: Backends.usable)
  func changesShow(backend: Renderer.Backend) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    root.preferredDynamicRange = .high
    let layer = CALayer()
    layer.frame = root.bounds
    let number = CGFloat(Self.sRGB(3))
    layer.backgroundColor = CGColor(srgbRed: number, green: number, blue: number, alpha: 1)
    root.addSublayer(layer)
    var options = RenderOptions(background: .black)
    options.output = .linear
    options.output.headroom = 4
    options.animatesChanges = false
    let session = try RenderSession(
      root, renderer: RootRenderer(backend: backend).renderer, options: options)
    func light() throws -> Double {
      Double(try session.frame(at: 0).pixels.floats(isStraight: false)[0])
    }
    #expect(near(try light(), 1))
    layer.preferredDynamicRange = .high
    #expect(try session.hasChanges)
    #expect(near(try light(), 3))
    layer.preferredDynamicRange = .standard
    layer.wantsExtendedDynamicRangeContent = true
    #expect(near(try light(), 3))
    layer.wantsExtendedDynamicRangeContent = false
    #expect(near(try light(), 1))
  }

  /// Images in spaces with PQ end at white in a standard frame, without being clipped.
  @Test(arguments: Backends.usable)
  func imagesWithPQAreCompressedInStandardFrames(backend: Renderer.Backend) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    func shown(_ code: UInt16) throws -> UInt8 {
      let samples = (0..<16).flatMap { _ in [code, code, code, UInt16.max] }
      let data = samples.withUnsafeBytes { Data($0) }
      let provider = try #require(CGDataProvider(data: data))
      let image = try #require(
        CGImage(
          width: 4, height: 4, bitsPerComponent: 16, bitsPerPixel: 64, bytesPerRow: 32,
          space: space,
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
            .union(.byteOrder16Little), provider: provider, decode: nil, shouldInterpolate: false,
          intent: .defaultIntent))
      #expect(image.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      layer.contents = image
      return try RootRenderer(backend: backend).render(layer).pixels[0]
    }
    // The signals of 100, 203, 500 and 1000 cd/m².
    let values = try [33_297, 38_055, 44_389, 49_271].map { try shown($0) }
    #expect(values == values.sorted() && Set(values).count == 4)
    #expect(values[1] < 245 && values[3] >= 253)
  }

  @Test func headroomsOfImages() throws {
    #expect(try image(3).contentHeadroom == 0)
    #expect(near(Double(try image(3).calculatedContentHeadroom), 3))
    #expect(try image(0.2).calculatedContentHeadroom == 1)
    #expect(try image(3).copy(contentHeadroom: 0.5) == nil)
    #expect(try image(3).copy(contentHeadroom: -.infinity) == nil)
    #expect(CGImageGetContentHeadroom(try image(2, headroom: 2)) == 2)
    #expect(CGImageCreateCopyWithContentHeadroom(3, try image(2))?.contentHeadroom == 3)
  }

  /// Blend modes and color matrices keep light above white where frames have headroom.
  @Test(arguments: Backends.usable)
  func effectsKeepBrightColors(backend: Renderer.Backend) throws {
    func bright() -> CALayer {
      let layer = CALayer()
      let number = CGFloat(Self.sRGB(3))
      layer.backgroundColor = CGColor(srgbRed: number, green: number, blue: number, alpha: 1)
      layer.preferredDynamicRange = .high
      return layer
    }
    let lighter = bright()
    lighter.compositingFilter = "lightenBlendMode"
    #expect(near(try shown(lighter, backend), 3))
    let filtered = bright()
    let filter = CAFilter(type: "colorSaturate")
    filter.setValue(1, forKey: "inputAmount")
    filtered.filters = [filter]
    #expect(near(try shown(filtered, backend), 3))
  }
}
