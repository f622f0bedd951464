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
    /// are shown, hidden layers do not count; default 16,777,216.
    case layers
    /// Boxes, images, particles and all other drawn items of a frame, in pieces; default
    /// 16,777,216.
    case instances
    /// Pieces into which the planes of one 3D scene cut each other; default 131,072.
    case pieces
    /// Images from which a frame is composited, as for opacity, masks, shadows and filters; default
    /// 65,536.
    case passes
    /// Bytes of those images that exist at the same time; default 4 GiB.
    case memory
    /// Segments of all paths of a frame; default 16,777,216.
    case segments
    /// Colors of all gradients of a frame; default 1,048,576.
    case stops
    /// Particles of all emitters of a frame; default 1,048,576, which is also the most that any
    /// frame shows: a frame with more shows the youngest, and reports it.
    case particles
    /// Pixels of all images of a frame, each counted once; default 2,147,483,648.
    case pixels
    /// UTF-16 units of all texts that are laid out for a frame, except unchanged texts; default
    /// 1,048,576.
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

  private var numbers = RenderLimits.defaults

  private static let defaults = Name.allCases.map { name in
    switch name {
    case .layers, .instances, .segments: 1 << 24
    case .pieces: 1 << 17
    case .passes: 1 << 16
    case .memory: 4 << 30
    case .stops, .particles, .text: 1 << 20
    case .pixels: 1 << 31
    case .nesting: 1 << 22
    case .milliseconds: 3_600_000
    }
  }

  /// Makes the default limits.
  public init() {}

  /// The value of a limit; negative numbers count as 0.
  public subscript(name: Name) -> Int {
    get { numbers[name.index] }
    set { numbers[name.index] = max(0, newValue) }
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
    case .segments: 5
    case .stops: 6
    case .particles: 7
    case .pixels: 8
    case .text: 9
    case .nesting: 10
    case .milliseconds: 11
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
