import COpenGL
import Foundation
import Glaze
@testable import GlazeCore
import GlazeGL
import GlazeGeometry
import GlazeLayers
import GlazePlan
import Testing

/// Videos in PQ and HLG as contents, and frames with more than 8 bits for other programs.
@Suite(.serialized) struct HDRVideoTests {
  private static let (width, height) = (48, 10)
  private static let encodings: [YCbCrEncoding] = [.rec2100PQ, .rec2100HLG]

  /// A row of luma and a row of chroma with the weights of BT.2020.
  private static func video(
    _ bars: [SIMD3<Double>], isDeep: Bool
  ) -> (luma: [UInt8], chroma: [UInt8]) {
    VideoBars.rows(bars, (0.2627, 0.0593), isDeep: isDeep)
  }

  /// Six bars, from black to bright.
  private static let bars: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(0.3, 0.3, 0.3), SIMD3(0.58, 0.58, 0.58), SIMD3(0.7, 0.45, 0.4),
    SIMD3(0.75, 0.75, 0.75), SIMD3(0.5, 0.6, 0.72),
  ]

  private static func buffer(
    _ memory: SharedMemory, _ encoding: YCbCrEncoding, isDeep: Bool
  ) -> DMABuffer {
    let row = width * (isDeep ? 2 : 1)
    return DMABuffer(
      width: width, height: height, format: isDeep ? .p010 : .nv12,
      planes: [
        .init(descriptor: memory.descriptor, bytesPerRow: row),
        .init(descriptor: memory.descriptor, offset: row * height, bytesPerRow: row),
      ], encoding: encoding)
  }

  private static func memory(isDeep: Bool) -> SharedMemory {
    let (rows, chroma) = video(bars, isDeep: isDeep)
    return SharedMemory(
      (0..<height).flatMap { _ in rows } + (0..<height / 2).flatMap { _ in chroma })
  }

  private static func layer(_ contents: Any?, compresses: Bool = true) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    layer.contents = contents
    layer.preferredDynamicRange = .high
    if !compresses { layer.toneMapMode = .never }
    return layer
  }

  /// The light of a number, by the formulas of BT.2100, with white at 203 cd/m² and at 0.75.
  private static func light(_ number: Double, _ encoding: YCbCrEncoding) -> Double {
    if encoding.transfer == .pq {
      let root = pow(number, 32.0 / 2523)
      let part = max(root - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * root)
      return pow(part, 16384.0 / 2610) * 10_000 / 203
    }
    func scene(_ v: Double) -> Double {
      v <= 0.5 ? v * v / 3 : (exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
    return scene(number) / scene(0.75)
  }

  /// In frames of the same primaries, the light of each bar is that of its numbers.
  @Test(arguments: encodings, [false, true])
  func lightIsThatOfTheVideo(encoding: YCbCrEncoding, isDeep: Bool) throws {
    let memory = Self.memory(isDeep: isDeep)
    var options = RenderOptions()
    options.output = OutputColor(primaries: .bt2020, transfer: .linear, depth: .half, headroom: 50)
    for device in Backends.usable.map(\.device) {
      let contents = try ExternalImage(
        .dmaBuffer(Self.buffer(memory, encoding, isDeep: isDeep)))
      let session = try RenderSession(
        Self.layer(contents, compresses: false), renderer: Renderer(device), options: options)
      let numbers = try session.frame(at: 0).pixels.floats(isStraight: false)
      for (index, bar) in Self.bars.enumerated() {
        let at = (5 * Self.width + index * 8 + 3) * 4
        for channel in 0..<3 {
          // A code of the video more or less, and half floats.
          let step = isDeep ? 1.5 / 876 : 1.5 / 219
          let least = Self.light(max(0, bar[channel] - step), encoding) * 0.995 - 0.002
          let most = Self.light(bar[channel] + step, encoding) * 1.005 + 0.002
          let number = Double(numbers[at + channel])
          #expect(
            number >= least && number <= most,
            "\(device): bar \(index), \(channel): \(number) in \(least)...\(most)")
        }
      }
    }
  }

  /// Without headroom the video is compressed, and the brightest bar is not clipped.
  @Test(arguments: encodings) func standardFramesAreCompressed(encoding: YCbCrEncoding) throws {
    let memory = Self.memory(isDeep: true)
    for device in Backends.usable.map(\.device) {
      let contents = try ExternalImage(.dmaBuffer(Self.buffer(memory, encoding, isDeep: true)))
      let pixels = try RenderSession(Self.layer(contents), renderer: Renderer(device))
        .image(at: 0).pixels
      let gray = [0, 1, 2, 4].map { pixels[(5 * Self.width + $0 * 8 + 3) * 4] }
      #expect(gray == gray.sorted() && Set(gray).count == 4, "\(gray)")
    }
    let image = ExternalStorage(
      .dmaBuffer(Self.buffer(memory, encoding, isDeep: true)), release: nil)
    #expect(CGImage(image).contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    var own = encoding
    own.headroom = 20
    #expect(
      CGImage(
        ExternalStorage(.dmaBuffer(Self.buffer(memory, own, isDeep: true)), release: nil)
      ).contentHeadroom == 20)
  }

  // MARK: The shader

  /// An importer that shows textures as the planes of every dma-buf.
  private final class PlaneImporter: ImageImporter {
    let shared: SharedImages
    let planes: [UnsafeMutableRawPointer]
    private(set) var count = 0

    init(_ shared: SharedImages, _ planes: [UnsafeMutableRawPointer]) {
      (self.shared, self.planes) = (shared, planes)
    }

    func bind(
      _ image: UnsafeMutableRawPointer, to target: TextureTarget
    ) throws(ImportError) {
      try shared.bind(image, to: target)
    }
    func images(of buffer: DMABuffer) throws(ImportError) -> [UnsafeMutableRawPointer] {
      count += 1
      return planes
    }
    func wholeImage(of buffer: DMABuffer) throws(ImportError) -> UnsafeMutableRawPointer {
      throw ImportError("it has planes")
    }
    // The test owns the images.
    func destroy(_ image: UnsafeMutableRawPointer) {}
  }

  private static func texture(
    _ rows: [UInt8], count: Int, _ format: Int32, _ layout: Int32, width: Int
  ) -> GLuint {
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(format), GLsizei(width), GLsizei(count))
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(width), GLsizei(count), GLenum(layout),
      GLenum(GL_UNSIGNED_BYTE), (0..<count).flatMap { _ in rows })
    glBindTexture(GLenum(GL_TEXTURE_2D), 0)
    glFinish()
    return name
  }

  private static let outputs: [OutputColor] = [
    .standard, .displayP3, OutputColor(transfer: .linear, depth: .half, headroom: 3),
    OutputColor(primaries: .bt2020, transfer: .pq, depth: .bits10, headroom: 2),
    OutputColor(primaries: .bt2020, transfer: .hlg, depth: .half, headroom: 2),
    OutputColor(primaries: .displayP3, transfer: .gamma2_2, depth: .bits16),
  ]

  /// OpenGL converts planes as the CPU does, with and without compression.
  @Test(.needsHost, .needsGL, arguments: outputs)
  func planesAreConvertedByOpenGL(output: OutputColor) throws {
    let host = try TestHost()
    host.openWindow()
    let (rows, chroma) = Self.video(Self.bars, isDeep: false)
    let names = [
      Self.texture(rows, count: Self.height, GL_R8, GL_RED, width: Self.width),
      Self.texture(chroma, count: Self.height / 2, GL_RG8, GL_RG, width: Self.width / 2),
    ]
    let planes = try names.map { try #require(TestHost.image(of: $0)) }
    defer { withExtendedLifetime(host) { for plane in planes { TestHost.destroy(plane) } } }
    var options = RenderOptions()
    options.output = output
    let memory = Self.memory(isDeep: false)
    for (encoding, compresses) in [
      (YCbCrEncoding.rec2100PQ, true), (.rec2100HLG, true), (.rec2100PQ, false), (.rec709, true),
    ] {
      let source = ExternalSource.dmaBuffer(Self.buffer(memory, encoding, isDeep: false))
      let wanted = try RenderSession(
        Self.layer(ExternalImage(source), compresses: compresses), renderer: Renderer(.cpu),
        options: options
      ).frame(at: 0).pixels.floats(isStraight: false)
      let renderer = try Renderer(.currentContext)
      guard case .gl(let backend) = renderer.activeBackend else { throw TestHost.NoContext() }
      var importer: PlaneImporter?
      try backend.whileCurrent { gl in
        guard let shared = gl.importer as? SharedImages else { return }
        importer = PlaneImporter(shared, planes)
        gl.importer = importer
      }
      let session = try RenderSession(
        Self.layer(ExternalImage(source), compresses: compresses), renderer: renderer,
        options: options)
      let actual = try session.frame(at: 0).pixels.floats(isStraight: false)
      #expect(importer?.count == 1)
      let range = output.isFloat ? output.encode(output.headroom) : 1
      let most = zip(wanted, actual).map { abs($0 - $1) }.max() ?? 9
      #expect(
        actual.count == wanted.count && Double(most) <= 2 * range / 255,
        "\(output) \(encoding.transfer) \(compresses): \(most)")
    }
  }

  // MARK: Frames

  /// Frames are written to dma-bufs in 10 bits and as half floats, with the numbers of the output.
  @Test(arguments: [
    DMABuffer.Format.abgr2101010, .argb2101010, .xrgb2101010, .abgr16161616f,
  ])
  func deepBuffersAreDrawnTo(format: DMABuffer.Format) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 24, height: 6)
    let gradient = CAGradientLayer()
    gradient.frame = root.bounds
    gradient.endPoint = CGPoint(x: 1, y: 0)
    gradient.colors = [
      CGColor(srgbRed: 1, green: 0.2, blue: 0, alpha: 1),
      CGColor(srgbRed: 0, green: 0.7, blue: 1, alpha: 0.6),
    ]
    root.addSublayer(gradient)
    let isHalf = format == .abgr16161616f
    let size = isHalf ? 8 : 4
    let bytesPerRow = 24 * size + 16
    var options = RenderOptions()
    options.output = .rec2100PQ
    if isHalf { options.output.depth = .half }
    for device in Backends.usable.map(\.device) {
      let memory = SharedMemory([UInt8](repeating: 77, count: 64 + bytesPerRow * 6))
      let buffer = DMABuffer(
        width: 24, height: 6, format: format,
        planes: [.init(descriptor: memory.descriptor, offset: 64, bytesPerRow: bytesPerRow)])
      let session = try RenderSession(root, renderer: Renderer(device), options: options)
      let wanted = try session.frame(at: 0).pixels.floats(isStraight: false)
      let frame = try session.render(at: 0, into: .dmaBuffer(buffer))
      #expect(frame.fence?.wait() ?? true)
      let bytes = memory.bytes
      #expect(bytes[..<64].allSatisfy { $0 == 77 })
      for y in 0..<6 {
        for x in 0..<24 {
          let place = 64 + y * bytesPerRow + x * size
          let numbers = Self.numbers(Array(bytes[place..<place + size]), format)
          for channel in 0..<4 {
            let difference = abs(numbers[channel] - wanted[(y * 24 + x) * 4 + channel])
            let step: Float = isHalf ? 0.001 : channel == 3 ? 0.17 : 0.0006
            #expect(difference <= step, "\(device) \(x) \(y) \(channel)")
          }
        }
        #expect(y == 5 || bytes[64 + y * bytesPerRow + 24 * size] == 77)
      }
    }
  }

  private static func numbers(_ bytes: [UInt8], _ format: DMABuffer.Format) -> SIMD4<Float> {
    if format == .abgr16161616f {
      return SIMD4<Float>(bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<Float16>.self) })
    }
    let code = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    let colors = [0, 10, 20].map { Float(code >> UInt32($0) & 1023) / 1023 }
    let alpha = Float(code >> 30) / 3
    return format == .abgr2101010
      ? SIMD4(colors[0], colors[1], colors[2], alpha)
      : SIMD4(colors[2], colors[1], colors[0], alpha)
  }

  @Test func deepBuffersAreNoContents() {
    let plane = DMABuffer.Plane(descriptor: 0, bytesPerRow: 64)
    for format in [DMABuffer.Format.abgr2101010, .abgr16161616f] {
      let buffer = DMABuffer(width: 4, height: 4, format: format, planes: [plane])
      #expect(ExternalSource.dmaBuffer(buffer).problem?.contains("only written") == true)
    }
  }

  @Test func metadataDescribesOutputs() {
    var output = OutputColor.rec2100PQ
    output.headroom = 4
    let metadata = output.hdrMetadata
    #expect(metadata.colorPrimaries == 9 && metadata.transferCharacteristics == 16)
    #expect(metadata.matrixCoefficients == 0 && metadata.isFullRange)
    #expect(metadata.maximumLuminance == 812 && metadata.minimumLuminance == 0.005)
    #expect(metadata.maximumContentLightLevel == 812)
    #expect(metadata.displayPrimaries.count == 4)
    #expect(metadata.displayPrimaries[0] == SIMD2(0.708, 0.292))
    #expect(metadata.displayPrimaries[3] == SIMD2(0.3127, 0.3290))
    let p3 = OutputColor.displayP3.hdrMetadata
    #expect(p3.colorPrimaries == 12 && p3.transferCharacteristics == 13)
    #expect(p3.maximumLuminance == 203)
  }

  /// Surfaces with more than 8 bits hold the numbers of the output.
  @Test(.needsHost, .needsGL, arguments: [OutputColor.Depth.bits10, .half])
  func deepSurfaces(depth: OutputColor.Depth) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    root.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0.2, alpha: 1)
    var options = RenderOptions()
    options.output = .rec2100PQ
    options.output.depth = depth
    let session = try RenderSession(root, renderer: Renderer(.openGL), options: options)
    let wanted = try session.frame(at: 0).pixels.floats(isStraight: false)
    let surface = try SharedSurface(session.renderer, width: 8, height: 8, depth: depth)
    #expect(try session.render(at: 0, into: .surface(surface)).fence?.wait() ?? true)
    let host = try TestHost()
    host.openWindow(.rgba16F)
    let layer = CALayer()
    layer.bounds = root.bounds
    layer.contents = try ExternalImage(.eglImage(surface.eglImage, width: 8, height: 8))
    let guest = try RenderSession(layer, renderer: Renderer(.currentContext))
    let seen = try guest.frame(at: 0).pixels.floats(isStraight: false)
    // The image is taken as sRGB numbers of 8 bits.
    for channel in 0..<4 { #expect(abs(seen[channel] - wanted[channel]) <= 0.003) }
    #expect(throws: GlazeError.self) {
      try SharedSurface(session.renderer, width: 8, height: 8, depth: .float)
    }
    withExtendedLifetime((session, surface)) {}
  }
}
