import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Testing

/// Transitions by filters: an edge moves over the layer and reveals the new content.
@Suite struct TransitionFilterTests {
  /// A red card of 8 x 8 pixels on white that turns blue within a second, by a filter.
  private struct Turn {
    let session: RenderSession

    init(
      _ filter: Any, _ backend: Renderer.Backend, opacity: Float = 1,
      change: (CATransition) -> Void = { _ in }
    ) throws {
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      root.backgroundColor = .white
      let card = CALayer()
      card.frame = root.bounds
      card.opacity = opacity
      card.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      root.addSublayer(card)
      session = try RenderSession(root, renderer: Renderer(backend.device))
      try session.commit(at: 0)
      CATransaction.withoutActions {
        card.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        let transition = CATransition()
        transition.type = .push
        transition.filter = filter
        transition.duration = 1
        change(transition)
        card.add(transition, forKey: nil)
      }
      try session.commit(at: 0)
    }

    /// Returns the pixels at a time, as rows of `[red, green, blue]`.
    func rows(at time: Double) throws -> [[[Int]]] {
      let pixels = try session.image(at: time).pixels
      return (0..<8).map { y in
        (0..<8).map { x in (0..<3).map { Int(pixels[(y * 8 + x) * 4 + $0]) } }
      }
    }

    /// Returns the number of new pixels in each row.
    func counts(at time: Double) throws -> [Int] {
      try rows(at: time).map { row in row.filter { $0 == [0, 0, 255] }.count }
    }
  }

  private func filter(_ type: String, _ inputs: [String: Any] = [:]) -> CAFilter {
    let filter = CAFilter(type: type)
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    return filter
  }

  @Test(arguments: Backends.usable) func swipesHaveAnEdgeAndADirection(
    backend: Renderer.Backend
  ) throws {
    let hard = try Turn(filter("CISwipeTransition", ["inputWidth": 0]), backend)
    for (time, columns) in [(0.0, 0), (0.25, 2), (0.75, 6), (1, 8)] {
      #expect(try hard.counts(at: time) == Array(repeating: columns, count: 8), "\(time)")
    }
    #expect(try hard.rows(at: 0.25)[3][1] == [0, 0, 255])
    let down = try Turn(
      filter("CISwipeTransition", ["inputWidth": 0, "inputAngle": Double.pi / 2]), backend)
    #expect(try down.counts(at: 0.25) == [8, 8, 0, 0, 0, 0, 0, 0])
    let back = try Turn(
      filter("CISwipeTransition", ["inputWidth": 0, "inputAngle": Double.pi]), backend)
    #expect(try back.rows(at: 0.25)[3].map { $0[2] } == [0, 0, 0, 0, 0, 0, 255, 255])
  }

  @Test(arguments: Backends.usable) func swipesMixWithinTheirWidth(
    backend: Renderer.Backend
  ) throws {
    let soft = try Turn(filter("CISwipeTransition", ["inputWidth": 8]), backend)
    // Halfway, the edge covers the card exactly: from full to empty.
    for (x, color) in try soft.rows(at: 0.5)[4].enumerated() {
      let blue = 255 * (1 - (Double(x) + 0.5) / 8)
      #expect(abs(Double(color[2]) - blue) <= 2 && abs(color[0] + color[2] - 255) <= 2, "\(x)")
      #expect(color[1] <= 2)
    }
    #expect(try soft.counts(at: 0).allSatisfy { $0 == 0 })
    #expect(try soft.counts(at: 1).allSatisfy { $0 == 8 })
  }

  /// Old and new content together are complete, even where they are translucent.
  @Test(arguments: Backends.usable) func nothingShinesThrough(backend: Renderer.Backend) throws {
    let turn = try Turn(filter("CISwipeTransition", ["inputWidth": 8]), backend, opacity: 0.5)
    for color in try turn.rows(at: 0.5)[4] {
      #expect(abs(color[1] - 128) <= 2 && abs(color[0] + color[2] - 383) <= 3, "\(color)")
    }
  }

  @Test(arguments: Backends.usable) func swipesMayHaveAColour(backend: Renderer.Backend) throws {
    let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    let turn = try Turn(
      filter("CISwipeTransition", ["inputWidth": 8, "inputColor": green, "inputOpacity": 0.5]),
      backend)
    let row = try turn.rows(at: 0.5)[4]
    #expect(abs(row[3][1] - 112) <= 3 && abs(row[4][1] - 112) <= 3 && row[0][1] < 20)
  }

  @Test(arguments: Backends.usable) func barsSetOutOneAfterTheOther(
    backend: Renderer.Backend
  ) throws {
    let bars = try Turn(
      filter("CIBarsSwipeTransition", ["inputAngle": 0, "inputWidth": 4, "inputBarOffset": 4]),
      backend)
    #expect(try bars.counts(at: 0.5) == [6, 6, 6, 6, 2, 2, 2, 2])
    #expect(try bars.counts(at: 0).allSatisfy { $0 == 0 })
    #expect(try bars.counts(at: 1).allSatisfy { $0 == 8 })
    let others = try Turn(
      filter("CIBarsSwipeTransition", ["inputAngle": 0, "inputWidth": 4, "inputBarOffset": -4]),
      backend)
    #expect(try others.counts(at: 0.5) == [2, 2, 2, 2, 6, 6, 6, 6])
    // Bars without a width are drawn as the thinnest possible bars.
    let thin = try Turn(
      filter("CIBarsSwipeTransition", ["inputAngle": 0, "inputWidth": 0, "inputBarOffset": 0]),
      backend)
    #expect(try thin.counts(at: 0.5) == Array(repeating: 4, count: 8))
  }

  @Test(arguments: Backends.usable) func copyMachinesCoverTheirEdge(
    backend: Renderer.Backend
  ) throws {
    let copy = try Turn(filter("CICopyMachineTransition", ["inputWidth": 4]), backend)
    let row = try copy.rows(at: 0.5)[4]
    #expect(row[0] == [0, 0, 255] && row[7] == [255, 0, 0])
    for x in 3...4 {
      #expect(zip(row[x], [153, 255, 204]).allSatisfy { abs($0 - $1) <= 12 }, "\(row[x])")
    }
    #expect(try copy.counts(at: 1).allSatisfy { $0 == 8 })
  }

  /// The timing and progress properties of transitions apply to their filters.
  @Test(arguments: Backends.usable) func timeAndPartsApply(backend: Renderer.Backend) throws {
    let swipe = filter("CISwipeTransition", ["inputWidth": 0])
    let part = try Turn(swipe, backend) {
      $0.startProgress = 0.5
      $0.endProgress = 0.75
    }
    #expect(try part.counts(at: 0)[0] == 4 && part.counts(at: 0.999_999)[0] == 6)
    let held = try Turn(swipe, backend) {
      $0.endProgress = 0.5
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    }
    #expect(try held.counts(at: 3)[0] == 4)
    let eased = try Turn(swipe, backend) {
      $0.timingFunction = CAMediaTimingFunction(name: .easeIn)
    }
    #expect(try (1...2).contains(eased.counts(at: 0.4)[0]))
  }

  /// There is no Core Image: other filters fade, and frames report them.
  @Test(arguments: [
    ("CIDissolveTransition", 0), ("CIRippleTransition", 1), ("CISwipeTransition", 0),
  ])
  func othersFade(type: String, notices: Int) throws {
    let turn = try Turn(filter(type), .software)
    let frame = try turn.session.render(at: 0.5, into: .image)
    #expect(frame.notices.filter { $0.message.contains(type) }.count == notices)
    guard type != "CISwipeTransition" else { return }
    let found = try turn.rows(at: 0.5)[3][3]
    #expect(zip(found, [128, 0, 128]).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
  }

  @Test func nothingThatIsSaidDoesHarm() throws {
    for value in [Double.nan, .infinity, -1e300, 1e300] {
      for type in ["CISwipeTransition", "CIBarsSwipeTransition", "CICopyMachineTransition"] {
        let inputs = ["inputAngle", "inputWidth", "inputBarOffset", "inputOpacity"]
        let turn = try Turn(
          filter(type, Dictionary(uniqueKeysWithValues: inputs.map { ($0, value) })), .software)
        _ = try turn.rows(at: 0.5)
      }
    }
  }
}
