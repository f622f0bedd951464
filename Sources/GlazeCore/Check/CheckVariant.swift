package import GlazePlan

/// A way to draw a document that must not change the picture, or must move its pixels and no more.
package enum CheckVariant: Sendable, Hashable {
  /// With the other backend.
  case backends
  /// Without some optimisations: those that act between frames in a sequence of frames.
  case without(Optimizations)
  /// With the root inside other layers.
  case wrapped(CheckWrapping)
  /// In parts, each planned for itself, put together.
  case tiles
  /// On a larger canvas, everything moved by integer pixels.
  case moved
  /// Once more with the same renderer, which has kept tree, pools and caches.
  case again
  /// After layers were changed, drawn, and changed back.
  case patched
  /// After a layer changed: over the frame before, against the whole frame.
  case damaged

  /// All variants, those that are the quickest to understand first.
  package static let all: [CheckVariant] =
    [.backends, .again, .patched, .damaged, .tiles, .moved]
    + switches.map { .without($0.option) } + [.without(.all)]
    + CheckWrapping.allCases.map { .wrapped($0) }

  /// The optimisations that are checked one by one: all that change how a picture is drawn.
  ///
  /// Programs are the same, whether they come from files or not.
  package static let switches = Optimizations.names.filter { $0.option != .programBinaries }

  /// What the command line calls it.
  package var name: String {
    switch self {
    case .backends: "backends"
    case .without(let options): "without-" + Self.name(of: options)
    case .wrapped(let wrapping): wrapping.rawValue
    case .tiles: "tiles"
    case .moved: "moved"
    case .again: "again"
    case .patched: "patched"
    case .damaged: "damaged"
    }
  }

  private static func name(of options: Optimizations) -> String {
    if options == .all { return "all" }
    let names = Optimizations.names.filter { options.contains($0.option) }.map(\.name)
    return names.joined(separator: "-")
  }

  /// What the variant's picture may differ by.
  package var tolerance: PictureTolerance {
    switch self {
    case .backends: .otherArithmetic
    case .again, .patched, .damaged: .exact
    case .without(let options): Self.tolerance(without: options)
    case .tiles, .moved: .shifted
    case .wrapped(let wrapping): wrapping.tolerance
    }
  }
}

extension CheckVariant {
  private static func tolerance(without options: Optimizations) -> PictureTolerance {
    if options.actBetweenFrames { return .exact }
    if options == .all { return .otherWays }
    if options.contains(.analyticShadows) { return .closedForm }
    return options.contains(.cull) ? .farOutside : .otherDraws
  }
}

extension Optimizations {
  /// Whether nothing but later frames can show what they do.
  var actBetweenFrames: Bool { !isEmpty && isSubset(of: .betweenFrames) }
}

/// Layers around the root of a document.
package enum CheckWrapping: String, Sendable, Hashable, CaseIterable {
  /// In a layer that paints nothing.
  case layer
  /// In a mirror: `scale(-1, 1)`.
  case mirrored
  /// In a layer with `isGeometryFlipped`: upside down.
  case flipped
  /// In two layers with `isGeometryFlipped`: as before.
  case flippedTwice = "flipped-twice"
  /// Turned by 90 degrees.
  case turned
  /// In a group that needs no picture of its own, beside a sublayer that paints nothing.
  case group
  /// In a group that is drawn into a picture of its own, with all of its opacity.
  case isolated
  /// Beside a layer that paints nothing and lies deeper: in a 3D scene.
  case depth
  /// In a clip that holds everything and lies aslant.
  case clipped
  /// In a CATransformLayer.
  case transformLayer = "transform-layer"
  /// Under a mask that covers everything.
  case mask
  /// In a CAReplicatorLayer with one instance.
  case replicator

  var tolerance: PictureTolerance {
    switch self {
    case .mirrored, .flipped, .turned: .resampled
    case .layer, .flippedTwice, .group, .depth, .transformLayer, .replicator, .clipped:
      .otherDraws
    case .isolated, .mask: .roundedTwice
    }
  }
}

// The numbers are what hundreds of scenes need at most, and a few pixels for ties.
extension PictureTolerance {
  /// The GPU computes in 32 bits in its own order; the CPU blends some runs in integers.
  package static let otherArithmetic = PictureTolerance(
    deviation: 2, outliers: 0.0002, because: "each backend rounds in its own order")
  /// Other steps round in other places; nowhere may it be more than rounding.
  package static let otherDraws = PictureTolerance(
    deviation: 2, because: "other steps round to 8 bits in other places")
  /// A blur stores 8 bits twice, a closed form never.
  ///
  /// Each shadow differs by 2 at most, and several that lie on each other by one more.
  package static let closedForm = PictureTolerance(
    deviation: 3, because: "a blur stores 8 bits twice, a closed form never")
  /// Polygons that are not cut at the picture's borders reach outside of it, and their numbers are most precise there.
  ///
  /// Next to the camera a few pixels show it.
  package static let farOutside = PictureTolerance(
    deviation: 2, outliers: 0.0002, because: "coordinates far outside the picture lose last bits")
  /// Without any optimization more steps round.
  package static let otherWays = PictureTolerance(
    deviation: 3, outliers: 0.0002,
    because: "many steps round to 8 bits in other places, and coordinates lose last bits")
  /// Moved by integer pixels, numbers have other last bits, and so have shares of texels.
  ///
  /// Next to the camera, and where an aliased edge passes pixel centers, a few pixels show it.
  package static let shifted = PictureTolerance(
    deviation: 2, outliers: 0.0002, because: "coordinates that are moved have other last bits")
  /// Edges and textures are asked at the same places, from the other side.
  package static let resampled = PictureTolerance(
    deviation: 2, outliers: 0.001,
    because: "ties at pixel centres, of hard edges and of texels, fall to the other side")
  /// A picture between holds 8 bits.
  package static let roundedTwice = PictureTolerance(
    deviation: 3, outliers: 0.0002, because: "pictures between round to 8 bits once more each")
}
