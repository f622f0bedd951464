import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeText
import Testing

@testable import GlazeScene

@Suite struct CAMLTests {
  @Test func rootFillsTheCanvas() throws {
    let document = try caml(
      #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer bounds="5 6 390 844" position="1 2" anchorPoint="0 1" name="Root"/>
      </caml>
      """#)
    #expect(document.size == CGSize(width: 390, height: 844))
    #expect(document.root.position == CGPoint(x: 0, y: 844))
    #expect(document.root.name == "Root")
    #expect(!document.isGeometryFlipped)
    #expect(document.name == "main")
    #expect(document.diagnostics.isEmpty)
  }

  @Test func looseDocumentsCanBeFlipped() throws {
    let text = #"<caml><CALayer bounds="0 0 9 9"/></caml>"#
    #expect(try caml(text, DocumentReader.Options(isFlipped: true)).isGeometryFlipped)
  }

  @Test func attributesAndElementsAreTheSame() throws {
    let document = try camlRoot(
      #"cornerRadius="3" hidden="1" doubleSided="false" contentsGravity="bottomLeft""#
        + #" maskedCorners="12" backgroundColor="0.5 1.016 -0.1""#,
      """
      <borderColor value="1 0 0" opacity="0.35"/><borderWidth value="2"/>
      <shadowColor type="null"/>
      """)
    let layer = document.root
    #expect(layer.cornerRadius == 3)
    #expect(layer.isHidden)
    #expect(!layer.isDoubleSided)
    #expect(layer.contentsGravity == .bottomLeft)
    #expect(layer.maskedCorners.rawValue == 12)
    #expect(layer.backgroundColor?.components == [0.5, 1.016, -0.1, 1])
    #expect(layer.borderColor?.components == [1, 0, 0, 0.35])
    #expect(layer.borderWidth == 2)
    #expect(layer.shadowColor == nil)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func continuousCornersIsTheOldNameOfACurve() throws {
    #expect(try camlRoot(#"continuousCorners="1""#).root.cornerCurve == .continuous)
  }

  @Test func classesComeFromTagsAndTypes() throws {
    let document = try camlRoot(
      "",
      """
      <mask bounds="0 0 5 5" name="m"><sublayers><CALayer name="in"/></sublayers></mask>
      <sublayers>
        <CAGradientLayer name="g"><type value="conic"/></CAGradientLayer>
        <o type="SwiftUI.GradientLayer" name="o"><sublayers><CALayer/></sublayers></o>
        <o type="CATransformLayer" name="t"/>
      </sublayers>
      """)
    let root = document.root
    #expect(root.mask?.name == "m")
    #expect(root.mask?.sublayers?.first?.name == "in")
    let layers = try #require(root.sublayers)
    #expect((layers[0] as? CAGradientLayer)?.type == .conic)
    #expect(layers[1].sublayers?.count == 1)
    #expect(layers[2] is CATransformLayer)
    let unknown = document.diagnostics.filter {
      $0.problem == .unknownClass("SwiftUI.GradientLayer")
    }
    #expect(unknown.map(\.problem.effect) == [.mayChangeImage])
    #expect(Problem.unknownClass("CAFooLayer").effect == .changesImage)
  }

  /// Lists of numbers as attributes, fonts by name, texts with surrounding space.
  @Test func valuesHaveManyForms() throws {
    let document = try caml(
      """
      <caml><CALayer bounds="0 0 9 9"><sublayers>
      <CAShapeLayer lineDashPattern="2 3.5"/>
      <CATextLayer><string type="NSAttributedString" value="Hi"/><font type="CTFont" name="Serif"/></CATextLayer>
      <CATextLayer><string type="NSData"/></CATextLayer>
      </sublayers></CALayer></caml>
      """)
    let layers = try #require(document.root.sublayers)
    #expect((layers[0] as? CAShapeLayer)?.lineDashPattern?.map(\.doubleValue) == [2, 3.5])
    let text = try #require(layers[1] as? CATextLayer)
    #expect(text.string as? String == "Hi" && text.font as? String == "Serif")
    #expect((layers[2] as? CATextLayer)?.string == nil)
    #expect(document.diagnostics.map(\.problem) == [.badValue(of: "string", expected: "a text")])
  }

  @Test func listsHoldTypedElements() throws {
    let root = try camlRoot(
      "",
      """
      <sublayers><CAGradientLayer startPoint="0.5 0.375" endPoint="1.5 0.375">
        <colors><CGColor value="1 0 0"/><CGColor value="0 0 1" opacity="0.5"/></colors>
        <locations><integer value="0"/><real value="0.25"/></locations>
      </CAGradientLayer></sublayers>
      """
    ).root
    let gradient = try #require(root.sublayers?.first as? CAGradientLayer)
    #expect(gradient.colors?.compactMap { ($0 as? CGColor)?.alpha } == [1, 0.5])
    #expect(gradient.locations == [0, 0.25])
    #expect(gradient.endPoint == CGPoint(x: 1.5, y: 0.375))
  }

  @Test func keyPathsAreAttributesToo() throws {
    let layer = try camlRoot(#"transform.rotation.z="0.5" transform="scale(2, 2, 1)""#).root
    #expect(abs(layer.transform.m11 - 2 * cos(0.5)) < 1e-9)
    #expect(abs(layer.transform.m12 - 2 * sin(0.5)) < 1e-9)
  }

  @Test func editorsMayWriteWhatTheyLike() throws {
    let document = try camlRoot(
      #"mica_version="3" caplayFoo="x" locked="0" securityMode="insecure" speed="1""#
        + #" UICALayerRenderID="0" contentsScaling="stretch""#,
      """
      <delegate/><scriptComponents/><modules type="NSArray"/><hash/>
      <actions><onOrderIn type="null"/></actions><style/>
      """)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func emptyMotionIsNothing() throws {
    let still = """
      <animations/><states><LKState name="Locked"><elements/></LKState></states>
      <stateTransitions><LKStateTransition fromState="*" toState="a"><elements/>
      </LKStateTransition></stateTransitions>
      """
    #expect(try camlRoot("", still).diagnostics.isEmpty)
  }

  @Test func emittersKeepTheirCells() throws {
    let document = try camlRoot(
      "",
      """
      <sublayers><CAEmitterLayer emitterShape="rectangle" emitterSize="200 50"><emitterCells>
      <CAEmitterCell name="c" birthRate="4" particleType="plane" beginTime="-15">
      <color value="1 0 0" opacity="0.5"/></CAEmitterCell></emitterCells></CAEmitterLayer>
      </sublayers>
      """)
    let emitter = try #require(document.root.sublayers?.first as? CAEmitterLayer)
    #expect(emitter.emitterShape == .rectangle)
    #expect(emitter.emitterCells?.first?.birthRate == 4)
    #expect(emitter.emitterCells?.first?.color?.alpha == 0.5)
    #expect(emitter.emitterCells?.first?.value(forKey: "particleType") as? String == "plane")
  }

  @Test func deepNestingWorks() throws {
    let depth = 10_000
    let text =
      String(repeating: "<sublayers><CALayer>", count: depth)
      + String(repeating: "</CALayer></sublayers>", count: depth)
    var layer = try camlRoot("", text).root
    var count = 0
    while let next = layer.sublayers?.first {
      layer = next
      count += 1
    }
    #expect(count == depth)
  }
}
