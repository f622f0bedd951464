import Synchronization

/// A picture that is not Glaze's, for as long as anybody may read it.
package final class ExternalPicture: Sendable {
  package let source: ExternalSource
  private let release: (@Sendable () -> Void)?

  /// - Parameter release: Is called when nobody will read the picture again, on any thread.
  package init(_ source: ExternalSource, release: (@Sendable () -> Void)?) {
    (self.source, self.release) = (source, release)
  }

  deinit { release?() }
}

/// What an image consists of.
enum ImageStorage: Sendable {
  case pixels([UInt8])
  /// Read when somebody asks, and then kept.
  case external(ExternalPicture, LatePixels)

  /// Pixels that come when somebody asks.
  final class LatePixels: Sendable {
    private let pixels = Mutex<[UInt8]?>(nil)

    var areRead: Bool { pixels.withLock { $0 != nil } }

    /// - Returns: nil for what the CPU cannot read.
    func read(_ source: ExternalSource) -> [UInt8]? {
      pixels.withLock { pixels in
        if pixels == nil { pixels = source.readPixels() }
        return pixels
      }
    }
  }

  /// All pixels; transparent where the CPU cannot read them.
  func pixels(width: Int, height: Int) -> [UInt8] {
    switch self {
    case .pixels(let pixels): pixels
    case .external(let picture, let late):
      late.read(picture.source) ?? [UInt8](repeating: 0, count: width * height * 4)
    }
  }
}

extension CGImage {
  /// Makes an image of what a picture that is not Glaze's holds now; another one shows what it holds later.
  package convenience init(_ picture: ExternalPicture) {
    let isOpaque = picture.source.alpha == .opaque
    self.init(
      width: picture.source.width, height: picture.source.height,
      storage: .external(picture, ImageStorage.LatePixels()), isOpaque: isOpaque,
      alphaInfo: isOpaque ? .noneSkipLast : .premultipliedLast)
  }

  /// Why the CPU cannot read the image; nil when it can, or has.
  package var obstacle: String? {
    guard case .external(let picture, let late) = storage, !late.areRead else { return nil }
    return picture.source.obstacle
  }

  /// The picture that the image shows; nil for an image with pixels of its own.
  package var external: ExternalPicture? {
    if case .external(let picture, _) = storage { picture } else { nil }
  }

  /// Whether the picture is where a device can read it, and has not to be uploaded.
  package var isOnDevice: Bool {
    switch external?.source.kind {
    case .texture, .eglImage, .dmaBuffer: true
    case .memory, nil: false
    }
  }

  /// Whether row 0 is on top.
  package var isTopDown: Bool { external?.source.isTopDown ?? true }
}
