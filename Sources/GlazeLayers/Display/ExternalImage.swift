public import GlazeGeometry

/// Contents that belong to the program and not to Glaze: a texture, an EGLImage, a dma-buf, or bytes.
///
/// ```swift
/// let picture = try ExternalImage(.texture(name, width: 640, height: 360))
/// layer.contents = picture
/// // Whenever the program has drawn into it:
/// picture.update()
/// ```
///
/// Layers and particles show it as they show a `CGImage`: with gravity, masks, filters, in 3D. OpenGL samples
/// textures, EGLImages and dma-bufs where they are; what is not premultiplied RGB, and what is shown with
/// mipmaps, a draw converts once for each version.
///
/// Like its layers it belongs to one thread. An animation that has it as a value shows the version that was
/// there when the animation was committed. Source: Glaze's own choice.
public final class ExternalImage {
  /// Where the picture comes from.
  public var source: ExternalSource { picture.source }

  /// The version that is shown; each has an identity of its own, so that whatever is kept of it is made
  /// anew.
  package private(set) var image: CGImage
  private var picture: ExternalPicture
  private var users: [WeakUser] = []

  private struct WeakUser {
    weak var user: (any ExternalImageUser)?
  }

  /// Makes contents of a picture.
  ///
  /// - Parameters:
  ///   - source: where it comes from.
  ///   - release: is called once, when Glaze will not read the picture again: after it was replaced, or this
  ///     object has gone, and the frames that show it are drawn. It may be called on any thread, in the
  ///     middle of a frame: note what became free, and draw nothing.
  /// - Throws: `ExternalImageError` for a description that cannot be true.
  public init(
    _ source: ExternalSource, release: (@Sendable () -> Void)? = nil
  ) throws(ExternalImageError) {
    picture = try Self.picture(source, release)
    image = CGImage(picture)
  }

  /// Shows another picture from now on, as with each frame of a video.
  ///
  /// - Parameters: as for `init`.
  /// - Throws: `ExternalImageError`; then all stays as it is.
  public func replace(
    with source: ExternalSource, release: (@Sendable () -> Void)? = nil
  ) throws(ExternalImageError) {
    picture = try Self.picture(source, release)
    update()
  }

  /// Says that the pixels have changed: the next frame of whoever shows them is drawn with what is there then.
  public func update() {
    image = CGImage(picture)
    users.removeAll { $0.user == nil }
    for user in users { user.user?.show(self) }
  }

  private static func picture(
    _ source: ExternalSource, _ release: (@Sendable () -> Void)?
  ) throws(ExternalImageError) -> ExternalPicture {
    if let problem = source.problem { throw ExternalImageError(message: problem) }
    return ExternalPicture(source, release: release)
  }

  /// Remembers who wants to know of versions.
  func add(_ user: any ExternalImageUser) {
    users.removeAll { $0.user == nil || $0.user === user }
    users.append(WeakUser(user: user))
  }
}

/// Somebody who shows contents that change.
protocol ExternalImageUser: AnyObject {
  /// Shows the newest version, if it is still what is to be shown.
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

/// What is wrong with the description of an `ExternalSource`.
public struct ExternalImageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what is possible; one line.
  public let message: String
  /// The message.
  public var description: String { message }
}

extension CGImage {
  /// The image that contents show: an image itself, or the newest version of one that is not Glaze's.
  package static func shown(_ contents: Any?) -> CGImage? {
    contents as? CGImage ?? (contents as? ExternalImage)?.image
  }
}
