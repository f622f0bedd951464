import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeText
import Testing

/// The table of all properties by name.
@Suite struct PropertyTableTests {
  private static let classes = CALayer.classNames

  @Test(arguments: classes)
  func classesAreMadeByName(name: String) throws {
    let layer = try #require(CALayer.make(className: name))
    #expect(layer.properties.className == name)
    #expect("\(type(of: layer))" == name)
    try expectPresentation(of: layer)
  }

  @Test func unknownClassesAreNotMade() {
    #expect(CALayer.make(className: "NSObject") == nil)
  }

  private func expectPresentation(of layer: CALayer) throws {
    let committer = LayerCommitter(root: layer, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    #expect(type(of: try #require(layer.presentation())) == type(of: layer))
  }

  @Test func subclassesArePresentedAsSuch() throws {
    try expectPresentation(of: Label())
  }

  private final class Label: CATextLayer {}

  @Test(arguments: classes)
  func everyPropertyTakesWhatItGives(name: String) throws {
    let layer = try #require(CALayer.make(className: name))
    for property in layer.properties.properties {
      let value = property.read(layer)
      if property.isValue {
        #expect(property.write(value, to: layer), "\(name).\(property.name)")
        #expect(property.read(layer) == value, "\(name).\(property.name)")
      }
      let object = property.readObject(layer)
      #expect(property.writeObject(object, to: layer), "\(name).\(property.name)")
      #expect(property.read(layer) == value, "\(name).\(property.name)")
    }
  }

  @Test(arguments: classes)
  func everyPropertyIsListedOnce(name: String) throws {
    let layer = try #require(CALayer.make(className: name))
    let names = layer.properties.properties.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(layer.properties[name]?.name == name) }
  }

  @Test(arguments: classes)
  func everyNumberReachesItsOwnProperty(name: String) throws {
    let layer = try #require(CALayer.make(className: name))
    for property in layer.properties.properties where property.kind == .double {
      property.write(.number(17.5), to: layer)
      #expect(property.read(layer) == .number(17.5), "\(property.name)")
      property.write(.number(1), to: layer)
    }
  }

  @Test func whatIsDrawnSaysSo() {
    let table = CALayer().properties
    let undrawn = Set(table.properties.filter { !$0.isDrawn }.map(\.name))
    #expect(
      undrawn.isDisjoint(with: [
        "backgroundFilters", "bounds", "transform", "contents", "opacity", "borderWidth", "mask",
        "filters",
        "compositingFilter", "shouldRasterize", "rasterizationScale", "shadowColor",
        "shadowOpacity", "shadowOffset", "shadowRadius", "shadowPath", "shadowPathIsBounds",
        "toneMapMode", "preferredDynamicRange", "contentsHeadroom",
        "wantsExtendedDynamicRangeContent",
      ]))
    for drawn in [CATransformLayer(), CAGradientLayer(), CAShapeLayer(), CAReplicatorLayer()] {
      #expect(drawn.properties.isClassDrawn)
    }
    #expect(CAGradientLayer().properties["colors"]?.isDrawn == true)
    #expect(CABackdropLayer().properties.isClassDrawn)
    #expect(CAEmitterLayer().properties.isClassDrawn)
  }

  @Test func theOldNameOfContinuousCornersIsKnown() {
    let layer = CALayer()
    layer.setValue(1, forKey: "continuousCorners")
    #expect(layer.cornerCurve == .continuous)
  }

  @Test func valuesConvertBetweenKinds() {
    #expect(PropertyValue.number(1).converted(to: .bool) == .bool(true))
    #expect(PropertyValue.string("3").converted(to: .double) == .number(3))
    #expect(PropertyValue.number(2.9).converted(to: .int) == .number(2))
    #expect(PropertyValue.string("x").converted(to: .rect) == nil)
    #expect(PropertyValue.none.converted(to: .transform) == .transform(.identity))
    #expect(PropertyValue([1, 2.5], as: .array(.double)) == .array([.number(1), .number(2.5)]))
    #expect(PropertyValue([1, "a", CGPoint.zero], as: .array(.double)) == nil)
  }
}
