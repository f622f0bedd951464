/// The limits on one frame.
///
/// They are checked before the work begins, so that no document can use all memory or run forever.
///
/// A frame that exceeds one causes an error with the code `limit`, which names the layer and the
/// limit. The defaults are far above the needs of documents for screens; a program that trusts its
/// documents may raise them, and a service may lower them. Source: Glaze's own choice.
public struct RenderLimits: Sendable, Hashable {
  /// The name of a limit.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// Layers that are visited for a frame: repeated layers of replicators count as often as they
    /// are shown, hidden layers do not count; default 4,194,304.
    case layers
    /// Boxes, images, particles and all other drawn items of a frame, in pieces; default
    /// 4,194,304.
    case instances
    /// Pieces into which the planes of one 3D scene cut each other; default 32,768.
    case pieces
    /// Images from which a frame is composited, as for opacity, masks, shadows and filters; default
    /// 65,536.
    case passes
    /// Bytes of those images that exist at the same time, and of the masks of paths, two for each
    /// pixel; likewise bytes for what text layers draw for one frame, 16 for each pixel, or 32 in
    /// half floats. Default 1 GiB, and for the images of frames of more than 1,048,576 pixels in
    /// proportion.
    case memory
    /// Pixels that all items fill, in all those images and the frame, as pixels of one color: a pixel
    /// counts for each item over it, as often as it takes longer than one of a plain rectangle, and
    /// items that others hide completely do not count. Rounded boxes and paths count twice, gradients
    /// and shadows 4 times, gradients of more than 4 colors 8 times and of more than 8 colors 20
    /// times, images, particles, groups, masks and color filters 8 times, and blurs 16 times; a blend
    /// mode counts 8 times more. A pixel of one of those images counts 4 times in addition. A pixel
    /// that the edge of a path crosses counts 64 times, as it takes that long where many edges meet,
    /// as does a point of a path or of its dashes, also where it is not seen; a point of the outline
    /// of a line counts 16 times. Default 2,147,483,648, and in proportion for frames of more than
    /// 1,048,576 pixels.
    case fill
    /// Segments of all paths of a frame; default 16,777,216.
    case segments
    /// Colors of all gradients of a frame, those of copies once unless their tints differ; default
    /// 1,048,576.
    case stops
    /// Particles of all emitters of a frame; default 1,048,576, which is also the most that any
    /// frame computes: a frame with more shows the youngest, and reports it.
    case particles
    /// Pixels of all images of a frame, each counted once; default 2,147,483,648.
    case pixels
    /// UTF-16 units of all texts that are laid out for a frame: those that it shows and that no
    /// earlier frame showed; default 524,288.
    case text
    /// Levels of nested layers; default 4,194,304.
    ///
    /// A level uses heap memory but no stack.
    case nesting
    /// Milliseconds for planning a frame; default 3,600,000, an hour.
    ///
    /// The size of the plan is bounded by the other limits.
    case milliseconds
  }

  /// The numbers that were set; -1 for the default.
  private var numbers = Array(repeating: -1, count: Name.allCases.count)

  /// The pixels of the largest frame to which the defaults apply as they are.
  private static let standardPixels = 1 << 20

  private static let defaults = Name.allCases.map { name in
    switch name {
    case .layers, .instances: 1 << 22
    case .segments: 1 << 24
    case .pieces: 1 << 15
    case .passes: 1 << 16
    case .memory: 1 << 30
    case .stops, .particles: 1 << 20
    case .text: 1 << 19
    case .pixels, .fill: 1 << 31
    case .nesting: 1 << 22
    case .milliseconds: 3_600_000
    }
  }

  /// Makes the default limits.
  public init() {}

  /// The value of a limit; negative numbers count as 0.
  public subscript(name: Name) -> Int {
    get { numbers[name.index] < 0 ? Self.defaults[name.index] : numbers[name.index] }
    set { numbers[name.index] = max(0, newValue) }
  }

  /// The value of a limit for a frame with a number of pixels.
  package func value(of name: Name, pixels: Int) -> Int {
    let value = self[name]
    guard numbers[name.index] < 0, name == .memory || name == .fill,
      pixels > Self.standardPixels
    else { return value }
    return value / Self.standardPixels * pixels
  }
}

extension RenderLimits.Name {
  /// The index in `allCases`; searching that would create an array for each frame.
  fileprivate var index: Int {
    switch self {
    case .layers: 0
    case .instances: 1
    case .pieces: 2
    case .passes: 3
    case .memory: 4
    case .fill: 5
    case .segments: 6
    case .stops: 7
    case .particles: 8
    case .pixels: 9
    case .text: 10
    case .nesting: 11
    case .milliseconds: 12
    }
  }

  /// The counted items, for people.
  package var noun: String {
    switch self {
    case .layers: "layers, including repeated ones"
    case .instances: "items to draw"
    case .pieces: "pieces of intersecting planes"
    case .passes: "offscreen images"
    case .memory: "bytes of offscreen images"
    case .fill: "filled pixels"
    case .segments: "path segments"
    case .stops: "gradient colors"
    case .particles: "particles"
    case .pixels: "image pixels"
    case .text: "UTF-16 units of text"
    case .nesting: "levels of nested layers"
    case .milliseconds: "milliseconds of planning"
    }
  }
}

/// A limit that a frame would exceed.
package struct LimitExcess: Sendable, Equatable {
  package var name: RenderLimits.Name
  /// The value of the limit.
  package var limit: Int
  /// The node that exceeds it; -1 for the whole frame.
  package var node: Int32

  package init(_ name: RenderLimits.Name, limit: Int, node: Int32) {
    self.name = name
    self.limit = limit
    self.node = node
  }
}
