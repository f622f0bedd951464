import Synchronization

/// An image that does not belong to Glaze, for as long as it may be read.
package final class ExternalStorage: Sendable {
  package let source: ExternalSource
  private let release: (@Sendable () -> Void)?

  /// - Parameter release: Called on any thread when the image will not be read again.
  package init(_ source: ExternalSource, release: (@Sendable () -> Void)?) {
    (self.source, self.release) = (source, release)
  }

  deinit { release?() }
}

/// The storage of an image.
enum ImageStorage: Sendable {
  case pixels([UInt8])
  /// Pixels that are read on first use, and then cached.
  case external(ExternalStorage, LatePixels)
  /// Pixels that are drawn on first use.
  case drawn(LateDrawing)

  /// Pixels that are read on first use.
  final class LatePixels: Sendable {
    private let pixels = Mutex<[UInt8]?>(nil)
    private let wide = Mutex<[Float16]?>(nil)

    var areRead: Bool { pixels.withLock { $0 != nil } || wide.withLock { $0 != nil } }

    /// - Returns: nil for an image that the CPU cannot read.
    func readWide(_ source: ExternalSource) -> [Float16]? {
      wide.withLock { pixels in
        if pixels == nil { pixels = source.readWidePixels() }
        return pixels
      }
    }

    /// - Returns: nil for an image that the CPU cannot read.
    func read(_ source: ExternalSource) -> [UInt8]? {
      pixels.withLock { pixels in
        if pixels == nil { pixels = source.readPixels() }
        return pixels
      }
    }
  }

  /// The half floats of another program's video in a wide encoding; nil for all other images.
  func widePixels(width: Int, height: Int) -> [Float16]? {
    guard case .external(let external, let late) = self, external.source.wideEncoding != nil else {
      return nil
    }
    return late.readWide(external.source)
      ?? [Float16](repeating: 0, count: width * height * 4)
  }

  private static func bytes(_ halves: [Float16]) -> [UInt8] {
    halves.map { UInt8(clamping: min(max(Float($0), 0), 1) * 255 + 0.5) }
  }

  /// All pixels; transparent where the CPU cannot read them.
  func pixels(width: Int, height: Int) -> [UInt8] {
    switch self {
    case .pixels(let pixels): pixels
    case .drawn(let drawing): drawing.pixels(count: width * height * 4)
    case .external(let external, let late):
      widePixels(width: width, height: height).map(Self.bytes) ?? late.read(external.source)
        ?? [UInt8](repeating: 0, count: width * height * 4)
    }
  }
}

extension CGImage {
  /// Makes an image of the current content of an external image; later content needs another one.
  package convenience init(_ external: ExternalStorage) {
    let isOpaque = external.source.alpha == .opaque
    self.init(
      width: external.source.width, height: external.source.height,
      storage: .external(external, ImageStorage.LatePixels()), isOpaque: isOpaque,
      alphaInfo: isOpaque ? .noneSkipLast : .premultipliedLast,
      contentHeadroom: external.source.wideEncoding?.contentHeadroom ?? 0)
  }

  /// The reason why the CPU cannot read the image; nil when it can, or has.
  package var obstacle: String? {
    guard case .external(let external, let late) = storage, !late.areRead else { return nil }
    return external.source.obstacle
  }

  /// The external image that the image shows; nil for an image with pixels of its own.
  package var external: ExternalStorage? {
    if case .external(let external, _) = storage { external } else { nil }
  }

  /// Whether a device can read the image directly, without an upload.
  package var isOnDevice: Bool {
    switch external?.source.kind {
    case .texture, .eglImage, .dmaBuffer: true
    case .memory, nil: false
    }
  }

  /// Whether row 0 is at the top.
  package var isTopDown: Bool { external?.source.isTopDown ?? true }
}
