import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree

/// The opaque area of an image.
struct Inked {
  private let image: CGImage
  /// The box around all pixels with alpha above a half, rows from the top; null when there is none.
  let box: CGRect

  init(_ image: CGImage) {
    self.image = image
    var box = CGRect.null
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixels[(y * image.width + x) * 4 + 3] > 127 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    self.box = box
  }

  /// Returns red, green, blue and alpha of a pixel; rows count from the top.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    Array(image.pixels[((y * image.width + x) * 4)..<((y * image.width + x) * 4 + 4)])
  }

  /// Returns the number of pixels in some rows whose alpha is above a half.
  func count(rows: Range<Int>) -> Int {
    rows.reduce(0) { sum, y in
      sum + (0..<image.width).count { image.pixels[(y * image.width + $0) * 4 + 3] > 127 }
    }
  }
}

extension CALayer {
  /// Returns the image of the layer, after a commit in which it is the root.
  func committedImage(isGeometryFlipped: Bool = true) -> CGImage? {
    let committer = LayerCommitter(root: self, isGeometryFlipped: isGeometryFlipped)
    return committer.commit().contents.first?.image
  }
}
