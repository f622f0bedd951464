import CoreText
import Foundation
import FoundationNetworking
import ImageIO
import QuartzCore

// Declarations that the sources need from UIKit and from files that are not compiled.

/// The layer that owns an engine.
final class LottieAnimationLayer: CALayer {
  func updateInFlightAnimation() {}
}

/// An image in memory.
struct UIImage {
  let cgImage: CGImage?

  init?(data: Data) {
    cgImage = CGImageSourceCreateWithData(data as CFData, nil).flatMap {
      CGImageSourceCreateImageAtIndex($0, 0, nil)
    }
  }
}

/// It is in a separate module on Linux.
public typealias URLSession = FoundationNetworking.URLSession
/// It is in a separate module on Linux.
public typealias URLSessionDataTask = FoundationNetworking.URLSessionDataTask
/// It is in a separate module on Linux.
public typealias URLRequest = FoundationNetworking.URLRequest
/// It is in a separate module on Linux.
public typealias URLResponse = FoundationNetworking.URLResponse

typealias UIFont = CTFont

extension CTFont {
  convenience init?(name: String, size: CGFloat) { self.init(name, size: size) }
}

extension Data {
  /// Throws, because there are no asset catalogs.
  init(assetName: String, in bundle: Bundle) throws { throw CocoaError(.fileNoSuchFile) }
}

// The helpers of the snapshot tests that need a bundle.

/// Shows one image of the samples for every asset.
struct HardcodedImageProvider: AnimationImageProvider {
  let imageName: String

  func imageForAsset(asset: ImageAsset) -> CGImage? {
    let file = Draw.tests.appendingPathComponent(imageName)
    return (try? Data(contentsOf: file)).flatMap { UIImage(data: $0)?.cgImage }
  }

  func contentsGravity(for asset: ImageAsset) -> CALayerContentsGravity { .resizeAspectFill }
}

/// Finds images in the file itself and in the folder next to it.
struct SampleImageProvider: AnimationImageProvider {
  let folder: URL

  func imageForAsset(asset: ImageAsset) -> CGImage? {
    if let image = asset.base64Image { return image }
    return [asset.name, asset.directory + asset.name, "../images/" + asset.name]
      .lazy.compactMap { try? Data(contentsOf: folder.appendingPathComponent($0)) }
      .first.flatMap { UIImage(data: $0)?.cgImage }
  }
}
