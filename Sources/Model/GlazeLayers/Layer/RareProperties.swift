package import Foundation
package import GlazeGeometry
package import GlazeTree

// Properties that most layers leave at their initial values. For 100,000 layers they would take 60 MB.

/// Values that few layers have.
///
/// The module of the commit must see them, as otherwise it followed a key path for each.
///
/// They are an object that exists once one of them differs from its initial value, and that copies
/// share until one of them changes.
@dynamicMemberLookup @usableFromInline
package struct Rare<Fields: RareFields> {
  @usableFromInline
  final class Box {
    @usableFromInline var fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  @usableFromInline var box: Box?

  /// A Boolean value that indicates whether all values are the initial ones.
  var isInitial: Bool { box == nil }

  /// Makes an object that only this value refers to.
  @usableFromInline mutating func own() {
    if !isKnownUniquelyReferenced(&box) { box = Box(box?.fields ?? Fields.initial) }
  }

  @inlinable @inline(__always)
  package subscript<Value: Equatable>(dynamicMember path: WritableKeyPath<Fields, Value>) -> Value {
    get {
      guard let box else { return Fields.initial[keyPath: path] }
      return box.fields[keyPath: path]
    }
    set {
      if box == nil, newValue == Fields.initial[keyPath: path] { return }
      own()
      box?.fields[keyPath: path] = newValue
    }
  }

  /// A value that cannot be compared, and that is initially nil.
  @inlinable @inline(__always) @_disfavoredOverload
  package subscript<Value>(dynamicMember path: WritableKeyPath<Fields, Value?>) -> Value? {
    get { box.flatMap { $0.fields[keyPath: path] } }
    set {
      if box == nil, newValue == nil { return }
      own()
      box?.fields[keyPath: path] = newValue
    }
  }
}

/// Values of which most layers have the initial ones.
@usableFromInline
package protocol RareFields {
  static var initial: Self { get }
}

/// The numbers.
@usableFromInline
package struct RareNumbers: RareFields, Sendable {
  package var zPosition: CGFloat = 0
  package var anchorPointZ: CGFloat = 0
  package var transform: CATransform3D = .identity
  package var sublayerTransform: CATransform3D = .identity
  package var contentsRect = CGRect.unit
  package var contentsCenter = CGRect.unit
  package var contentsTransform: CATransform3D = .identity
  package var contentsScale: CGFloat = 1
  package var contentsHeadroom: CGFloat = 0
  package var minificationFilterBias: Float = 0
  package var shadowOpacity: Float = 0
  package var shadowOffset = CGSize.ofShadow
  package var shadowRadius: CGFloat = 3
  package var rasterizationScale: CGFloat = 1
  package var autoresizingMask: CAAutoresizingMask = []

  @usableFromInline package static let initial = RareNumbers()
}

/// The name, and the color of the border, which are less rare than the other objects.
@usableFromInline
package struct LayerLabel: RareFields, Sendable {
  package var name: String?
  package var borderColor: CGColor? = .black

  @usableFromInline package static let initial = LayerLabel()
}

/// The objects.
@usableFromInline
package struct RareObjects: RareFields {
  package var contents: Any?
  /// The image in `contents`, if it is one; determined when `contents` is set.
  package var image: CGImage?
  package var contentsMultiplyColor: CGColor?
  package var contentsFormat: CALayerContentsFormat = .RGBA8Uint
  package var toneMapMode: CALayer.ToneMapMode = .automatic
  package var preferredDynamicRange: CALayer.DynamicRange = .standard
  package var shadowColor: CGColor? = .black
  package var shadowPath: CGPath?
  package var compositingFilter: Any?
  package var filters: [Any]?
  package var backgroundFilters: [Any]?
  /// This and the next two are the filters as they are drawn; determined when they are set.
  package var blendMode: BlendMode = .sourceOver
  package var filterSteps: [LayerFilter] = []
  package var backgroundFilterSteps: [LayerFilter] = []
  package var actions: [String: any CAAction]?
  package var style: [AnyHashable: Any]?
  package var constraints: [CAConstraint]?
  /// The values of keys that are not properties.
  package var custom: [String: Any]?
  package var keepsake: Keepsake?

  // Nothing changes it.
  @usableFromInline nonisolated(unsafe) package static let initial = RareObjects()
}

extension LayerState {
  @inlinable @inline(__always)
  package subscript<Value: Equatable>(
    dynamicMember path: WritableKeyPath<RareNumbers, Value>
  ) -> Value {
    get { rare[dynamicMember: path] }
    set { rare[dynamicMember: path] = newValue }
  }
}

extension LayerObjects {
  @inlinable @inline(__always)
  package subscript<Value: Equatable>(
    dynamicMember path: WritableKeyPath<LayerLabel, Value>
  ) -> Value {
    get { label[dynamicMember: path] }
    set { label[dynamicMember: path] = newValue }
  }

  @inlinable @inline(__always)
  package subscript<Value: Equatable>(
    dynamicMember path: WritableKeyPath<RareObjects, Value>
  ) -> Value {
    get { rare[dynamicMember: path] }
    set { rare[dynamicMember: path] = newValue }
  }

  @inlinable @inline(__always) @_disfavoredOverload
  package subscript<Value>(
    dynamicMember path: WritableKeyPath<RareObjects, Value?>
  ) -> Value? {
    get { rare[dynamicMember: path] }
    set { rare[dynamicMember: path] = newValue }
  }
}

extension CGRect {
  fileprivate static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
}

extension CGSize {
  fileprivate static let ofShadow = CGSize(width: 0, height: -3)
}
