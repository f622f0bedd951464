import Foundation
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene
import GlazeText

@Suite struct JSONSceneTests {
  @Test func rootFillsTheCanvas() throws {
    let document = try scene(
      #"""
      {"name": "Test", "background": [1, 0.5, 0, 0.25],
       "root": {"bounds": [10, 20, 200, 100], "position": [7, 7], "anchorPoint": [0, 1],
                "transform": [2, 0, 0, 2, 0, 0]}}
      """#)
    #expect(document.size == CGSize(width: 200, height: 100))
    #expect(document.root.position == CGPoint(x: 0, y: 100))
    #expect(document.root.bounds.origin == CGPoint(x: 10, y: 20))
    #expect(document.root.transform.m11 == 2)
    #expect(document.isGeometryFlipped)
    #expect(document.name == "Test")
    #expect(document.background == CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.25))
    #expect(document.diagnostics.isEmpty)
  }

  @Test func aRootWithoutBoundsTakesTheSceneSize() throws {
    let document = try scene(#"{"width": 30, "height": 40, "root": {}}"#)
    #expect(document.root.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
    #expect(document.root.frame.origin == .zero)
    #expect(document.name == "scene")
    #expect(document.background == nil)
  }

  @Test func flippingCanBeOverridden() throws {
    let options = DocumentReader.Options(isFlipped: false)
    #expect(try root(#""name": "a""#, options).isGeometryFlipped == false)
  }

  @Test("A behavior is off for false and for 0, in JSON as in CAML")
  func behaviorsAreSwitchedOff() throws {
    for (value, isEnabled) in [("0", false), ("false", false), ("1", true), ("true", true)] {
      let json =
        try root(
          #""class": "CAEmitterLayer", "emitterBehaviors": [{"type": "wave", "enabled": \#(value)}]"#
        ).root as? CAEmitterLayer
      let caml =
        try caml(
          """
          <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CAEmitterLayer bounds="0 0 10 10"><emitterBehaviors>
          <CAEmitterBehavior type="wave" enabled="\(value)"/></emitterBehaviors></CAEmitterLayer></caml>
          """
        ).root as? CAEmitterLayer
      for emitter in [json, caml] {
        let behavior = emitter?.emitterBehaviors?.first as? CAEmitterBehavior
        #expect(behavior?.isEnabled == isEnabled, "\(value)")
      }
    }
  }

  @Test func valuesOfAllKinds() throws {
    let layer = try root(
      #"""
      "isHidden": true, "opacity": 0.5, "anchorPoint": [0, 1], "shadowOffset": [1, 2],
      "contentsRect": [0, 0, 0.5, 1], "backgroundColor": [1, 2, -0.5], "borderColor": null,
      "contentsGravity": "topLeft", "maskedCorners": ["minXminY", "layerMaxXMaxYCorner"],
      "edgeAntialiasingMask": 3, "name": "A", "zPosition": -3e1
      """#
    ).root
    #expect(layer.isHidden)
    #expect(layer.opacity == 0.5)
    #expect(layer.anchorPoint == CGPoint(x: 0, y: 1))
    #expect(layer.shadowOffset == CGSize(width: 1, height: 2))
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(layer.backgroundColor?.components == [1, 2, -0.5, 1])
    #expect(layer.borderColor == nil)
    #expect(layer.contentsGravity == .topLeft)
    #expect(layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMaxYCorner])
    #expect(layer.edgeAntialiasingMask.rawValue == 3)
    #expect(layer.name == "A")
    #expect(layer.zPosition == -30)
  }

  @Test func matricesOfSixteenAndOfSix() throws {
    let layer = try root(
      #"""
      "transform": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
      "sublayerTransform": [1, 2, 3, 4, 5, 6]
      """#
    ).root
    #expect(layer.transform.m12 == 2)
    #expect(layer.transform.m41 == 13)
    #expect(
      layer.sublayerTransform
        == CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    )
  }

  @Test func shapesGradientsAndText() throws {
    let layers = try #require(
      try root(
        #"""
        "sublayers": [
          {"class": "CAShapeLayer", "path": "M0 0L10 0L10 10z", "lineDashPattern": [3, 1],
           "fillColor": null, "fillRule": "even-odd"},
          {"class": "CAGradientLayer", "colors": [[1, 0, 0], [0, 0, 1, 0.5]], "type": "conic",
           "locations": [0, 1]},
          {"class": "CATextLayer", "string": "Hello", "font": "Helvetica", "isWrapped": true}]
        """#
      ).root.sublayers)
    let shape = try #require(layers[0] as? CAShapeLayer)
    #expect(shape.path?.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(shape.lineDashPattern == [3, 1])
    #expect(shape.fillColor == nil)
    #expect(shape.fillRule == .evenOdd)
    let gradient = try #require(layers[1] as? CAGradientLayer)
    #expect(gradient.colors?.compactMap { ($0 as? CGColor)?.alpha } == [1, 0.5])
    #expect(gradient.type == .conic)
    #expect(gradient.locations == [0, 1])
    let text = try #require(layers[2] as? CATextLayer)
    #expect(text.string as? String == "Hello")
    #expect(text.font as? String == "Helvetica")
    #expect(text.isWrapped)
  }

  @Test func sublayersKeepTheirOrderAndMasksTheirPlace() throws {
    let root = try root(
      #"""
      "sublayers": [{"name": "a", "sublayers": [{"name": "b"}]}, {"name": "c"}],
      "mask": {"name": "m", "class": "CAShapeLayer"}
      """#
    ).root
    #expect(root.sublayers?.map(\.name) == ["a", "c"])
    #expect(root.sublayers?.first?.sublayers?.first?.name == "b")
    #expect(root.mask is CAShapeLayer)
    #expect(root.mask?.superlayer === root)
  }

  @Test func framesAndKeyPathsComeLast() throws {
    let layer = try #require(
      try root(
        #"""
        "sublayers": [{"frame": [10, 20, 30, 40], "anchorPoint": [0, 0],
                       "transform.rotation.z": 0.5, "position.x": 11}]
        """#
      ).root.sublayers?.first)
    #expect(layer.position == CGPoint(x: 11, y: 20))
    #expect(layer.bounds.size == CGSize(width: 30, height: 40))
    #expect(abs(layer.transform.m12 - sin(0.5)) < 1e-12)
  }

  @Test func emitterCellsNest() throws {
    let document = try root(
      #"""
      "class": "CAEmitterLayer", "seed": 4294967295,
      "emitterCells": [{"name": "fire", "birthRate": 3, "color": [1, 0, 0],
                        "emitterCells": [{"name": "trail"}]}]
      """#)
    let emitter = try #require(document.root as? CAEmitterLayer)
    #expect(emitter.seed == UInt32.max)
    #expect(emitter.emitterCells?.first?.birthRate == 3)
    #expect(emitter.emitterCells?.first?.emitterCells?.first?.name == "trail")
    #expect(document.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "twocubes_l67", "affineorder_str", "nineslice_asym", "backdrop_r8", "trim_arc",
    "maskgrad_radial",
  ])
  func sampleScenesLoad(_ name: String) throws {
    let document = try DocumentReader().read(path: resource("scenes/\(name).json"))
    #expect(document.size == CGSize(width: 400, height: 300))
    #expect(document.root.sublayers?.isEmpty == false)
    #expect(document.name == name)
    for diagnostic in document.diagnostics {
      guard case .notDrawn = diagnostic.problem else {
        Issue.record("\(diagnostic)")
        continue
      }
    }
  }

  @Test func imagesOfSampleScenesAreThere() throws {
    let document = try DocumentReader().read(path: resource("scenes/nineslice_asym.json"))
    let image = try #require(document.root.sublayers?.first?.contents as? CGImage)
    #expect(image.width == 48)
  }

  @Test func deepNestingWorks() throws {
    let depth = 10_000
    let text =
      #"{"root": {"bounds": [0, 0, 9, 9]"#
      + String(repeating: #", "sublayers": [{"zPosition": 1"#, count: depth)
      + String(repeating: "}]", count: depth) + "}}"
    var layer = try scene(text).root
    var count = 0
    while let next = layer.sublayers?.first {
      layer = next
      count += 1
    }
    #expect(count == depth)
  }

  @Test func nestingHasALimit() {
    let depth = 1001
    let text =
      #"{"root": {"bounds": [0, 0, 9, 9]"#
      + String(repeating: #", "sublayers": [{"a": 1"#, count: depth)
      + String(repeating: "}]", count: depth) + "}}"
    LayerAssembler.$standardDepthLimit.withValue(1000) {
      #expect(problem { try scene(text) } == .tooDeep(limit: 1000))
    }
  }
}
