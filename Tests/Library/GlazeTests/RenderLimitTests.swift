import Foundation
import Glaze
import Testing

/// Limits in the public API.
@Suite struct RenderLimitTests {
  @Test func areThoseOfTheDocs() throws {
    let docs = URL(fileURLWithPath: SceneLibrary.folder)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Docs/reference/limits.md")
    let lines = try String(contentsOf: docs, encoding: .utf8).split(separator: "\n")
    for name in RenderLimits.Name.allCases {
      let line = try #require(lines.first { $0.hasPrefix("| `\(name.rawValue)` |") })
      let number = line.split(separator: "|").last?.filter(\.isNumber)
      #expect(number.flatMap { Int($0) } == RenderLimits()[name])
    }
  }

  /// Depth takes memory but not stack: tests run on threads with little of it.
  @Test func deepTreesAreDrawn() throws {
    let depth = 50_000
    let level = #","sublayers":[{"bounds":[0,0,4,4],"position":[2,2]"#
    let scene =
      #"{"width":4,"height":4,"root":{"bounds":[0,0,4,4]"# + String(repeating: level, count: depth)
      + #","backgroundColor":[1,0,0]"# + String(repeating: "}]", count: depth) + "}}"
    let document = try Document(data: Data(scene.utf8))
    let options = document.renderOptions
    let image = try RenderSession(
      document.rootLayer, renderer: Renderer(.cpu), options: options
    ).image(at: 0)
    #expect(image.pixels.prefix(4) == [255, 0, 0, 255])
  }

  /// Text layers that fill a root, each with the name of its text.
  private static func layers(
    _ strings: [String], make: () -> CATextLayer = { CATextLayer() }
  ) -> (root: CALayer, texts: [CATextLayer]) {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    let texts = strings.map { string in
      let text = make()
      text.frame = root.bounds
      (text.string, text.name, text.fontSize) = (string, string, 9)
      root.addSublayer(text)
      return text
    }
    return (root, texts)
  }

  @Test("Layers that draw more than the memory limit together are not drawn")
  func drawnContentsAreLimitedTogether() throws {
    let (root, texts) = Self.layers(["one", "two", "three"])
    var options = RenderOptions()
    options.limits[.memory] = 2 * 60 * 40 * 16
    options.animatesChanges = false
    let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
    for _ in 0..<2 {
      let error = #expect(throws: GlazeError.self) { try session.image(at: 0) }
      #expect(error?.code == .limit)
      #expect(error?.message.hasPrefix("layer \"three\" requires more than 76800") == true)
    }
    // Each frame counts only the layers that it shows and that were not drawn before.
    texts[2].isHidden = true
    _ = try session.image(at: 1)
    (texts[1].isHidden, texts[2].isHidden) = (true, false)
    _ = try session.image(at: 2)
  }

  @Test("Layers of a program's class draw at the commit, within the memory limit together")
  func contentsOfOwnClassesAreLimitedTogether() throws {
    final class Label: CATextLayer {}
    let (root, texts) = Self.layers(["one", "two", "three"]) { Label() }
    var options = RenderOptions()
    options.limits[.memory] = 2 * 60 * 40 * 16
    let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
    let error = #expect(throws: GlazeError.self) { try session.image(at: 0) }
    #expect(error?.code == .limit)
    #expect(error?.message.hasPrefix("layer \"three\" requires more than 76800") == true)
    #expect(texts.map { $0.contents != nil } == [true, true, false])
    // Each commit counts only the layers that it draws.
    texts[2].bounds.size.width = 50
    _ = try session.image(at: 1)
    #expect(texts[2].contents != nil)
  }

  @Test func textThatIsTooLongIsNotLaidOut() throws {
    let (root, texts) = Self.layers(["short", "much too long", "again"])
    var options = RenderOptions()
    options.limits[.text] = 13
    let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
    for _ in 0..<2 {
      let error = #expect(throws: GlazeError.self) { try session.image(at: 0) }
      #expect(error?.code == .limit)
      #expect(
        error?.message.hasPrefix("layer \"much too long\" requires more than 13 UTF-16") == true)
    }
    texts[1].string = "not"
    let image = try session.image(at: 1)
    session.options.limits[.text] = 1
    // Text that was laid out stays.
    #expect(try session.image(at: 1) == image)
  }

  @Test(arguments: Backends.usable) func framesAfterAnExcessAreRight(
    backend: Renderer.Backend
  ) throws {
    let (root, copies, box) = (CALayer(), CAReplicatorLayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    box.frame = CGRect(x: 4, y: 4, width: 8, height: 8)
    box.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    box.shadowOpacity = 1
    copies.frame = root.bounds
    copies.instanceTransform = CATransform3DMakeTranslation(3, 5, 0)
    copies.instanceCount = 4
    copies.name = "copies"
    copies.addSublayer(box)
    root.addSublayer(copies)
    var options = RenderOptions()
    options.limits[.layers] = 100
    options.animatesChanges = false
    let session = try RenderSession(root, renderer: Renderer(backend.device), options: options)
    let before = try session.image(at: 0).pixels
    copies.instanceCount = 1000
    let error = #expect(throws: GlazeError.self) { try session.image(at: 1) }
    #expect(error?.code == .limit)
    #expect(error?.message.hasPrefix("layer \"copies\" requires more than 100 layers") == true)
    copies.instanceCount = 4
    #expect(try session.image(at: 2).pixels == before)
  }

  /// Excesses that only planning finds: in a frame over the previous one, and in one that is drawn
  /// whole.
  @Test func excessesOfLaterFramesAreErrors() throws {
    let (root, group) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    group.frame = CGRect(x: 10, y: 10, width: 30, height: 30)
    for turn in [0.2, 0.6] {
      let part = CALayer()
      part.frame = CGRect(x: 5, y: 5, width: 20, height: 15)
      part.backgroundColor = CGColor(srgbRed: 1, green: turn, blue: 0, alpha: 1)
      part.transform = CATransform3DMakeRotation(turn, 0, 0, 1)
      group.addSublayer(part)
    }
    root.addSublayer(group)
    var options = RenderOptions()
    options.limits[.passes] = 1
    options.animatesChanges = false
    let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
    let before = try session.image(at: 0).pixels
    group.opacity = 0.5
    for time in [1.0, 2] {
      let error = #expect(throws: GlazeError.self) { try session.image(at: time) }
      #expect(error?.code == .limit)
    }
    group.opacity = 1
    #expect(try session.image(at: 3).pixels == before)
  }

  /// A session counts what changed; the whole tree only where its bounds may exceed a limit.
  @Test(arguments: 0..<6) func changesAreCountedLikeWholeTrees(seed: UInt64) throws {
    var chance = Chance(state: seed)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    for _ in 0..<5 { root.addSublayer(Self.shape(&chance)) }
    root.addSublayer(Self.gradient(&chance))
    for _ in 0..<2 {
      let copies = CAReplicatorLayer()
      for _ in 0..<3 { copies.addSublayer(CALayer()) }
      root.addSublayer(copies)
    }
    var options = RenderOptions()
    (options.limits[.segments], options.limits[.stops]) = (120, 60)
    options.limits[.layers] = 60
    options.animatesChanges = false
    let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
    var outcomes: Set<Bool> = []
    for time in 0..<60 {
      Self.change(root, &chance)
      let (paths, colors, layers) = Self.counts(of: root)
      let isAllowed = paths <= 120 && colors <= 60 && layers <= 60
      let image = Result { () throws(GlazeError) in try session.image(at: Double(time)) }
      if case .failure(let error) = image { #expect(error.code == .limit) }
      let isDrawn = (try? image.get()) != nil
      #expect(isDrawn == isAllowed, "\(time): \(paths), \(colors), \(layers)")
      outcomes.insert(isAllowed)
    }
    #expect(outcomes.count == 2)
  }

  /// Changes a path, a gradient, the number of copies, or which layers there are.
  private static func change(_ root: CALayer, _ chance: inout Chance) {
    let layers = root.sublayers ?? []
    let layer = layers[Int(clamping: chance.number(0, Double(layers.count)))]
    switch chance.number(0, 10) {
    case 0..<1 where layers.count > 3: layer.removeFromSuperlayer()
    case 0..<2: root.addSublayer(chance.number(0, 1) < 0.7 ? shape(&chance) : gradient(&chance))
    case 2..<3: layer.position.x += 3
    case 3..<4: layer.isHidden.toggle()
    default:
      (layer as? CAReplicatorLayer)?.instanceCount = Int(clamping: chance.number(1, 12))
      if let shape = layer as? CAShapeLayer { shape.path = path(&chance) }
      if let gradient = layer as? CAGradientLayer { gradient.colors = colors(&chance) }
    }
  }

  private static func shape(_ chance: inout Chance) -> CAShapeLayer {
    let shape = CAShapeLayer()
    shape.path = path(&chance)
    return shape
  }

  private static func gradient(_ chance: inout Chance) -> CAGradientLayer {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 20, y: 20, width: 20, height: 20)
    gradient.colors = colors(&chance)
    return gradient
  }

  private static func path(_ chance: inout Chance) -> CGPath {
    let path = CGMutablePath()
    path.move(to: .zero)
    for _ in 0..<Int(clamping: chance.number(1, 40)) {
      path.addLine(to: CGPoint(x: chance.number(0, 60), y: chance.number(0, 60)))
    }
    return path
  }

  private static func colors(_ chance: inout Chance) -> [CGColor] {
    (0..<Int(clamping: chance.number(2, 30))).map { _ in
      CGColor(srgbRed: chance.number(0, 1), green: 0, blue: 0, alpha: 1)
    }
  }

  private static func counts(of root: CALayer) -> (segments: Int, colors: Int, layers: Int) {
    var (segments, colors, layers) = (0, 0, 1)
    for layer in root.sublayers ?? [] {
      if !layer.isHidden {
        layers += 1 + 3 * ((layer as? CAReplicatorLayer)?.instanceCount ?? 0)
      }
      segments += (layer as? CAShapeLayer)?.path?.elementCount ?? 0
      colors += (layer as? CAGradientLayer)?.colors?.count ?? 0
    }
    return (segments, colors, layers)
  }
}
