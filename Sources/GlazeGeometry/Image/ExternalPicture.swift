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
  case external(ExternalPicture, Mutexed)

  /// Pixels that come late.
  final class Mutexed: Sendable {
    private let pixels = Mutex<[UInt8]?>(nil)

    func value(_ make: () -> [UInt8]) -> [UInt8] {
      pixels.withLock { pixels in
        if let pixels { return pixels }
        let made = make()
        pixels = made
        return made
      }
    }
  }

  /// All pixels; transparent where the CPU cannot read them.
  func pixels(width: Int, height: Int) -> [UInt8] {
    switch self {
    case .pixels(let pixels): pixels
    case .external(let picture, let late):
      late.value {
        picture.source.readPixels() ?? [UInt8](repeating: 0, count: width * height * 4)
      }
    }
  }
}

extension CGImage {
  /// Makes an image of what a picture that is not Glaze's holds now; another one shows what it holds later.
  package convenience init(_ picture: ExternalPicture) {
    let isOpaque = picture.source.alpha == .opaque
    self.init(
      width: picture.source.width, height: picture.source.height,
      storage: .external(picture, ImageStorage.Mutexed()), isOpaque: isOpaque,
      alphaInfo: isOpaque ? .noneSkipLast : .premultipliedLast)
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
