import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

/// Documents that are written as archives and read back unchanged.
@Suite struct ArchiveWritingTests {
  /// Returns the layers as text, without the files of their images, which differ.
  private func text(_ document: DocumentContents) -> String {
    var document = document
    document.images = nil
    var printer = LayerPrinter()
    return printer.text(of: document)
  }

  private func roundTrip(_ document: DocumentContents) throws -> DocumentContents {
    try DocumentReader().read(
      try document.archived(), name: document.name + ".caar", folder: nil)
  }

  @Test(arguments: [
    "apple/FavoriteView.ca", "apple/LayeringShadowsView.ca", "apple/PopularityBadge.ca",
    "apple/Root.ca", "apple/ToggleView.ca", "scenes/affineorder_str.json",
    "scenes/backdrop_r8.json", "scenes/maskgrad_radial.json", "scenes/nineslice_asym.json",
    "scenes/trim_arc.json", "scenes/twocubes_l67.json",
  ])
  func documentsReturn(_ path: String) throws {
    let document = try DocumentReader().read(path: resource(path))
    let copy = try roundTrip(document)
    #expect(copy.diagnostics.isEmpty)
    #expect(text(copy) == text(document))
  }

  @Test func matricesOfColoursReturn() throws {
    let document = try camlRoot(
      "",
      """
      <filters><CAFilter filter="colorMatrix" name="m" inputColorMatrix="1 0 0 0 0.5 0 1 0 0 0 0 0 1 0 0
      0 0 0 1 0"/></filters>
      """)
    #expect(document.diagnostics.isEmpty)
    let copy = try roundTrip(document)
    #expect(copy.diagnostics.isEmpty)
    #expect(text(copy) == text(document))
  }

  @Test(arguments: ["checkerboard", "0.25 0.5 1 1"])
  func whatIsSaidOfTheDocumentReturns(_ background: String) throws {
    let document = try caml(
      """
      <caml loopStart="0.5" loopEnd="2.25" background="\(background)"><CALayer bounds="0 0 9 9"/></caml>
      """)
    let copy = try roundTrip(document)
    #expect(copy.loop == 0.5..<2.25)
    #expect(copy.background != nil && copy.background == document.background)
  }

  /// Followed layers return, even if they contain the follower; one outside the tree is not
  /// written.
  @Test func layersThatAreFollowedReturn() throws {
    let (root, layer, outside) = (CALayer(), CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    root.addSublayer(layer)
    for (key, source) in [("inside", root), ("outside", outside)] {
      let animation = CAMatchMoveAnimation()
      animation.sourceLayer = source
      layer.add(animation, forKey: key)
    }
    let copy = try roundTrip(
      DocumentContents(root: root, size: root.bounds.size, isGeometryFlipped: true, name: "a"))
    #expect(copy.diagnostics.isEmpty)
    let follower = try #require(copy.root.sublayers?.first)
    let inside = follower.animation(forKey: "inside") as? CAMatchMoveAnimation
    let other = follower.animation(forKey: "outside") as? CAMatchMoveAnimation
    #expect(inside?.sourceLayer === copy.root)
    #expect(other != nil && other?.sourceLayer == nil)
  }

  /// UIKit's tinted images become their visible pixels.
  @Test func tintedImagesAreUnarchived() throws {
    let white = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255])
    let png = Data(try PNG.encode(white))
    let data = ArchiveWriter.write(
      .layer([
        (
          "contents",
          .object(
            ["CATintedImage", "NSObject"],
            [("image", .image(png, isMask: true)), ("tint", .color(1, 0, 0))])
        )
      ]))
    let layer = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect((layer.contents as? CGImage)?.pixels == [255, 0, 0, 255])
  }

  @Test func animationsStatesAndEmittersReturn() throws {
    let document = try caml(
      """
      <caml><CALayer id="root" bounds="0 0 100 50" name="root" backgroundColor="0.5 0 0">
      <sublayers><CALayer id="1" name="a" bounds="0 0 10 10" opacity="0.5"/>
      <CAEmitterLayer id="2" name="e" bounds="0 0 10 10"><emitterCells><CAEmitterCell name="c"
      birthRate="5" lifetime="2"/></emitterCells><emitterBehaviors><CAEmitterBehavior type="wave"
      name="w" frequency="3" force="1 2 0"/></emitterBehaviors></CAEmitterLayer></sublayers>
      <animations><CAKeyframeAnimation key="k" keyPath="position" duration="2"><values>
      <NSValue value="0 0"/><NSValue value="9 5"/></values></CAKeyframeAnimation>
      <CAAnimationGroup key="g" duration="3"><animations><CABasicAnimation keyPath="opacity"
      fromValue="1" toValue="0.5"/></animations></CAAnimationGroup></animations>
      <states><LKState name="on"><elements><LKStateSetValue targetId="1" keyPath="opacity">
      <value type="real" value="1"/></LKStateSetValue><LKStateSetValue targetId="1"
      keyPath="backgroundColor"><value type="CGColor" value="0 1 0"/></LKStateSetValue>
      <LKStateAddElement targetId="root" keyPath="sublayers" beforeObjectId="1"><object><CALayer name="new"
      bounds="0 0 4 4"/></object></LKStateAddElement><LKStateRemoveElement targetId="root"
      keyPath="sublayers" objectId="2"/><LKStateAddAnimation targetId="1" key="p">
      <animation type="CABasicAnimation" keyPath="opacity" toValue="0" duration="1"/>
      </LKStateAddAnimation><LKStateRemoveAnimation targetId="root" key="k"/></elements></LKState>
      <LKState name="off" basedOn="on"/></states>
      <stateTransitions><LKStateTransition fromState="*" toState="on"><elements>
      <LKStateTransitionElement targetId="1" key="opacity"><animation type="CASpringAnimation"
      keyPath="opacity" duration="0.5" damping="20"/></LKStateTransitionElement></elements>
      </LKStateTransition></stateTransitions></CALayer></caml>
      """)
    #expect(document.diagnostics.isEmpty)
    let copy = try roundTrip(document)
    #expect(copy.diagnostics.isEmpty)
    #expect(text(copy) == text(document))
    let emitter = try #require(copy.root.sublayers?.last as? CAEmitterLayer)
    let behavior = try #require(emitter.emitterBehaviors?.first as? CAEmitterBehavior)
    #expect(behavior.name == "w")
    #expect(behavior.inputs == ["frequency": .numbers([3]), "force": .numbers([1, 2, 0])])
  }

  /// Neither the reader nor the writer of documents uses recursion for trees.
  @Test func deepTreesReturn() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    var layer = root
    for _ in 0..<5000 {
      let next = CALayer()
      layer.addSublayer(next)
      layer = next
    }
    layer.name = "deepest"
    let data = try DocumentArchive.data(of: root, isGeometryFlipped: true, states: nil)
    let copy = try DocumentReader().read(data, name: "deep.caar", folder: nil)
    #expect(copy.isGeometryFlipped)
    var last = copy.root
    while let next = last.sublayers?.first { last = next }
    #expect(last.name == "deepest")
  }

  /// Archives of Foundation's archiver, with Swift's names of classes, are read as well.
  @Test func archivesOfFoundationAreRead() throws {
    let root = CAShapeLayer()
    root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    root.path = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
    root.addSublayer(CAGradientLayer())
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
    let copy = try DocumentReader().read(archiver.encodedData, name: "f.caar", folder: nil)
    #expect(copy.diagnostics.isEmpty)
    #expect((copy.root as? CAShapeLayer)?.path == root.path)
    #expect(copy.root.sublayers?.first is CAGradientLayer)
  }

  /// The unarchiver reads archives of Apple's software, too; a foreign class is an error.
  @Test func theUnarchiverReadsApplesForms() throws {
    let fields: [(String, Archived)] = [
      ("bounds", .rect(0, 0, 100, 50)), ("opacity", .number(0.25)), ("hidden", .bool(true)),
      ("backgroundColor", .color(0.1, 0.2, 0.3, 0.4)),
      ("sublayers", .proxy([.layer("CAShapeLayer", [("name", .string("s"))])])),
      ("delegate", .object(["UIView", "UIResponder", "NSObject"], [])),
    ]
    let data = ArchiveWriter.write(.layer(fields))
    let layer = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect(layer.bounds.width == 100 && layer.opacity == 0.25 && layer.isHidden)
    #expect(layer.backgroundColor?.alpha == 0.4)
    #expect(layer.sublayers?.first is CAShapeLayer)
    let foreign = ArchiveWriter.write(
      .layer([("contents", .object(["UIImage", "NSObject"], []))]))
    let error = #expect(throws: LayerCodingError.self) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: foreign)
    }
    #expect("\(error as Any)".contains("UIImage"))
  }
}
