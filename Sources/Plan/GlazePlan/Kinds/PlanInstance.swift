package import CGlazeShaders
import GlazeGeometry
import GlazeTree

/// The instances of a pair of shaders: a run of words of 16 bytes, which are sent to a device
/// unchanged.
package protocol ShaderInstance: Equatable, Sendable {
  /// The name for people; with underscores for spaces, it is the name of the pair of shaders.
  static var name: String { get }
  /// The bytes of an instance.
  static var stride: Int { get }
  /// Calls `body` with all instances of a plan.
  static func withBytes<R>(of plan: FramePlan, _ body: (UnsafeRawBufferPointer) -> R) -> R
}

extension ShaderInstance {
  package static var stride: Int { MemoryLayout<Self>.stride }
}

/// The properties of a kind of instance, in one file: everything that stages need of all kinds
/// alike.
///
/// `FramePlan.Kind.instance` is the list of the kinds. A kind is drawn by its pair of shaders,
/// which have its name, and by its painter in the CPU backend.
package protocol PlanInstance: ShaderInstance {
  /// The instances of the kind in a plan.
  static func list(of plan: FramePlan) -> [Self]
  /// Changes the instances of the kind in a plan.
  static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void)
  /// Whether individual instances may be omitted, and may hide others.
  static var isWalked: Bool { get }
  /// Whether the instances replace the content of the target.
  static var replaces: Bool { get }
  /// The pixels of one color that take as long as a pixel of the kind, on processors.
  static var fillCost: Double { get }
  /// The most instances of a draw that are printed.
  static var mostTexts: Int { get }

  /// The corners of the convex polygon to cover, in pixels.
  var polygon: (SIMD4<Float>, SIMD4<Float>) { get }
  /// The origins of the target that it reads texel by pixel, and of that target's mask: texel =
  /// pixel - origin.
  var origins: (source: SIMD2<Float>, mask: SIMD2<Float>) { get }
  /// The first clip, and the number of clips; nil for kinds that are never clipped.
  var clips: SIMD2<Float>? { get }
  /// Moves the instance to the pixels of a target that begins at an origin.
  mutating func move(by origin: SIMD2<Float>)
  /// Removes the dithering, for a target in floating point.
  mutating func stopDithering()

  /// Whether the instance is opaque where its coverage is full.
  func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool
  /// The outline within which the coverage is full, in addition to the polygon; nil where the
  /// polygon alone applies.
  var outline: RoundedBox? { get }

  /// One line about the instance, without its kind.
  func text(in plan: FramePlan) -> String
  /// The thing to which the instance refers but which the plan lacks; nil when nothing is missing.
  func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String?
  /// The requested feature that no backend supports; nil when all are supported.
  var unsupported: String? { get }

  // The following functions handle all instances of a kind. They are requirements, and not only
  // extensions, so that each kind has specialized code for them: a function of a kind that is known
  // only at run time is called for each draw.

  static func count(in plan: FramePlan) -> Int
  static func polygon(_ index: Int, in plan: FramePlan) -> (SIMD4<Float>, SIMD4<Float>)
  static func isOpaque(_ index: Int, _ kind: FramePlan.Kind, in plan: FramePlan) -> Bool
  static func origins(
    _ index: Int, in plan: FramePlan
  ) -> (source: SIMD2<Float>, mask: SIMD2<Float>)
  /// The outline and the clips of an instance, which may hide others.
  static func hiding(
    _ index: Int, in plan: FramePlan
  ) -> (outline: RoundedBox, clips: ArraySlice<RoundedBox>)?
  /// Overwrites an instance with another.
  static func copy(_ index: Int, to place: Int, in plan: inout FramePlan)
  /// Moves instances to the pixels of a target that begins at an origin.
  static func move(
    _ range: Range<Int>, by origin: SIMD2<Float>, dithers: Bool, in plan: inout FramePlan)
  static func texts(_ range: Range<Int>, in plan: FramePlan) -> [String]
  /// The thing to which instances refer but which the plan lacks.
  static func missing(of draw: FramePlan.Draw, in plan: FramePlan) -> String?
  /// The feature that instances request but that no backend supports.
  static func unsupported(_ range: Range<Int>, in plan: FramePlan) -> String?
}

extension PlanInstance {
  package static var isWalked: Bool { false }
  package static var fillCost: Double { 8 }
  package static var replaces: Bool { false }
  package static var mostTexts: Int { .max }
  package var origins: (source: SIMD2<Float>, mask: SIMD2<Float>) { (.zero, .zero) }
  package var clips: SIMD2<Float>? { nil }
  package mutating func stopDithering() {}
  package func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool { false }
  package var outline: RoundedBox? { nil }
  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? { nil }
  package var unsupported: String? { nil }
}

/// An instance whose first words are the corners of its polygon, and whose last are `params`.
package protocol QuadInstance: PlanInstance {
  var quad01: SIMD4<Float> { get set }
  var quad23: SIMD4<Float> { get set }
  var params: SIMD4<Float> { get set }
}

extension QuadInstance {
  package var polygon: (SIMD4<Float>, SIMD4<Float>) { (quad01, quad23) }
  package var clips: SIMD2<Float>? { SIMD2(params.y, params.z) }

  mutating func moveQuad(by origin: SIMD2<Float>) {
    let shift = SIMD4(lowHalf: origin, highHalf: origin)
    quad01 -= shift
    quad23 -= shift
  }
}

/// A quad on a rounded box.
package protocol ShapeInstance: QuadInstance {
  var shape: RoundedBox { get set }
}

extension ShapeInstance {
  package mutating func move(by origin: SIMD2<Float>) {
    moveQuad(by: origin)
    shape.move(by: origin)
  }

  package var outline: RoundedBox? { shape }
}

/// A quad that reads an earlier target pixel by pixel.
package protocol SourceInstance: QuadInstance {
  /// x, y: texel = pixel - xy.
  var source: SIMD4<Float> { get set }
}

extension SourceInstance {
  package var origins: (source: SIMD2<Float>, mask: SIMD2<Float>) { (source.lowHalf, .zero) }

  package mutating func move(by origin: SIMD2<Float>) {
    moveQuad(by: origin)
    source -= SIMD4(lowHalf: origin, highHalf: .zero)
  }
}

extension RoundedBox {
  /// Whether the clip is a half plane of the target.
  package var isHalfPlane: Bool { is_half_plane(self) }
  /// Whether the line's equation of a half plane is positive inside.
  package var holdsPositiveSide: Bool { holds_positive_side(self) }
  package var hasCircularCorners: Bool { has_circular_corners(self) }
  package var cornerExponent: Float { rowW.w }
  /// The sum of the bits of the antialiased edges, `EDGE_`.
  package var softEdges: Float { extent.z }
  package var isSoftAround: Bool { softEdges == Float(EDGES_ALL) }

  mutating func move(by origin: SIMD2<Float>) {
    rowX.w -= origin.x
    rowY.w -= origin.y
  }
}

// MARK: All instances of a kind

extension PlanInstance {
  package static func count(in plan: FramePlan) -> Int { list(of: plan).count }

  package static func withBytes<R>(
    of plan: FramePlan, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    list(of: plan).withUnsafeBytes(body)
  }

  package static func polygon(_ index: Int, in plan: FramePlan) -> (SIMD4<Float>, SIMD4<Float>) {
    list(of: plan)[index].polygon
  }

  package static func isOpaque(_ index: Int, _ kind: FramePlan.Kind, in plan: FramePlan) -> Bool {
    list(of: plan)[index].isOpaque(kind, in: plan)
  }

  package static func origins(
    _ index: Int, in plan: FramePlan
  ) -> (source: SIMD2<Float>, mask: SIMD2<Float>) {
    list(of: plan)[index].origins
  }

  package static func hiding(
    _ index: Int, in plan: FramePlan
  ) -> (outline: RoundedBox, clips: ArraySlice<RoundedBox>)? {
    let instance = list(of: plan)[index]
    guard let outline = instance.outline else { return nil }
    let clips = instance.clips ?? .zero
    let first = Int(clamping: clips.x)
    return (outline, plan.clips[first..<first + Int(clamping: clips.y)])
  }

  package static func copy(_ index: Int, to place: Int, in plan: inout FramePlan) {
    change(&plan) { $0[place] = $0[index] }
  }

  package static func move(
    _ range: Range<Int>, by origin: SIMD2<Float>, dithers: Bool, in plan: inout FramePlan
  ) {
    change(&plan) { list in
      for index in range {
        if !dithers { list[index].stopDithering() }
        list[index].move(by: origin)
      }
    }
  }

  package static func texts(_ range: Range<Int>, in plan: FramePlan) -> [String] {
    list(of: plan)[range].map { $0.text(in: plan) }
  }

  package static func missing(of draw: FramePlan.Draw, in plan: FramePlan) -> String? {
    let limit = Float(plan.clips.count)
    let most = Float(draw.clipCount)
    for instance in list(of: plan)[draw.instances] {
      if let what = instance.missing(draw.kind, in: plan) { return what }
      // NaN is drawn as nothing.
      if let clips = instance.clips,
        clips.x < 0 || clips.y < 0 || clips.y > most || clips.x + clips.y > limit
      {
        return "\(clips.y) clips from index \(clips.x)"
      }
    }
    return nil
  }

  package static func unsupported(_ range: Range<Int>, in plan: FramePlan) -> String? {
    for instance in list(of: plan)[range] {
      if let what = instance.unsupported { return what }
    }
    return nil
  }
}
