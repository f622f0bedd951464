import Foundation
import GlazeCore
import ImageIO
import QuartzCore

/// Draws samples in the same way as lottie's snapshot tests.
///
/// `Draw TESTS OUTPUT NAME=FILE...`
///
/// `TESTS` is the folder `Tests` of a checkout, `NAME` is the sample's name in the snapshot
/// configuration, and `FILE` is its JSON. Each image is `OUTPUT/NAME-STATE.png`, with hyphens for
/// the slashes in the name. Warnings of the engine go to the standard output with the name.
@main
struct Draw {
  static let tests = URL(fileURLWithPath: CommandLine.arguments[1])
  static let output = URL(fileURLWithPath: CommandLine.arguments[2])

  static func main() {
    for argument in CommandLine.arguments.dropFirst(3) {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      do {
        try draw(parts[0], file: URL(fileURLWithPath: parts[1]))
      } catch {
        print("\(parts[0])\t\(error)")
      }
    }
  }

  static func draw(_ name: String, file: URL) throws {
    let configuration = SnapshotConfiguration.forSample(named: name)
    guard !configuration.excludeCoreAnimationRenderingEngine else { return }
    let animation = try LottieAnimation.from(data: Data(contentsOf: file))
    var states = (configuration.customProgressValuesToSnapshot ?? [0, 0.25, 0.5, 0.75, 1]).map {
      ("\(Int($0 * 100))", animation.frameTime(forProgress: $0))
    }
    if let frames = configuration.customFramesToSnapshot {
      states = frames.map { ("Frame-\(Int($0))", $0) }
    }
    for (state, frame) in states {
      let sample = try Sample(animation, configuration, file: file)
      let image = name.replacingOccurrences(of: "/", with: "-") + "-\(state).png"
      try render(sample.show(frame), to: output.appendingPathComponent(image))
      for complaint in sample.complaints.sorted() { print("\(name)\t\(complaint)") }
    }
  }

  /// Writes the result of the presentation layer's `render(in:)` at twice the size, as the
  /// snapshots were made.
  static func render(_ layer: CALayer, to file: URL) throws {
    let session = try RenderSession(layer, renderer: Renderer(.cpu))
    try session.commit(at: 0)
    let scale: CGFloat = 2
    let (width, height) = (
      (layer.bounds.width * scale).rounded(.up), (layer.bounds.height * scale).rounded(.up)
    )
    guard
      let context = CGContext(
        data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue),
      let destination = CGImageDestinationCreateWithURL(
        file as CFURL, "public.png" as CFString, 1, nil)
    else { throw CocoaError(.fileWriteUnknown) }
    context.translateBy(x: 0, y: height)
    context.scaleBy(x: scale, y: -scale)
    layer.presentation(at: 0)?.render(in: context)
    guard let image = context.makeImage() else { throw CocoaError(.fileWriteUnknown) }
    CGImageDestinationAddImage(destination, image, nil)
    guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
  }
}

/// A sample in a view's layer.
final class Sample {
  private(set) var complaints: Set<String> = []
  private let animation: LottieAnimation
  private let configuration: SnapshotConfiguration
  private let file: URL

  init(_ animation: LottieAnimation, _ configuration: SnapshotConfiguration, file: URL) throws {
    (self.animation, self.configuration, self.file) = (animation, configuration, file)
  }

  /// The layer of a view, with one frame.
  func show(_ frame: AnimationFrameTime) throws -> CALayer {
    let engine = try makeEngine()
    for (keypath, provider) in configuration.customValueProviders {
      engine.setValueProvider(provider, keypath: keypath)
    }
    let view = CALayer()
    view.bounds.size = size
    view.addSublayer(engine)
    engine.renderScale = 2
    place(engine, in: view)
    engine.currentFrame = frame
    view.layoutIfNeeded()
    engine.displayIfNeeded()
    return view
  }

  private func makeEngine() throws -> CoreAnimationLayer {
    let logger = LottieLogger(
      assert: { condition, message, _, _ in
        if !condition() { self.complaints.insert(message()) }
      },
      assertionFailure: { message, _, _ in self.complaints.insert(message()) },
      warn: { message, _, _ in self.complaints.insert(message()) }, info: { _ in })
    return try CoreAnimationLayer(
      animation: animation,
      imageProvider: configuration.customImageProvider
        ?? SampleImageProvider(folder: file.deletingLastPathComponent()),
      textProvider: configuration.customTextProvider ?? DefaultTextProvider(),
      fontProvider: configuration.customFontProvider ?? DefaultFontProvider(),
      maskAnimationToBounds: true, compatibilityTrackerMode: .track, logger: logger)
  }

  /// The size of a snapshot: at most the configuration's on its longer side.
  private var size: CGSize {
    let (width, height) = (CGFloat(animation.width), CGFloat(animation.height))
    if width > height {
      let limited = min(width, configuration.maxSnapshotDimension)
      return CGSize(width: limited, height: limited * (height / width))
    }
    let limited = min(height, configuration.maxSnapshotDimension)
    return CGSize(width: limited * (width / height), height: limited)
  }

  /// Lays the animation out as a view does whose content mode is aspect fit.
  private func place(_ engine: CALayer, in view: CALayer) {
    let shown = configuration.customViewportFrame ?? animation.bounds
    let box = view.bounds
    let isWider = shown.width / shown.height > box.width / box.height
    let scale = isWider ? box.width / shown.width : box.height / shown.height
    engine.position = box.center
    engine.transform = CATransform3DTranslate(
      CATransform3DMakeScale(scale, scale, 1), animation.bounds.midX - shown.midX,
      animation.bounds.midY - shown.midY, 0)
  }
}
