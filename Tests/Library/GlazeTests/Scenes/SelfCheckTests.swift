import Foundation
import Glaze
@testable import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeScene
import Testing

/// Scenes drawn along all rendering paths that must not change them.
@Suite struct SelfCheckTests {
  static let scenes =
    SceneLibrary.browser.map { "browser/\($0).json" }
    + SceneLibrary.apple.map { "apple/\($0).ca" }
    + Golden.checkedFolders.flatMap { folder in
      SceneLibrary.names(in: folder, ending: ".json").map { "\(folder)/\($0).json" }
    }
    + SwitchSceneTests.scenes.map { "switches/\($0).json" }

  @Test(arguments: scenes) func isOneImage(scene: String) throws {
    let document = try SceneLibrary.document(scene)
    let check = SelfCheck(renderers: try Backends.usable.map { try Renderer($0.device) })
    let subject = try CheckSubject(
      root: document.rootLayer, options: document.renderOptions)
    var parts: [Int] = []
    let result = try check.run(subject) { done, total, _ in parts += [done, total] }
    #expect(parts == (0..<result.comparisons).flatMap { [$0, result.comparisons] })
    // All variants that are not switches, and all switches together.
    let isLeftOut = { (variant: CheckVariant) in result.skipped.contains { $0.variant == variant } }
    #expect(result.comparisons >= 10 * Backends.usable.count)
    #expect(!isLeftOut(.damaged) && !isLeftOut(.wrapped(.turned)))
    for difference in result.differences {
      let name = (scene as NSString).lastPathComponent
      try recordDifference(
        "\(name).\(difference.variant.name).\(difference.backend)", "\(difference)",
        expected: difference.expected, actual: difference.actual)
    }
  }

  /// Each scene in one of three other encodings.
  private static let encodedScenes = Golden.checkedFolders.flatMap { folder in
    SceneLibrary.names(in: folder, ending: ".json").enumerated().map { index, name in
      ("\(folder)/\(name).json", ["p3", "srgb-linear", "rec2020-pq"][index % 3])
    }
  }

  /// Frames in other encodings are one image, too: on both backends, in parts, patched and turned.
  @Test(arguments: encodedScenes)
  func isOneImageInOtherEncodings(scene: String, space: String) throws {
    let document = try SceneLibrary.document(scene)
    let check = SelfCheck(
      renderers: try Backends.usable.map { try Renderer($0.device) },
      variants: [.backends, .tiles, .patched, .wrapped(.mirrored), .without(.all)])
    var options = document.renderOptions
    options.output = try #require(OutputColor(space: space))
    options.output.headroom = 4
    let result = try check.run(try CheckSubject(root: document.rootLayer, options: options))
    #expect(result.comparisons >= 4 * Backends.usable.count - 1)
    for difference in result.differences {
      let name = (scene as NSString).lastPathComponent
      try recordDifference(
        "\(name).\(space).\(difference.variant.name).\(difference.backend)", "\(difference)",
        expected: difference.expected, actual: difference.actual)
    }
  }

  // MARK: The engine

  /// Makes a root of 100 x 80 points with groups, the last of which has an aliased edge through the
  /// centers of pixels: the pixels that it covers depend on the side from which it is seen.
  private func documentWithATie() -> (root: CALayer, culprit: CALayer) {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    var culprit = root
    for index in 0..<3 {
      let group = CALayer()
      group.frame = CGRect(x: index * 30, y: 0, width: 30, height: 80)
      for half in 0..<2 {
        let leaf = CALayer()
        leaf.frame = CGRect(x: 2, y: half * 40, width: 20, height: 30)
        leaf.backgroundColor = CGColor(srgbRed: 0.8, green: 0, blue: 0, alpha: 1)
        group.addSublayer(leaf)
        culprit = leaf
      }
      root.addSublayer(group)
    }
    culprit.name = "tie"
    culprit.frame = CGRect(x: 2.5, y: 40, width: 20, height: 30)
    culprit.allowsEdgeAntialiasing = false
    return (root, culprit)
  }

  private func check(_ root: CALayer, _ variants: [CheckVariant]) throws -> SelfCheck.Result {
    let check = SelfCheck(
      renderers: [try Renderer(.cpu)], variants: variants, tolerance: .exact)
    return try check.run(try CheckSubject(root: root))
  }

  @Test func blamesTheDeepestLayer() throws {
    let (root, culprit) = documentWithATie()
    let result = try check(root, [.wrapped(.mirrored), .again])
    #expect(result.comparisons == 2)
    let difference = try #require(result.differences.first)
    #expect(result.differences.count == 1)
    #expect(difference.variant == .wrapped(.mirrored))
    #expect(difference.layer == LayerPath(of: culprit))
    #expect(
      difference.layer?.description == "CALayer \"tie\", root.sublayers[2].sublayers[1]")
    #expect(difference.comparison.largest == 255)
    // Both edges, over the height of the layer.
    #expect(difference.comparison.count(above: 0) == 60)
    #expect(difference.description.hasPrefix("mirrored on software: 60 pixels differ"))
  }

  @Test func leavesTheLayersAsTheyWere() throws {
    let document = try SceneLibrary.document("browser/cube_iso.json")
    var printer = LayerPrinter()
    let before = printer.text(of: document.contents)
    // The search for the cause runs, too: the cube's edges differ by a level somewhere.
    _ = try check(document.rootLayer, CheckVariant.all)
    #expect(printer.text(of: document.contents) == before)
    #expect(document.rootLayer.superlayer == nil)
  }

  @Test func tellsWhatItLeavesOut() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    root.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    let result = try check(root, [.backends, .wrapped(.flipped), .wrapped(.flippedTwice)])
    #expect(result.skipped.map(\.variant) == [.backends, .wrapped(.flipped)])
    #expect(result.comparisons == 1)
    #expect(result.differences.isEmpty)
  }

  @Test func leavesOutWhatDoesNotApply() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let masks = CheckVariant.without(.foldMasks)
    let before = try check(root, [masks, .without(.rectangles)])
    #expect(before.skipped.map(\.variant) == [masks])
    #expect(before.skipped.first?.reason == SelfCheck.doesNotApply)
    #expect(before.comparisons == 1)
    let mask = CALayer()
    mask.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    mask.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    root.mask = mask
    #expect(try check(root, [masks]).skipped.isEmpty)
  }

  @Test func sequencesHaveChangesBetweenFrames() throws {
    let document = try SceneLibrary.document("switches/damage.json")
    let subject = try CheckSubject(root: document.rootLayer)
    let images = try subject.drawSequence(Renderer(.cpu), without: [])
    #expect(images.count >= 5)
    // The value is changed, and the change is undone.
    #expect(images[0] != images[1] && images[0] == images[2])
    let plans = subject.planSequence(.all)
    #expect(plans.count == images.count)
    #expect(plans.contains { $0.damage?.isEmpty == false })
    #expect(subject.planSequence([.cull]).allSatisfy { $0.damage == nil })
  }

  @Test func namesAreUnique() {
    let names = CheckVariant.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.contains("without-fold-groups") && names.contains("transform-layer"))
  }
}
