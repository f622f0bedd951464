public import Foundation
public import GlazeGeometry
import QuartzCore

/// A color of UIKit: a `CGColor` with names.
///
/// Colors that a system chooses, such as `.label`, are those of a light appearance.
///
/// Observed: Apple documentation of UIColor.
public final class UIColor: NSObject, @unchecked Sendable {
  /// The color of Core Graphics.
  public let cgColor: CGColor

  /// Makes a color from one of Core Graphics.
  public init(cgColor: CGColor) { self.cgColor = cgColor }

  /// Makes a color in sRGB; components may be outside 0...1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Makes a gray.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(gray: white, alpha: alpha))
  }

  /// Makes a color of hue, saturation and brightness, each in 0...1.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    func channel(_ offset: CGFloat) -> CGFloat {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// Makes a color in Display P3.
  public convenience init(
    displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    let color = CGColorSpace(name: CGColorSpace.displayP3).flatMap {
      CGColor(colorSpace: $0, components: [red, green, blue, alpha])
    }
    self.init(cgColor: color ?? .clear)
  }

  /// Makes a color that repeats an image, one point for each point of the image.
  public convenience init(patternImage image: UIImage) {
    let box = CGRect(origin: .zero, size: image.size)
    let pattern = image.cgImage.flatMap {
      // The cell is upright where y points down; Core Graphics' patterns are where y points up.
      CGPattern(
        image: $0, bounds: box, matrix: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0),
        xStep: box.width, yStep: box.height)
    }
    let space = CGColorSpace(patternBaseSpace: nil)
    let color = pattern.flatMap { CGColor(patternSpace: space, pattern: $0, components: [1]) }
    self.init(cgColor: color ?? .clear)
  }

  /// Returns the same color with another alpha.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(cgColor: cgColor.copy(alpha: alpha) ?? cgColor)
  }

  private var components: [CGFloat]? {
    CGColorSpace(name: CGColorSpace.extendedSRGB).flatMap {
      cgColor.converted(to: $0, intent: .defaultIntent, options: nil)?.components
    }
  }

  /// Writes the components in sRGB.
  ///
  /// - Returns: false for a pattern.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let components else { return false }
    red?.pointee = components[0]
    green?.pointee = components[1]
    blue?.pointee = components[2]
    alpha?.pointee = components[3]
    return true
  }

  /// Writes gray and alpha.
  ///
  /// - Returns: false for a color that is not a gray.
  @discardableResult
  public func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let components, components[0] == components[1], components[1] == components[2] else {
      return false
    }
    white?.pointee = components[0]
    alpha?.pointee = components[3]
    return true
  }

  /// Writes hue, saturation, brightness and alpha, each in 0...1.
  ///
  /// - Returns: false for a pattern.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let c = components else { return false }
    let (most, least) = (max(c[0], c[1], c[2]), min(c[0], c[1], c[2]))
    let span = most - least
    var angle: CGFloat = 0
    if span > 0 {
      if most == c[0] {
        angle = ((c[1] - c[2]) / span).truncatingRemainder(dividingBy: 6)
      } else {
        angle = most == c[1] ? (c[2] - c[0]) / span + 2 : (c[0] - c[1]) / span + 4
      }
    }
    hue?.pointee = (angle < 0 ? angle + 6 : angle) / 6
    saturation?.pointee = most > 0 ? span / most : 0
    brightness?.pointee = most
    alpha?.pointee = c[3]
    return true
  }

  /// Sets the color of fills in the current context.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  /// Sets the color of lines in the current context.
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
  /// Sets the color of fills and lines in the current context.
  public func set() {
    setFill()
    setStroke()
  }

  /// Returns whether the other object is a color with the same `cgColor`.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? UIColor)?.cgColor == cgColor
  }

  /// The hash of `cgColor`.
  public override var hash: Int { cgColor.hashValue }

  private static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> UIColor {
    UIColor(
      red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: 1)
  }

  /// A fully transparent color.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// Gray of 0.
  public static let black = UIColor(white: 0, alpha: 1)
  /// Gray of 1/3.
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  /// Gray of 0.5.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Gray of 2/3.
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  /// Gray of 1.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Full red.
  public static let red = rgb(255, 0, 0)
  /// Full green.
  public static let green = rgb(0, 255, 0)
  /// Full blue.
  public static let blue = rgb(0, 0, 255)
  /// Full green and blue.
  public static let cyan = rgb(0, 255, 255)
  /// Full red and green.
  public static let yellow = rgb(255, 255, 0)
  /// Full red and blue.
  public static let magenta = rgb(255, 0, 255)
  /// Red, and half of green.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Half of red and blue.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// A brown of 0.6, 0.4 and 0.2.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  /// The blue of buttons.
  public static let systemBlue = rgb(0, 122, 255)
  /// A green.
  public static let systemGreen = rgb(52, 199, 89)
  /// A red.
  public static let systemRed = rgb(255, 59, 48)
  /// An orange.
  public static let systemOrange = rgb(255, 149, 0)
  /// A gray.
  public static let systemGray = rgb(142, 142, 147)
}

/// AppKit's name for the class.
public typealias NSColor = UIColor

extension UIColor {
  /// Makes a color in sRGB, in AppKit's spelling.
  public convenience init(
    srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a color in AppKit's calibrated space, which is treated as sRGB.
  public convenience init(
    calibratedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
}
