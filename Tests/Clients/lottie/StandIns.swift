import CoreText
import Foundation
import FoundationNetworking
import ImageIO
import QuartzCore

// What the sources ask of files that are left out, and of UIKit.

/// The layer that owns an engine.
final class LottieAnimationLayer: CALayer {
  func updateInFlightAnimation() {}
}

/// A picture in memory.
struct UIImage {
  let cgImage: CGImage?

  init?(data: Data) {
    cgImage = CGImageSourceCreateWithData(data as CFData, nil).flatMap {
      CGImageSourceCreateImageAtIndex($0, 0, nil)
    }
  }
}

/// Of a module of its own on Linux.
public typealias URLSession = FoundationNetworking.URLSession
/// Of a module of its own on Linux.
public typealias URLSessionDataTask = FoundationNetworking.URLSessionDataTask
/// Of a module of its own on Linux.
public typealias URLRequest = FoundationNetworking.URLRequest
/// Of a module of its own on Linux.
public typealias URLResponse = FoundationNetworking.URLResponse

typealias UIFont = CTFont

extension CTFont {
  convenience init?(name: String, size: CGFloat) { self.init(name, size: size) }
}

extension Data {
  /// There are no asset catalogues.
  init(assetName: String, in bundle: Bundle) throws { throw CocoaError(.fileNoSuchFile) }
}

// The helpers of the snapshot tests that need a bundle.

/// Shows one picture of the samples for every asset.
struct HardcodedImageProvider: AnimationImageProvider {
  let imageName: String

  func imageForAsset(asset: ImageAsset) -> CGImage? {
    let file = Draw.tests.appendingPathComponent(imageName)
    return (try? Data(contentsOf: file)).flatMap { UIImage(data: $0)?.cgImage }
  }

  func contentsGravity(for asset: ImageAsset) -> CALayerContentsGravity { .resizeAspectFill }
}

/// Finds pictures in the file itself and in the folder beside it.
struct SampleImageProvider: AnimationImageProvider {
  let folder: URL

  func imageForAsset(asset: ImageAsset) -> CGImage? {
    if let image = asset.base64Image { return image }
    return [asset.name, asset.directory + asset.name, "../images/" + asset.name]
      .lazy.compactMap { try? Data(contentsOf: folder.appendingPathComponent($0)) }
      .first.flatMap { UIImage(data: $0)?.cgImage }
  }
}
