/// How much one picture may ask for: what is looked at before the work begins, so that no document takes all
/// memory or never ends.
///
/// A picture that asks for more is an error with the code `limit`, which names the layer and the limit. The
/// defaults are far above what documents for screens need; a program that trusts its documents may raise
/// them, and a service may lower them. Glaze's own choice.
public struct RenderLimits: Sendable, Hashable {
  /// What is limited.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// Layers that are visited for a frame: those that replicators repeat count as often as they are shown,
    /// hidden ones do not; default 16,777,216.
    case layers
    /// Boxes, pictures, particles and whatever else is drawn for a frame, as pieces; default 16,777,216.
    case instances
    /// Pieces that the planes of one 3D scene cut each other into; default 131,072.
    case pieces
    /// Pictures that a frame is put together from, as for opacity, masks, shadows and filters; default 65,536.
    case passes
    /// Bytes of those pictures at one time; default 4 GiB.
    case memory
    /// Segments of all paths of a frame; default 16,777,216.
    case segments
    /// Colours of all gradients of a frame; default 1,048,576.
    case stops
    /// Particles of all emitters of a frame; default 1,048,576, which no frame shows more of: a frame with
    /// more shows the youngest, and says so.
    case particles
    /// Pixels of all images of a frame, each counted once; default 2,147,483,648.
    case pixels
    /// UTF-16 units of all texts that are laid out for a frame; texts that do not change are not; default
    /// 1,048,576.
    case text
    /// Levels of layers in layers; default 4,194,304. A level costs memory and no stack.
    case nesting
    /// Milliseconds until a frame is planned; default 3,600,000, an hour. What is planned is bounded by the
    /// other limits.
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

  /// A limit; negative numbers count as 0.
  public subscript(name: Name) -> Int {
    get { numbers[name.index] }
    set { numbers[name.index] = max(0, newValue) }
  }
}

extension RenderLimits.Name {
  /// In `allCases`, which would be an array made anew for each frame.
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

  /// What is counted, for people.
  package var noun: String {
    switch self {
    case .layers: "layers, with those that replicators repeat"
    case .instances: "things to draw"
    case .pieces: "pieces of planes that cut each other"
    case .passes: "pictures to put together"
    case .memory: "bytes of pictures to put together"
    case .segments: "segments of paths"
    case .stops: "colours of gradients"
    case .particles: "particles"
    case .pixels: "pixels of images"
    case .text: "UTF-16 units of text"
    case .nesting: "levels of layers in layers"
    case .milliseconds: "milliseconds of planning"
    }
  }
}

/// A limit that a picture would go beyond.
package struct LimitExcess: Sendable, Equatable {
  package var name: RenderLimits.Name
  /// The limit that was set.
  package var limit: Int
  /// The node that was looked at; -1 for the picture as a whole.
  package var node: Int32

  package init(_ name: RenderLimits.Name, limit: Int, node: Int32) {
    self.name = name
    self.limit = limit
    self.node = node
  }
}
