import CGlazeKernels
import CGlazeShaders
import GlazePlan

/// How a kind of instance is drawn on the CPU, in one file for each, with the arithmetic of its
/// shaders.
protocol PaintedInstance: PlanInstance {
  /// Draws an instance into rows of the painter's surface.
  static func paint(
    _ instance: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter)
  /// The rows that an instance with finite numbers touches.
  static func rows(of instance: UnsafePointer<Self>, height: Int) -> Pixels

  // The following functions handle many instances of a draw. They are requirements, so that each
  // kind has specialized code for them.

  /// Draws consecutive instances in a band of rows.
  static func paint(
    _ items: UnsafeBufferPointer<GlazeItem>, of draw: UnsafePointer<PaintedDraw>, rows: Pixels,
    by painter: Painter)
  /// Finds the bands of rows that instances of a draw touch, from a first one on.
  static func touch(
    _ bands: Bands, _ first: GlazeItem, _ touches: UnsafeMutableBufferPointer<GlazeTouch>,
    of draw: PaintedDraw, _ kernels: UnsafePointer<GlazeKernels>)
}

/// A draw with its painter.
struct PaintedDraw {
  let draw: FramePlan.Draw
  let kind: any PaintedInstance.Type
  /// The plan's instances of the kind.
  let instances: UnsafeRawPointer?

  func instances<Instance: PaintedInstance>(_: Instance.Type) -> UnsafePointer<Instance> {
    instances.unsafelyUnwrapped.assumingMemoryBound(to: Instance.self)
  }
}

extension PaintedInstance {
  static func rows(of instance: UnsafePointer<Self>, height: Int) -> Pixels {
    let polygon = instance.pointee.polygon
    return ScanPolygon.rows(polygon.0, polygon.1, height: height)
  }

  static func paint(
    _ items: UnsafeBufferPointer<GlazeItem>, of draw: UnsafePointer<PaintedDraw>, rows: Pixels,
    by painter: Painter
  ) {
    let instances = draw.pointee.instances(Self.self)
    for item in items {
      paint(instances + Int(item.instance), of: draw.pointee.draw, rows: rows, by: painter)
    }
  }

  static func touch(
    _ bands: Bands, _ first: GlazeItem, _ touches: UnsafeMutableBufferPointer<GlazeTouch>,
    of draw: PaintedDraw, _ kernels: UnsafePointer<GlazeKernels>
  ) {
    let instances = draw.instances(Self.self) + Int(first.instance)
    for offset in touches.indices {
      let item = GlazeItem(draw: first.draw, instance: first.instance + Int32(offset))
      var touch = GlazeTouch(item: item, firstBand: 0, lastBand: -1)
      let instance = instances + offset
      if isFinite(instance) {
        let rows = rows(of: instance, height: bands.height)
        if !rows.isEmpty {
          touch.firstBand = Int32(truncatingIfNeeded: bands.band(of: rows.start))
          touch.lastBand = Int32(truncatingIfNeeded: bands.band(of: rows.end - 1))
        }
      }
      touches.initializeElement(at: offset, to: touch)
    }
  }
}

/// The kinds that are painted: all of `FramePlan.Kind`.
///
/// This is a list, since a dynamic cast is slower, and fails in a library that is statically linked
/// with Swift's runtime.
private let paintedKinds: [any PaintedInstance.Type] = [
  BlurInstance.self, BoxInstance.self, CheckerboardInstance.self, ColorMatrixInstance.self,
  CompositeInstance.self, CoverageInstance.self, GradientInstance.self, ImageInstance.self,
  MaskedGradientInstance.self, MaskedImageInstance.self, ParticleInstance.self,
  RectangleInstance.self, ShadowInstance.self,
]

extension FramePlan {
  /// Returns the plan's draws, each with its painter, for as long as the plan lives.
  func paintedDraws() -> [PaintedDraw] {
    var kinds: [(kind: any PaintedInstance.Type, instances: UnsafeRawPointer?)] = []
    var painted: [PaintedDraw] = []
    painted.reserveCapacity(draws.count)
    for draw in draws {
      let instance = draw.kind.instance
      let known = kinds.first { $0.kind == instance }
      // The storage of a list does not move while the plan lives, as for every constant array that
      // is passed to C.
      let found =
        known ?? (painter(of: instance), instance.withBytes(of: self) { $0.baseAddress })
      if known == nil { kinds.append(found) }
      painted.append(PaintedDraw(draw: draw, kind: found.kind, instances: found.instances))
    }
    return painted
  }

  private func painter(of instance: any PlanInstance.Type) -> any PaintedInstance.Type {
    let kind = paintedKinds.first { ObjectIdentifier($0) == ObjectIdentifier(instance) }
    guard let kind else { preconditionFailure("nothing paints a \(instance.name)") }
    return kind
  }
}
