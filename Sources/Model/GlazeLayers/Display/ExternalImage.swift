public import GlazeGeometry

/// Contents that belong to the program and not to Glaze: a texture, an EGLImage, a dma-buf, or
/// bytes.
///
/// ```swift
/// let video = try ExternalImage(.texture(name, width: 640, height: 360))
/// layer.contents = video
/// // Whenever the program has drawn into it:
/// video.update()
/// ```
///
/// Layers and particles show it like a `CGImage`: with gravity, masks, filters, and in 3D. OpenGL
/// samples textures, EGLImages and dma-bufs directly; images that are not premultiplied RGB, or
/// that are shown with mipmaps, are converted by one draw for each version.
///
/// Like its layers, it belongs to one thread. An animation with it as a value shows the version
/// that existed when the animation was committed. Source: Glaze's own choice.
public final class ExternalImage {
  /// The source of the image.
  public var source: ExternalSource { storage.source }

  /// The current version; each version has an identity of its own, so that caches of it are
  /// renewed.
  package private(set) var image: CGImage
  private var storage: ExternalStorage
  private var users: [WeakUser] = []

  private struct WeakUser {
    weak var user: (any ExternalImageUser)?
  }

  /// Creates contents from an image source.
  ///
  /// - Parameters:
  ///   - source: The source of the image.
  ///   - release: Called once, when Glaze will not read the image again: after it was replaced or
  ///     this object was released, and the frames that show it are drawn. It may be called on any
  ///     thread, in the middle of a frame: record what became free, and draw nothing.
  /// - Throws: `ExternalImageError` for an invalid description.
  public init(
    _ source: ExternalSource, release: (@Sendable () -> Void)? = nil
  ) throws(ExternalImageError) {
    storage = try Self.storage(source, release)
    image = CGImage(storage)
  }

  /// Replaces the image, for example with the next frame of a video.
  ///
  /// - Parameters: as for `init`.
  /// - Throws: `ExternalImageError`; nothing changes in that case.
  public func replace(
    with source: ExternalSource, release: (@Sendable () -> Void)? = nil
  ) throws(ExternalImageError) {
    storage = try Self.storage(source, release)
    update()
  }

  /// Reports that the pixels have changed: the next frame that shows them draws the new pixels.
  public func update() {
    image = CGImage(storage)
    users.removeAll { $0.user == nil }
    for user in users { user.user?.show(self) }
  }

  private static func storage(
    _ source: ExternalSource, _ release: (@Sendable () -> Void)?
  ) throws(ExternalImageError) -> ExternalStorage {
    if let problem = source.problem { throw ExternalImageError(message: problem) }
    return ExternalStorage(source, release: release)
  }

  /// Registers an observer of versions.
  func add(_ user: any ExternalImageUser) {
    users.removeAll { $0.user == nil || $0.user === user }
    users.append(WeakUser(user: user))
  }
}

/// An observer that shows contents that change.
protocol ExternalImageUser: AnyObject {
  /// Shows the newest version if the image is still in use.
  func show(_ image: ExternalImage)
}

extension CALayer: ExternalImageUser {
  final func show(_ image: ExternalImage) {
    if objects.contents as AnyObject? === image { setContents(image) }
  }
}

extension CAEmitterCell: ExternalImageUser {
  final func show(_ image: ExternalImage) {
    if contents as AnyObject? === image { contents = image }
  }
}

/// An error in the description of an `ExternalSource`.
public struct ExternalImageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the error and of the valid values, in one line.
  public let message: String
  /// The message.
  public var description: String { message }
}

extension CGImage {
  /// Returns the image of the contents: an image itself, or the newest version of an external one.
  package static func shown(_ contents: Any?) -> CGImage? {
    contents as? CGImage ?? (contents as? ExternalImage)?.image
  }
}
