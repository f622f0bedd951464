import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

@Suite("Masks of Lottie documents")
struct MaskTests {
  /// The alpha, from 0 to 1, of a square of 100 points with a mask at the middle of the square, at
  /// the edge of the mask, half of whose pixel is inside, and in a corner of the square.
  private func alpha(_ mode: String, opacity: Double, isInverted: Bool) throws -> [Double] {
    let path =
      "{\"v\":[[20.5,20],[80,20],[80,80],[20.5,80]],\"i\":[[0,0],[0,0],[0,0],[0,0]],\"o\":[[0,0],[0,0],[0,0],[0,0]],\"c\":true}"
    let mask =
      "{\"mode\":\"\(mode)\",\"inv\":\(isInverted),\"pt\":{\"k\":\(path)},\"o\":{\"k\":\(opacity)}}"
    let solid =
      "{\"ty\":1,\"nm\":\"s\",\"ind\":1,\"ip\":0,\"op\":60,\"st\":0,\"sw\":100,\"sh\":100,\"sc\":\"#ff0000\",\"ks\":{},\"masksProperties\":[\(mask)]}"
    let context = try #require(
      CGContext(
        data: nil, width: 100, height: 100, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    try Reading.document(solid).root.render(in: context)
    let image = try #require(context.makeImage())
    return [(50, 50), (20, 50), (5, 5)].map { x, y in
      Double(image.pixels[(y * image.width + x) * 4 + 3]) / 255
    }
  }

  @Test(
    "A mask that is subtracted removes its opacity times its area, also at its edges",
    arguments: [
      ("s", 100, false, [0, 0.5, 1]), ("s", 40, false, [0.6, 0.8, 1]),
      ("s", 100, true, [1, 0.5, 0]), ("s", 40, true, [1, 0.8, 0.6]),
      ("a", 40, false, [0.4, 0.2, 0]), ("a", 40, true, [0, 0.2, 0.4]),
    ])
  func masksRemoveTheirOpacity(
    mode: String, opacity: Double, isInverted: Bool, expected: [Double]
  ) throws {
    let found = try alpha(mode, opacity: opacity, isInverted: isInverted)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(found)")
  }
}
