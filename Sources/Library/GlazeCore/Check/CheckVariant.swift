package import GlazePlan

/// A rendering path for a document that must not change the image, or must only move its pixels.
package enum CheckVariant: Sendable, Hashable {
  /// With the other backend.
  case backends
  /// Without some optimizations: those that act between frames in a sequence of frames.
  case without(Optimizations)
  /// With the root inside other layers.
  case wrapped(CheckWrapping)
  /// In tiles that are planned separately and put together.
  case tiles
  /// On a larger canvas, with everything moved by integer pixels.
  case moved
  /// Once more with the same renderer, which has cached the tree, pools and images.
  case again
  /// After layers were changed, drawn, and changed back.
  case patched
  /// After a layer changed: drawn over the previous frame, compared with the whole frame.
  case damaged

  /// All variants; those that are the easiest to understand come first.
  package static let all: [CheckVariant] =
    [.backends, .again, .patched, .damaged, .tiles, .moved]
    + switches.map { .without($0.option) } + [.without(.all)]
    + CheckWrapping.allCases.map { .wrapped($0) }

  /// The optimizations that are checked one by one: all that change how an image is drawn.
  ///
  /// Shader programs are the same whether they come from files or not.
  package static let switches = Optimizations.names.filter { $0.option != .programBinaries }

  /// The variant's name on the command line.
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

  /// The tolerance for differences of the variant's image.
  package var tolerance: ImageTolerance {
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
  private static func tolerance(without options: Optimizations) -> ImageTolerance {
    if options.actBetweenFrames { return .exact }
    if options == .all { return .otherWays }
    if options.contains(.analyticShadows) { return .closedForm }
    if options == .foldMasks { return .otherMasks }
    return options.contains(.cull) ? .farOutside : .otherDraws
  }
}

extension Optimizations {
  /// Whether the optimizations show only in later frames.
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
  /// In a group that needs no image of its own, next to a sublayer that paints nothing.
  case group
  /// In a group that is drawn into an image of its own, with full opacity.
  case isolated
  /// Next to a layer that paints nothing and lies deeper: in a 3D scene.
  case depth
  /// In a rotated clip that contains everything.
  case clipped
  /// In a CATransformLayer.
  case transformLayer = "transform-layer"
  /// Under a mask that covers everything.
  case mask
  /// In a CAReplicatorLayer with one instance.
  case replicator

  var tolerance: ImageTolerance {
    switch self {
    case .mirrored, .flipped, .turned: .resampled
    case .layer, .flippedTwice, .group, .depth, .transformLayer, .replicator, .clipped:
      .otherDraws
    case .isolated, .mask: .roundedTwice
    }
  }
}

// The largest values that hundreds of scenes need, plus a few pixels for ties.
extension ImageTolerance {
  /// The GPU computes in 32 bits in its own order; the CPU blends some runs with integers.
  package static let otherArithmetic = ImageTolerance(
    deviation: 2, outliers: 0.0002, because: "each backend rounds in its own order")
  /// Other steps round at other points; no difference may exceed rounding.
  package static let otherDraws = ImageTolerance(
    deviation: 2, because: "other steps round to 8 bits in other places")
  /// A gradient in an image of its own stores 8 bits before its mask.
  ///
  /// Each gradient differs by at most 2, and several overlapping gradients by one more.
  package static let otherMasks = ImageTolerance(
    deviation: 2, outliers: 0.0002, because: "a gradient in a pass stores 8 bits before its mask")
  /// A blur stores 8 bits twice, a closed form never does.
  ///
  /// Each shadow differs by at most 2, and several overlapping shadows by one more.
  package static let closedForm = ImageTolerance(
    deviation: 3, outliers: 0.0002,
    because: "a blur stores 8 bits twice and samples curves, a closed form does neither")
  /// Polygons that are not cut at the image's borders reach outside it, where coordinates are less
  /// precise.
  ///
  /// A few pixels next to the camera show it.
  package static let farOutside = ImageTolerance(
    deviation: 2, outliers: 0.0002, because: "coordinates far outside the image lose precision")
  /// Without any optimization, more steps round.
  package static let otherWays = ImageTolerance(
    deviation: 3, outliers: 0.0002,
    because: "many steps round to 8 bits in other places, and coordinates lose precision")
  /// Coordinates that are moved by integer pixels have other last bits, and so do weights of
  /// texels.
  ///
  /// A few pixels show it next to the camera, and where an aliased edge passes through pixel
  /// centers.
  package static let shifted = ImageTolerance(
    deviation: 2, outliers: 0.0002, because: "moved coordinates differ in their last bits")
  /// Edges and textures are sampled at the same positions from the other side.
  package static let resampled = ImageTolerance(
    deviation: 2, outliers: 0.001,
    because: "ties of aliased edges and texels at pixel centers fall to the other side")
  /// An intermediate image holds 8 bits.
  package static let roundedTwice = ImageTolerance(
    deviation: 3, outliers: 0.0002, because: "intermediate images round to 8 bits once more each")
}
