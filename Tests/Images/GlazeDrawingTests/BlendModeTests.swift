import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// The formulas of the PDF specification, section 11.3.5, and of Porter and Duff.
private struct Formula {
  let mode: CGBlendMode

  /// Premultiplied RGBA of a source over a destination, both unpremultiplied.
  func mix(_ s: [Double], _ d: [Double]) -> [Double] {
    let (sa, da) = (s[3], d[3])
    let factors: (Double, Double)? =
      switch mode {
      case .clear: (0, 0)
      case .copy: (1, 0)
      case .sourceIn: (da, 0)
      case .sourceOut: (1 - da, 0)
      case .sourceAtop: (da, 1 - sa)
      case .destinationOver: (1 - da, 1)
      case .destinationIn: (0, sa)
      case .destinationOut: (0, 1 - sa)
      case .destinationAtop: (1 - da, sa)
      case .xor: (1 - da, 1 - sa)
      case .plusLighter: (1, 1)
      default: nil
      }
    if let (fs, fd) = factors {
      return (0..<4).map { k in
        let (cs, cd) = k == 3 ? (1, 1) : (s[k], d[k])
        return min(cs * sa * fs + cd * da * fd, 1)
      }
    }
    if mode == .plusDarker {
      let alpha = min(sa + da, 1)
      let color = (0..<3).map { max(alpha - (sa - s[$0] * sa) - (da - d[$0] * da), 0) }
      return color + [alpha]
    }
    let blended = blend(Array(s[0..<3]), Array(d[0..<3]))
    let color = (0..<3).map { k in
      s[k] * sa * (1 - da) + d[k] * da * (1 - sa) + blended[k] * sa * da
    }
    return color + [sa + da - sa * da]
  }

  private func blend(_ s: [Double], _ d: [Double]) -> [Double] {
    switch mode {
    case .hue: return withLuminosity(withSaturation(s, saturation(d)), luminosity(d))
    case .saturation: return withLuminosity(withSaturation(d, saturation(s)), luminosity(d))
    case .color: return withLuminosity(s, luminosity(d))
    case .luminosity: return withLuminosity(d, luminosity(s))
    default: return (0..<3).map { separable(s[$0], d[$0]) }
    }
  }

  private func separable(_ s: Double, _ d: Double) -> Double {
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return hard(d, s)
    case .hardLight: return hard(s, d)
    case .darken: return min(s, d)
    case .lighten: return max(s, d)
    case .colorDodge: return d == 0 ? 0 : s == 1 ? 1 : min(1, d / (1 - s))
    case .colorBurn: return d == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .softLight:
      if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
      let root = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
      return d + (2 * s - 1) * (root - d)
    case .difference: return abs(s - d)
    case .exclusion: return s + d - 2 * s * d
    default: return s
    }
  }

  private func hard(_ s: Double, _ d: Double) -> Double {
    s <= 0.5 ? d * 2 * s : d + (2 * s - 1) - d * (2 * s - 1)
  }

  private func luminosity(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }

  private func saturation(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

  private func withLuminosity(_ c: [Double], _ l: Double) -> [Double] {
    let moved = c.map { $0 + l - luminosity(c) }
    let (low, high) = (moved.min() ?? 0, moved.max() ?? 0)
    return moved.map { v in
      var v = v
      if low < 0 { v = l + (v - l) * l / (l - low) }
      if high > 1 { v = l + (v - l) * (1 - l) / (high - l) }
      return v
    }
  }

  private func withSaturation(_ c: [Double], _ s: Double) -> [Double] {
    let low = c.min() ?? 0
    let spread = saturation(c)
    return c.map { spread > 0 ? ($0 - low) * s / spread : 0 }
  }
}

@Suite struct BlendModeTests {
  static let colors: [[Double]] = [
    [1, 0.2, 0.4, 1], [0.2, 0.4, 0.8, 0.8], [0.6, 0.6, 0.2, 0.4], [0, 1, 0, 1], [0, 0, 0, 0],
  ]

  private func color(_ c: [Double]) -> CGColor {
    CGColor(red: c[0], green: c[1], blue: c[2], alpha: c[3])
  }

  @Test(arguments: CGBlendMode.allCases, [false, true])
  func mixesByItsFormula(mode: CGBlendMode, isBGRA: Bool) throws {
    for source in Self.colors {
      for destination in Self.colors {
        let c =
          isBGRA
          ? try DrawnImage.context(1, 1, .premultipliedFirst, .byteOrder32Little)
          : try DrawnImage.context(1, 1)
        c.setFillColor(color(destination))
        c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        c.setBlendMode(mode)
        c.setFillColor(color(source))
        c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let expected = Formula(mode: mode).mix(source, destination)
          .map { Int(clamping: ($0 * 255).rounded()) }
        let found = try DrawnImage(c)[0, 0]
        #expect(near(found, expected, 3), "\(source) on \(destination): \(found) \(expected)")
      }
    }
  }

  @Test(arguments: CGBlendMode.allCases)
  func leavesAloneWhatTheShapeDoesNotCover(mode: CGBlendMode) throws {
    let c = try DrawnImage.context(6, 2)
    c.setFillColor(red: 0.4, green: 0.2, blue: 0.6, alpha: 0.8)
    c.fill(CGRect(x: 0, y: 0, width: 6, height: 2))
    let before = try DrawnImage(c)[5, 0]
    c.setBlendMode(mode)
    c.setFillColor(red: 0.8, green: 0.9, blue: 0.1, alpha: 0.6)
    c.fill(CGRect(x: 0, y: 0, width: 2.5, height: 2))
    let drawn = try DrawnImage(c)
    #expect(drawn[5, 0] == before)
    #expect(drawn[3, 1] == before)
    let whole = drawn[0, 0]
    let middle = zip(before, whole).map { ($0 + $1) / 2 }
    // In modes that are not linear in the source, half a source does not give half of the blend.
    let isLinear = ![.plusDarker, .plusLighter].contains(mode)
    #expect(!isLinear || near(drawn[2, 0], middle, 3), "\(drawn[2, 0]) \(middle)")
  }

  @Test(arguments: [CGBlendMode.sourceIn, .copy, .hue, .multiply, .normal])
  func clipsOfAnyShapeHoldInEveryMode(mode: CGBlendMode) throws {
    let c = try DrawnImage.context(20, 20)
    c.setFillColor(red: 0.5, green: 0.5, blue: 0, alpha: 1)
    c.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    let before = try DrawnImage(c)[0, 0]
    c.addEllipse(in: CGRect(x: 2, y: 2, width: 16, height: 16))
    c.clip()
    c.setBlendMode(mode)
    c.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    c.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    let drawn = try DrawnImage(c)
    #expect(drawn[0, 0] == before)
    #expect(drawn[3, 3] == before)
    #expect(drawn[10, 10] != before)
  }
}
