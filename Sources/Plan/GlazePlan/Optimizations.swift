/// The optimizations of the planner; none of them changes a pixel.
///
/// Each has a name, by which `GLAZE_DISABLE=batch,cull` disables it.
package struct Optimizations: OptionSet, Sendable, Hashable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Adjacent instances of one kind become one draw.
  package static let batch = Optimizations(rawValue: 1 << 0)
  /// Content outside of the image or of a clip is not drawn.
  package static let cull = Optimizations(rawValue: 1 << 1)
  /// A group of a single item is drawn directly, with the group's opacity.
  package static let foldGroups = Optimizations(rawValue: 1 << 2)
  /// A clip that contains the whole instance is removed; one that lies on integer pixels cuts the
  /// polygon.
  package static let foldClips = Optimizations(rawValue: 1 << 3)
  /// A mask that is an opaque rounded box becomes a clip.
  ///
  /// A single image whose mask is an image or a gradient is drawn together with the mask.
  package static let foldMasks = Optimizations(rawValue: 1 << 5)
  /// The shadow of a rounded box is read from tables of its closed form, without a blur.
  package static let analyticShadows = Optimizations(rawValue: 1 << 6)

  /// Blurred shadows, blurred and rasterized layers, and masks of paths are cached until something
  /// in them changes.
  package static let cache = Optimizations(rawValue: 1 << 7)

  /// Backends use shader programs that compute only what an instance needs.
  package static let specialize = Optimizations(rawValue: 1 << 8)

  /// For a frame that follows another, only the changes are planned and drawn.
  package static let damage = Optimizations(rawValue: 1 << 9)

  /// Backends draw instances of one shader program together, when nothing between them touches.
  package static let sort = Optimizations(rawValue: 1 << 11)

  /// An upright layer of one color, without corners, border and clips, is an instance of two words.
  package static let rectangles = Optimizations(rawValue: 1 << 12)

  /// Backends draw small images with one shader program for boxes of all simple shapes.
  package static let sharePrograms = Optimizations(rawValue: 1 << 13)

  /// Linked shader programs are stored in files where a renderer has a folder for them.
  package static let programBinaries = Optimizations(rawValue: 1 << 14)

  /// Content that opaque layers hide is not drawn.
  package static let occlude = Optimizations(rawValue: 1 << 15)

  package static let all: Optimizations = [
    .batch, .cull, .foldGroups, .foldClips, .foldMasks, .analyticShadows, .cache,
    .specialize, .damage, .sort, .rectangles, .sharePrograms, .programBinaries, .occlude,
  ]

  /// The options by which a frame reuses something of an earlier one.
  package static let betweenFrames: Optimizations = [.cache, .damage]

  /// The names, in the order of their bits.
  package static let names: [(name: String, option: Optimizations)] = [
    ("batch", .batch), ("cull", .cull), ("fold-groups", .foldGroups), ("fold-clips", .foldClips),
    ("fold-masks", .foldMasks), ("analytic-shadows", .analyticShadows), ("cache", .cache),
    ("specialize", .specialize), ("damage", .damage), ("sort", .sort),
    ("rectangles", .rectangles), ("share-programs", .sharePrograms),
    ("program-binaries", .programBinaries), ("occlude", .occlude),
  ]

  /// All options except those in a comma-separated list; `all` names all of them.
  ///
  /// - Returns: The options, and the unknown names.
  package static func disabling(_ list: String) -> (options: Optimizations, unknown: [String]) {
    var options = Optimizations.all
    var unknown: [String] = []
    for name in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
      if name == "all" {
        options = []
      } else if let entry = names.first(where: { $0.name == name }) {
        options.remove(entry.option)
      } else {
        unknown.append(String(name))
      }
    }
    return (options, unknown)
  }
}
