import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import Testing

/// A chart of patches, whose encoded values are computed here in double precision from the standards, at every output
/// on every backend.
@Suite struct OutputColorTests {
  /// The outputs, with the largest error of a component: rounding to the depth, and to half floats of what is
  /// composited in them.
  private static let outputs: [OutputColor] = {
    typealias P = OutputColor.Primaries
    typealias T = OutputColor.Transfer
    let all: [(P, T, OutputColor.Depth, Double)] = [
      (.sRGB, .sRGB, .bits8, 1), (.displayP3, .sRGB, .bits8, 1), (.bt2020, .sRGB, .bits8, 1),
      (.sRGB, .gamma2_2, .bits8, 1), (.sRGB, .sRGB, .bits10, 1), (.displayP3, .sRGB, .bits10, 1),
      (.displayP3, .sRGB, .bits16, 1), (.sRGB, .sRGB, .half, 4), (.displayP3, .sRGB, .half, 4),
      (.sRGB, .linear, .half, 4), (.displayP3, .linear, .half, 1), (.bt2020, .linear, .float, 8),
      (.bt2020, .pq, .bits10, 1), (.bt2020, .pq, .bits10, 4), (.displayP3, .pq, .bits16, 4),
      (.bt2020, .hlg, .bits10, 3), (.bt2020, .gamma2_2, .bits16, 1),
    ]
    return all.map { OutputColor(primaries: $0, transfer: $1, depth: $2, headroom: $3) }
  }()

  /// Colors of extended sRGB.
  private static let patches: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(0.5, 0.5, 0.5), SIMD3(1, 0, 0), SIMD3(0, 1, 0),
    SIMD3(0, 0, 1), SIMD3(0.8, 0.4, 0.1), SIMD3(0.02, 0.03, 0.01), SIMD3(1.5, 1.2, 0.7),
    SIMD3(1.0931, -0.2267, -0.1501),
  ]

  // MARK: The standards

  private static func matrix(_ primaries: OutputColor.Primaries) -> [SIMD3<Double>] {
    switch primaries {
    case .sRGB: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    case .displayP3:
      [
        SIMD3(0.8224619687, 0.1775380313, 0), SIMD3(0.0331941989, 0.9668058011, 0),
        SIMD3(0.0170826307, 0.0723974407, 0.9105199286),
      ]
    case .bt2020:
      [
        SIMD3(0.6274038959, 0.3292830384, 0.0433130657),
        SIMD3(0.0690972894, 0.9195403951, 0.0113623156),
        SIMD3(0.0163914389, 0.0880133079, 0.8955952532),
      ]
    }
  }

  private static func light(_ number: Double) -> Double {
    let size = abs(number)
    let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return number < 0 ? -light : light
  }

  private static func encoded(_ light: Double, _ output: OutputColor) -> Double {
    let size = abs(light)
    let sign: Double = light < 0 ? -1 : 1
    switch output.transfer {
    case .sRGB:
      return sign * (size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055)
    case .linear: return light
    case .gamma2_2: return sign * pow(size, 1 / 2.2)
    case .pq:
      let y = pow(max(light, 0) * output.whiteLuminance / 10_000, 2610.0 / 16384)
      return pow(
        (3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32)
    case .hlg:
      // The light of the signal 0.75 is white.
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      let scene = max(light, 0) * (exp((0.75 - c) / a) + b) / 12
      return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c
    }
  }

  /// The encoded solid color: converted, limited to the headroom, and to what the depth holds.
  private static func expected(_ color: SIMD3<Double>, _ output: OutputColor) -> SIMD3<Double> {
    let rgb = SIMD3(light(color.x), light(color.y), light(color.z))
    var result = SIMD3<Double>.zero
    for (index, row) in matrix(output.primaries).enumerated() {
      result[index] = encoded(min((row * rgb).sum(), output.headroom), output)
    }
    return clipped(result, output)
  }

  private static func clipped(_ color: SIMD3<Double>, _ output: OutputColor) -> SIMD3<Double> {
    switch output.depth {
    case .half, .float: color
    default: color.clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  private static func tolerance(_ value: Double, _ output: OutputColor) -> Double {
    let half = max(abs(value), 1e-3) / 1024
    switch output.depth {
    case .bits8: return 1.01 / 255
    case .bits10: return 1.01 / 1023 + half
    case .bits16, .half, .float: return half + 2e-5
    }
  }

  // MARK: Drawing

  private func options(_ output: OutputColor, background: CGColor? = .black) -> RenderOptions {
    var options = RenderOptions(background: background)
    options.output = output
    options.dithers = false
    return options
  }

  private func frame(
    _ root: CALayer, _ backend: Renderer.Backend, _ options: RenderOptions
  ) throws -> PixelBuffer {
    let renderer = try RootRenderer(backend: backend)
    renderer.dithers = false
    return try renderer.session(root, options).frame(at: 0).pixels
  }

  private func color(_ c: SIMD3<Double>, alpha: Double = 1) -> CGColor {
    CGColor(
      srgbRed: CGFloat(c.x), green: CGFloat(c.y), blue: CGFloat(c.z), alpha: CGFloat(alpha))
  }

  /// A row of layers of 4 by 4 points, one for each patch.
  private func row(_ make: (SIMD3<Double>) -> CALayer) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 4 * Self.patches.count, height: 4)
    for (index, patch) in Self.patches.enumerated() {
      let layer = make(patch)
      layer.preferredDynamicRange = .high
      layer.frame = CGRect(x: 4 * index, y: 0, width: 4, height: 4)
      root.addSublayer(layer)
    }
    return root
  }

  private func expect(
    _ pixels: PixelBuffer, _ output: OutputColor, _ backend: Renderer.Backend,
    _ expected: (SIMD3<Double>) -> SIMD3<Double>
  ) {
    #expect(pixels.output == output)
    let floats = pixels.floats(isStraight: false)
    for (index, patch) in Self.patches.enumerated() {
      let place = (2 * pixels.width + 4 * index + 2) * 4
      let wanted = expected(patch)
      for channel in 0..<3 {
        let actual = Double(floats[place + channel])
        #expect(
          abs(actual - wanted[channel]) <= Self.tolerance(wanted[channel], output),
          "\(output), \(backend), patch \(patch), channel \(channel): \(actual), not \(wanted[channel])"
        )
      }
      #expect(floats[place + 3] == 1)
    }
  }

  @Test(arguments: outputs, Backends.usable)
  func backgroundsHaveTheValuesOfTheStandards(output: OutputColor, backend: Renderer.Backend) throws
  {
    let root = row { patch in
      let layer = CALayer()
      layer.backgroundColor = color(patch)
      return layer
    }
    expect(try frame(root, backend, options(output)), output, backend) {
      Self.expected($0, output)
    }
  }

  @Test(arguments: outputs, Backends.usable)
  func shapesAndRoundedBoxesToo(output: OutputColor, backend: Renderer.Backend) throws {
    let root = row { patch in
      let layer = CAShapeLayer()
      layer.path = CGPath(ellipseIn: CGRect(x: -8, y: -8, width: 20, height: 20), transform: nil)
      layer.fillColor = color(patch)
      layer.masksToBounds = true
      return layer
    }
    expect(try frame(root, backend, options(output)), output, backend) {
      Self.expected($0, output)
    }
  }

  /// Images of bytes have the colors of the bytes.
  @Test(arguments: outputs, Backends.usable)
  func contentsOfBytes(output: OutputColor, backend: Renderer.Backend) throws {
    func bytes(_ c: SIMD3<Double>) -> [UInt8] {
      (0..<3).map { UInt8(clamping: c[$0].clamped(0, 1) * 255 + 0.5) }
    }
    let root = row { patch in
      let layer = CALayer()
      let pixels = [[UInt8]](repeating: bytes(patch) + [255], count: 16).flatMap(\.self)
      layer.contents = CGImage(width: 4, height: 4, premultipliedRGBA: pixels)
      return layer
    }
    expect(try frame(root, backend, options(output)), output, backend) { patch in
      let b = bytes(patch)
      return Self.expected(SIMD3(Double(b[0]), Double(b[1]), Double(b[2])) / 255, output)
    }
  }

  /// Images of half floats keep what is outside of sRGB.
  @Test(arguments: outputs, Backends.usable)
  func contentsOfHalfFloats(output: OutputColor, backend: Renderer.Backend) throws {
    let root = row { patch in
      let layer = CALayer()
      let pixel = (0..<3).map { Float16(patch[$0]) } + [1]
      let pixels = [[Float16]](repeating: pixel, count: 16).flatMap(\.self)
      layer.contents = CGImage(width: 4, height: 4, deepPixels: pixels)
      return layer
    }
    expect(try frame(root, backend, options(output)), output, backend) { patch in
      Self.expected(SIMD3(SIMD3<Float>(SIMD3<Float16>(patch))), output)
    }
  }

  /// Half of a color over white is the mean of the encoded numbers, as in Core Animation.
  @Test(arguments: outputs, Backends.usable)
  func blendingHappensInTheEncoding(output: OutputColor, backend: Renderer.Backend) throws {
    let root = row { patch in
      let layer = CALayer()
      layer.backgroundColor = color(patch, alpha: 0.5)
      return layer
    }
    let white = Self.expected(.one, output)
    expect(try frame(root, backend, options(output, background: .white)), output, backend) {
      // Devices clip what is below 0 before they blend it into targets of 0...1.
      let rgb = SIMD3(Self.light($0.x), Self.light($0.y), Self.light($0.z))
      var c = SIMD3<Double>.zero
      for (index, row) in Self.matrix(output.primaries).enumerated() {
        c[index] = Self.encoded(
          output == .standard ? (row * rgb).sum() : min((row * rgb).sum(), output.headroom), output)
      }
      if !output.isFloat { c.replace(with: 0, where: c .< 0) }
      return Self.clipped((c + white) / 2, output)
    }
  }

  /// Groups are composited in the same numbers as the frame.
  @Test(arguments: outputs, Backends.usable)
  func groupsKeepTheNumbers(output: OutputColor, backend: Renderer.Backend) throws {
    let root = row { patch in
      let group = CALayer()
      group.opacity = 0.5
      for size in [4.0, 3.0] {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: size, height: size)
        layer.backgroundColor = color(patch)
        layer.preferredDynamicRange = .high
        group.addSublayer(layer)
      }
      return group
    }
    expect(try frame(root, backend, options(output, background: .black)), output, backend) {
      patch in
      let rgb = SIMD3(Self.light(patch.x), Self.light(patch.y), Self.light(patch.z))
      var c = SIMD3<Double>.zero
      for (index, row) in Self.matrix(output.primaries).enumerated() {
        let light = (row * rgb).sum()
        c[index] = Self.encoded(output == .standard ? light : min(light, output.headroom), output)
      }
      let black = Self.encoded(0, output)
      return Self.clipped(c / 2 + black / 2, output)
    }
  }

  /// The middle of a gradient is the mean of its encoded ends.
  @Test(arguments: outputs, Backends.usable)
  func gradientsAreInterpolatedInTheEncoding(output: OutputColor, backend: Renderer.Backend) throws
  {
    let root = CAGradientLayer()
    root.bounds = CGRect(x: 0, y: 0, width: 9, height: 4)
    let (red, blue) = (SIMD3<Double>(1, 0.2, 0), SIMD3<Double>(0, 0.1, 1))
    root.colors = [color(red), color(blue)]
    root.startPoint = CGPoint(x: 0, y: 0.5)
    root.endPoint = CGPoint(x: 1, y: 0.5)
    let pixels = try frame(root, backend, options(output))
    let floats = pixels.floats(isStraight: false)
    let wanted = Self.clipped(
      (Self.expected(red, output) + Self.expected(blue, output)) / 2, output)
    for channel in 0..<3 {
      let actual = Double(floats[(2 * 9 + 4) * 4 + channel])
      let margin = 2 * Self.tolerance(wanted[channel], output)
      #expect(abs(actual - wanted[channel]) <= margin, "\(output), \(backend): \(actual)")
    }
  }

  /// With linear compositing, light adds up and the frame is encoded at the end.
  @Test(arguments: [OutputColor.displayP3, .rec2100PQ, .rec2100HLG], Backends.usable)
  func linearCompositingAddsLight(output: OutputColor, backend: Renderer.Backend) throws {
    var output = output
    output.compositing = .linear
    let root = row { patch in
      let layer = CALayer()
      layer.backgroundColor = color(patch, alpha: 0.5)
      return layer
    }
    let pixels = try frame(root, backend, options(output, background: .black))
    expect(pixels, output, backend) { patch in
      let rgb = SIMD3(Self.light(patch.x), Self.light(patch.y), Self.light(patch.z))
      var c = SIMD3<Double>.zero
      for (index, row) in Self.matrix(output.primaries).enumerated() {
        c[index] = Self.encoded(min((row * rgb).sum(), output.headroom) / 2, output)
      }
      return Self.clipped(c, output)
    }
  }

  /// A frame keeps its transparency, with two bits of alpha only where it is opaque.
  @Test(arguments: outputs, Backends.usable)
  func transparencyStays(output: OutputColor, backend: Renderer.Backend) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    root.backgroundColor = color(SIMD3(1, 1, 1), alpha: 0.3)
    let pixels = try frame(root, backend, options(output, background: nil))
    #expect(abs(Double(pixels.floats(isStraight: false)[3]) - 0.3) < 1.01 / 255)
    let opaque = try frame(root, backend, options(output, background: .white))
    #expect((opaque.format == .unorm10) == (output.depth == .bits10))
  }

  /// An image of a frame has its colors again, in extended sRGB.
  @Test(arguments: outputs, Backends.usable)
  func imagesConvertBack(output: OutputColor, backend: Renderer.Backend) throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    let patch = SIMD3<Double>(0.8, 0.4, 0.3)
    layer.backgroundColor = color(patch)
    let image = try #require(
      RootRenderer(backend: backend).session(layer, options(output)).render(at: 0).image)
    for channel in 0..<3 {
      let value =
        image.deepPixels.map { Double($0[channel]) } ?? Double(image.pixels[channel]) / 255
      #expect(abs(value - patch[channel]) < 0.006, "\(output): \(value)")
    }
  }

  /// A session whose output changes draws in the new one, also what it had cached.
  @Test(arguments: Backends.usable) func outputsMayChange(backend: Renderer.Backend) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.backgroundColor = color(SIMD3(1, 0, 0))
    layer.shouldRasterize = true
    let inner = CALayer()
    inner.frame = CGRect(x: 4, y: 0, width: 4, height: 8)
    inner.backgroundColor = color(SIMD3(0, 1, 0))
    layer.addSublayer(inner)
    root.addSublayer(layer)
    let renderer = try RootRenderer(backend: backend)
    for output in [OutputColor.standard, .displayP3, .rec2100PQ, .linear, .standard] {
      for _ in 0..<2 {
        let pixels = try renderer.session(root, options(output)).frame(at: 0).pixels
        let floats = pixels.floats(isStraight: false)
        let wanted = Self.expected(SIMD3(1, 0, 0), output)
        for channel in 0..<3 {
          #expect(
            abs(Double(floats[(4 * 8 + 1) * 4 + channel]) - wanted[channel])
              <= Self.tolerance(wanted[channel], output), "\(output)")
        }
      }
    }
  }

  @Test func invalidOutputsAreReported() throws {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    for (headroom, white) in [(0.5, 203), (.infinity, 203), (1, 0), (1, 1e9), (.nan, 203)] {
      var options = RenderOptions()
      options.output.headroom = headroom
      options.output.whiteLuminance = white
      let session = try RenderSession(layer, renderer: Renderer(.cpu), options: options)
      #expect(throws: GlazeError.self) { try session.image(at: 0) }
    }
  }
}

extension Double {
  fileprivate func clamped(_ least: Double, _ most: Double) -> Double {
    Swift.min(Swift.max(self, least), most)
  }
}
