public import Foundation
import GlazeLayers

/// A view that shows an image.
///
/// The image is placed by `contentMode`. Observed: Apple documentation of UIImageView; there are no
/// highlighted images and no image sequences.
open class UIImageView: UIView {
  /// The image, whose scale becomes the layer's `contentsScale`; default nil.
  open var image: UIImage? {
    didSet {
      layer.contents = image?.cgImage
      layer.contentsScale = image?.scale ?? UIScreen.main.scale
    }
  }

  /// Makes a view of the image's size, or without a size if there is no image.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
  }

  /// Returns the image's size; without an image, the current one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }
  /// The image's size in points; -1 without an image.
  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }
}
