import Foundation
public import Glaze

// Examples from introductions to Core Animation, one per file: each listing is a function that makes
// layers. Layers replace views, and `Drawings.swift` draws the images.
// The tests compare each with an image and check the claims of the texts.

/// A listing and the parameters of its image.
public struct Example: Sendable {
  /// The name of the function and of its image.
  public let name: String
  /// The layers, in a root with the size of the image.
  public let make: @Sendable () -> CALayer
  /// The time of the image, in seconds after the first commit.
  public let time: Double

  init(name: String, time: Double = 0, make: @escaping @Sendable () -> CALayer) {
    self.name = name
    self.make = make
    self.time = time
  }

  /// All examples, from basic to advanced.
  public static let all: [Example] = [
    Example(name: "roundedCorners", make: roundedCorners),
    Example(name: "borders", make: borders),
    Example(name: "shadows", make: shadows),
    Example(name: "shadowPaths", make: shadowPaths),
    Example(name: "maskedImage", make: maskedImage),
    Example(name: "lcdClock", make: { lcdClock(hours: 13, minutes: 57, seconds: 42) }),
    Example(name: "translucentButton", make: translucentButton),
    Example(name: "affineOrder", make: affineOrder),
    Example(name: "perspective", make: perspective),
    Example(name: "innerAndOuterRotation", make: innerAndOuterRotation),
    Example(name: "transformLayerCubes", make: transformLayerCubes),
    Example(name: "sixFaceCube1", make: { sixFaceCube(turn: cubeTurns[0]) }),
    Example(name: "sixFaceCube2", make: { sixFaceCube(turn: cubeTurns[1]) }),
    Example(name: "sixFaceCube3", make: { sixFaceCube(turn: cubeTurns[2]) }),
    Example(name: "gradients", make: gradients),
    Example(name: "threeRoundCorners", make: threeRoundCorners),
    Example(name: "text", make: text),
    Example(name: "scroll", make: scroll),
    Example(name: "ringOfTen", make: ringOfTen),
    Example(name: "reflectionByHand", make: reflectionByHand),
    Example(name: "reflectionByReplicator", make: reflectionByReplicator),
    Example(name: "reflectionView", make: reflectionView),
    Example(name: "movingText", time: 0.5, make: movingText),
    Example(name: "button", make: button),
    Example(name: "progressRing", time: 0.6, make: progressRing),
    Example(name: "turningCube", time: 0.6, make: turningCube),
    Example(name: "drawnTick", time: 0.6, make: drawnTick),
  ]
}

/// Makes a root layer with a size and a color, y down.
func canvas(_ width: CGFloat, _ height: CGFloat, _ color: CGColor = .gray) -> CALayer {
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  layer.backgroundColor = color
  return layer
}

extension CGColor {
  static let gray = CGColor(red: 0.75, green: 0.75, blue: 0.75, alpha: 1)
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}
