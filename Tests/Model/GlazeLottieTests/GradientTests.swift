import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

@Suite("Gradients of Lottie documents")
struct GradientTests {
  /// The layer of a gradient of so many colors, whose numbers are a list or keyframes.
  private func gradient(_ count: Int, _ numbers: String) throws -> CALayer {
    let item =
      "{\"ty\":\"gf\",\"t\":1,\"o\":{\"k\":100},\"s\":{\"k\":[0,0]},\"e\":{\"k\":[90,0]},\"g\":{\"p\":\(count),\"k\":{\"k\":\(numbers)}}}"
    let layer = Reading.shapes("\(Reading.rectangle),\(item)")
    return try #require(try Reading.document(layer).root.tree.first { $0 is CAGradientLayer })
  }

  /// The color of a gradient layer at a location between its stops.
  private func color(_ colors: [Any]?, _ locations: [NSNumber]?, at location: Double) throws -> RGBA
  {
    let stops = try zip(#require(colors), #require(locations)).map { color, place in
      let n = try #require((color as? CGColor)?.components)
      return (place.doubleValue, RGBA(n[0].native, n[1].native, n[2].native, n[3].native))
    }
    #expect(stops.map(\.0) == stops.map(\.0).sorted())
    let next = try #require(stops.firstIndex { $0.0 > location })
    guard next > 0 else { return stops[0].1 }
    let (a, b) = (stops[next - 1], stops[next])
    return a.1 + (b.1 - a.1) * ((location - a.0) / (b.0 - a.0))
  }

  private func expect(_ found: RGBA, _ expected: RGBA) {
    #expect(found.distance(to: expected) < 0.01, "\(found)")
  }

  @Test("Two stops at one place are an edge, also between stops of the other list")
  func edgesRemain() throws {
    let edge = "[0.5,0,1,0,0.5,1,0,0, 0,1,0.2,0,0.5,1,0.8,0,1,1]"
    let colors = try #require(try gradient(2, edge) as? CAGradientLayer)
    func shown(_ layer: CAGradientLayer, _ location: Double) throws -> RGBA {
      try color(layer.colors, layer.locations, at: location)
    }
    expect(try shown(colors, 0.1), RGBA(0, 1, 0, 0.5))
    expect(try shown(colors, 0.4999), RGBA(0, 1, 0, 1))
    expect(try shown(colors, 0.5001), RGBA(1, 0, 0, 1))
    expect(try shown(colors, 0.65), RGBA(1, 0, 0, 0.5))
    let alpha = "[0,0,0,1,0.5,1,0,0,1,0,0,1, 0.5,0.3,0.5,1]"
    let edges = try #require(try gradient(3, alpha) as? CAGradientLayer)
    expect(try shown(edges, 0.25), RGBA(0.5, 0, 0.5, 0.3))
    expect(try shown(edges, 0.4999), RGBA(1, 0, 0, 0.3))
    expect(try shown(edges, 0.5001), RGBA(1, 0, 0, 1))
  }

  @Test("Stops of alpha that move past those of colors have the colors of their place")
  func stopsMovePastOthers() throws {
    func numbers(_ place: Double) -> String { "[0,1,0,0,0.5,0,1,0,1,0,0,1, 0,1,\(place),0.2,1,1]" }
    let easing = "\"i\":{\"x\":1,\"y\":1},\"o\":{\"x\":0,\"y\":0}"
    let keys = "[{\"t\":0,\"s\":\(numbers(0.2)),\(easing)},{\"t\":60,\"s\":\(numbers(0.8))}]"
    let layer = try gradient(3, keys)
    let colors = try #require(layer.animations(of: "colors").first)
    let locations = try #require(layer.animations(of: "locations").first)
    #expect(colors.keyTimes == locations.keyTimes)
    let times = try #require(colors.keyTimes?.map(\.doubleValue))
    #expect(times.count > 3)
    for (index, time) in times.enumerated() {
      let place = 0.2 + 0.6 * time
      let shown = try color(
        colors.values?[index] as? [Any], locations.values?[index] as? [NSNumber], at: place)
      let green = 1 - abs(place - 0.5) * 2
      expect(shown, RGBA(max(1 - place * 2, 0), green, max(place * 2 - 1, 0), 0.2))
    }
  }

  /// The image of a radial gradient from red to blue, whose end is 20 points to the right of its start.
  private func highlight(_ length: Double, _ angle: Double) throws -> CALayer {
    let item =
      "{\"ty\":\"gf\",\"t\":2,\"o\":{\"k\":100},\"s\":{\"k\":[50,50]},\"e\":{\"k\":[70,50]},\"h\":{\"k\":\(length)},\"a\":{\"k\":\(angle)},\"g\":{\"p\":2,\"k\":{\"k\":[0,1,0,0,1,0,0,1]}}}"
    let document = try Reading.document(Reading.shapes("\(Reading.rectangle),\(item)"))
    #expect(document.diagnostics.isEmpty)
    return try #require(document.root.tree.first { $0.contents != nil })
  }

  @Test(
    "Every circle of a gradient with a highlight has the color of its radius",
    arguments: [(40.0, 0.0), (-70, 30), (55, 200), (150, -100)])
  func circlesMoveToTheHighlight(length: Double, angle: Double) throws {
    let layer = try highlight(length, angle)
    let image = try #require((layer.contents as? CGImage))
    let (box, pixels) = (layer.bounds, image.pixels)
    let turn = angle * .pi / 180
    let focus = SIMD2(cos(turn), sin(turn)) * 20 * min(max(length / 100, -0.99), 0.99)
    var count = 0
    for share in [0.25, 0.5, 0.75] {
      for direction in stride(from: 0, to: 2 * Double.pi, by: 0.4) {
        let circle = SIMD2(cos(direction), sin(direction)) * 20 * share
        let point = SIMD2(50, 50) + focus * (1 - share) + circle
        let x = Int(clamping: (point.x - box.minX.native) / box.width.native * Double(image.width))
        let y = Int(
          clamping: (point.y - box.minY.native) / box.height.native * Double(image.height))
        guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { continue }
        let start = (y * image.width + x) * 4
        // Near the last circle, the colors of opposite sides are close together.
        let isSteep = abs(length) > 99
        let error = isSteep ? 0.3 : 0.03
        #expect(abs(Double(pixels[start]) / 255 - (1 - share)) < error, "\(share) \(direction)")
        #expect(abs(Double(pixels[start + 2]) / 255 - share) < error, "\(share) \(direction)")
        count += 1
      }
    }
    #expect(count > 15)
  }
}
