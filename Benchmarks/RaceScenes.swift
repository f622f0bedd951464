import Foundation
import Glaze

/// Scenes with one kind of layer each, for comparisons of renderers: the same in every run.
enum RaceScene: String, CaseIterable, Sendable {
  case cards, photos, shadows, gradients, groups, masks, wall, paths, sprites

  /// Makes a scene of 960 x 540 points with the given number of layers.
  func root(_ count: Int) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 960, height: 540)
    var random = Chance()
    let images = (0..<4).map(Self.image)
    for index in 0..<count {
      let layer = layer(index, &random, images)
      root.addSublayer(layer)
    }
    return root
  }

  private func layer(_ index: Int, _ random: inout Chance, _ images: [CGImage]) -> CALayer {
    switch self {
    case .cards:
      let card = Self.box(&random, alpha: 0.6)
      card.cornerRadius = 8
      card.borderWidth = 2
      card.borderColor = random.color(alpha: 1)
      card.transform = CATransform3DMakeRotation(random.number(-0.6, 0.6), 0, 0, 1)
      return card
    case .photos:
      let photo = Self.box(&random, alpha: 0)
      photo.contents = images[index % 4]
      photo.cornerRadius = 12
      photo.masksToBounds = true
      return photo
    case .shadows:
      let card = Self.box(&random, alpha: 1)
      card.cornerRadius = 8
      card.shadowOpacity = 0.5
      card.shadowRadius = 6
      card.shadowOffset = CGSize(width: 0, height: 4)
      return card
    case .gradients: return Self.gradient(index, &random)
    case .groups: return Self.group(&random)
    case .masks:
      let photo = Self.box(&random, alpha: 0)
      photo.contents = images[index % 4]
      let mask = CALayer()
      mask.frame = photo.bounds
      mask.contents = images[(index + 1) % 4]
      photo.mask = mask
      return photo
    case .wall: return Self.tile(index, images)
    case .paths:
      let star = CAShapeLayer()
      star.position = CGPoint(x: random.number(0, 900), y: random.number(0, 500))
      star.path = Self.star(&random)
      star.fillColor = random.color(alpha: 0.7)
      star.strokeColor = random.color(alpha: 1)
      return star
    case .sprites:
      let sprite = CALayer()
      sprite.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      sprite.position = CGPoint(x: random.number(5, 955), y: random.number(5, 535))
      sprite.backgroundColor = random.color(alpha: 1)
      return sprite
    }
  }

  private static func box(_ random: inout Chance, alpha: Double) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: random.number(80, 160), height: random.number(60, 120))
    layer.position = CGPoint(x: random.number(0, 960), y: random.number(0, 540))
    if alpha > 0 { layer.backgroundColor = random.color(alpha: alpha) }
    return layer
  }

  private static func gradient(_ index: Int, _ random: inout Chance) -> CALayer {
    let layer = CAGradientLayer()
    layer.frame = box(&random, alpha: 0).frame
    layer.type = [.axial, .radial, .conic][index % 3]
    layer.colors = (0..<(2 + index % 3)).map { _ in random.color(alpha: 1) }
    return layer
  }

  private static func group(_ random: inout Chance) -> CALayer {
    let group = box(&random, alpha: 0)
    group.opacity = 0.5
    for _ in 0..<5 {
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 50, height: 40)
      card.position = CGPoint(x: random.number(30, 50), y: random.number(20, 40))
      card.backgroundColor = random.color(alpha: 1)
      group.addSublayer(card)
    }
    return group
  }

  private static func tile(_ index: Int, _ images: [CGImage]) -> CALayer {
    let holder = CALayer()
    holder.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    holder.position = CGPoint(x: 30 + 48 * (index % 18), y: 30 + 48 * (index / 18))
    var eye = CATransform3DIdentity
    eye.m34 = -1.0 / 300
    let tile = CALayer()
    tile.frame = holder.bounds
    tile.contents = images[index % 4]
    tile.transform = CATransform3DConcat(CATransform3DMakeRotation(0.5, 0, 1, 0), eye)
    holder.addSublayer(tile)
    return holder
  }

  private static func star(_ random: inout Chance) -> CGPath {
    let path = CGMutablePath()
    for corner in 0..<20 {
      let radius = corner % 2 == 0 ? random.number(40, 60) : 20
      let angle = Double(corner) / 20 * 2 * Double.pi
      let point = CGPoint(x: 60 + radius * cos(angle), y: 60 + radius * sin(angle))
      if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
  }

  private static func image(_ number: Int) -> CGImage {
    var bytes: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<64 { bytes += [UInt8(x * 4), UInt8(y * 4), UInt8(number * 60), 255] }
    }
    return CGImage(width: 64, height: 64, premultipliedRGBA: bytes)
  }
}

/// Pseudorandom numbers that are the same in every run.
struct Chance {
  private var state: UInt32 = 7

  mutating func number(_ low: Double, _ high: Double) -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return low + Double(state >> 8) / 16_777_216 * (high - low)
  }

  mutating func color(alpha: Double) -> CGColor {
    CGColor(
      srgbRed: CGFloat(number(0, 1)), green: CGFloat(number(0, 1)), blue: CGFloat(number(0, 1)),
      alpha: CGFloat(alpha))
  }
}
