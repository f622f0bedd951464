import CGlazeKernels
import CGlazeShaders
import Foundation
import GlazePlan
import GlazeTree

// What reads other targets, and what computes its colours.
extension Painter {
  // MARK: Targets laid over

  func paint(picture: UnsafePointer<ImageInstance>, of source: TargetSurface, rows: Pixels) {
    let level = GlazeLevel(
      pixels: source.pixels, width: Int32(source.width), height: Int32(source.height),
      planes: source.planes, stride: Int32(source.stride))
    withUnsafePointer(to: level) { level in
      let texture = GlazeTexture(
        levels: level, levelCount: 1, minification: Int32(TextureFilter.linear.rawValue),
        magnification: Int32(TextureFilter.linear.rawValue), isPicture: true)
      withUnsafePointer(to: texture) { paint(image: picture, texture: $0, rows: rows) }
    }
  }

  func paint(
    composite: CompositeInstance, source: Int, mask: Int?, mode: BlendMode, rows: Pixels
  ) {
    let rows = ScanPolygon.rows(composite.quad01, composite.quad23, height: surface.height)
      .intersection(rows)
    if rows.isEmpty { return }
    withSource(source, rows: rows.moved(to: composite.source)) { source in
      guard let mask, composite.mask.z > 0 else {
        return paint(composite: composite, source: source, mask: nil, mode: mode, rows: rows)
      }
      withSource(mask, rows: rows.moved(to: composite.mask)) { mask in
        paint(composite: composite, source: source, mask: mask, mode: mode, rows: rows)
      }
    }
  }

  private func paint(
    composite: CompositeInstance, source: TargetSurface, mask: TargetSurface?, mode: BlendMode,
    rows: Pixels
  ) {
    let isMasked = mask != nil
    var prepared = GlazeComposite(
      source: GlazeLayer(source, at: composite.source),
      mask: GlazeLayer(mask ?? source, at: composite.mask), isMasked: isMasked,
      opacity: composite.source.z, mode: Int32(mode.rawValue))
    // Outside of the source there is nothing to lay over; but it may take away what is there.
    var columns = Pixels(0, surface.width)
    var rows = rows
    if mode == .sourceOver {
      for layer in isMasked ? [prepared.source, prepared.mask] : [prepared.source] {
        columns = columns.intersection(Pixels(Int(layer.x), Int(layer.x + layer.surface.width)))
        rows = rows.intersection(Pixels(Int(layer.y), Int(layer.y + layer.surface.height)))
      }
    }
    let quad = (composite.quad01, composite.quad23)
    paint(quad, composite.params, rows: rows, columns: columns) { run, clips in
      kernels.composite(&run, &prepared, clips)
    }
  }

  func paint(colorMatrix: ColorMatrixInstance, source: Int, rows: Pixels) {
    let rows = ScanPolygon.rows(colorMatrix.quad01, colorMatrix.quad23, height: surface.height)
      .intersection(rows)
    if rows.isEmpty { return }
    withSource(source, rows: rows.moved(to: colorMatrix.source)) { source in
      var prepared = GlazeMatrix(
        source: GlazeLayer(source, at: colorMatrix.source), red: colorMatrix.red,
        green: colorMatrix.green, blue: colorMatrix.blue, alpha: colorMatrix.alpha,
        bias: colorMatrix.bias, opacity: colorMatrix.source.z)
      let quad = (colorMatrix.quad01, colorMatrix.quad23)
      let columns = Pixels(0, surface.width)
      paint(quad, colorMatrix.params, rows: rows, columns: columns) { run, clips in
        kernels.matrix(&run, &prepared, clips)
      }
    }
  }

  func paint(coverage: CoverageInstance, mask: FramePlan.Mask, rows: Pixels) {
    let limit = Float(2 * SoftwareRenderer.largestSide)
    mask.bytes.withUnsafeBufferPointer { bytes in
      var prepared = GlazeMask(
        bytes: bytes.baseAddress, width: Int32(mask.width), height: Int32(mask.height),
        x: Int32(max(-limit, min(limit, coverage.source.x))),
        y: Int32(max(-limit, min(limit, coverage.source.y))), color: coverage.color)
      let columns = Pixels(Int(prepared.x), Int(prepared.x) + mask.width)
      let rows = rows.intersection(Pixels(Int(prepared.y), Int(prepared.y) + mask.height))
      let polygon = ScanPolygon(coverage.quad01, coverage.quad23, surface)
      guard takesShortCuts, coverage.params.z == 0, polygon.isUpright else {
        let quad = (coverage.quad01, coverage.quad23)
        paint(quad, coverage.params, rows: rows, columns: columns) { run, clips in
          kernels.coverage(&run, 1, &prepared, clips)
        }
        return
      }
      let touched = polygon.rows.intersection(rows)
      if touched.isEmpty { return }
      let pixels = polygon.pixels(row: touched.start).intersection(columns)
      if pixels.isEmpty { return }
      var run = run(row: touched.start, pixels)
      kernels.coverage(
        &run, Int32(touched.count), &prepared, GlazeClips(shapes: nil, count: 0))
    }
  }

  // MARK: Blurs

  func paint(blur: BlurInstance, source: TargetSurface, rows: Pixels) {
    let polygon = ScanPolygon(blur.quad01, blur.quad23, surface)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty { return }
    let isAcross = blur.source.z > 0
    // No texel lies further from a pixel: also one far outside of a small source reaches into it.
    let limit = isAcross ? max(surface.width, source.width) : max(surface.height, source.height)
    let weights = Self.weights(blur, limit: limit)
    let runs = (touched.start..<touched.end).map { run(row: $0, polygon.pixels(row: $0)) }
    let taps = weights.count - 1
    let block = Int(GlazeBlurBlock)
    let size =
      isAcross
      ? surface.width + 2 * taps + 2 * block
      : (runs.count + 2 * taps) * Int(GlazeBlurColumns) + runs.count * block
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 4 * size)
    defer { scratch.deallocate() }
    weights.withUnsafeBufferPointer { weights in
      var prepared = GlazeBlur(
        source: GlazeLayer(source, at: blur.source), weights: weights.baseAddress,
        taps: Int32(taps))
      if isAcross {
        for var run in runs where run.start < run.end {
          kernels.blurAcross(&run, &prepared, scratch)
        }
      } else {
        kernels.blurDown(runs, Int32(runs.count), &prepared, scratch)
      }
    }
  }

  /// The weight of the middle, and of each tap to either side; with the other side they make 1.
  private static func weights(_ blur: BlurInstance, limit: Int) -> [Float] {
    let falloff = -0.5 / (blur.params.x * blur.params.x)
    var weights: [Float] = [1]
    var total: Float = 1
    for tap in 1..<Int(blur.params.w) + 1 {
      let weight = exp(falloff * Float(tap * tap))
      // Beyond 13 standard deviations.
      if !(weight > 1e-37) { break }
      total += 2 * weight
      if tap < limit { weights.append(weight) }
    }
    return weights.map { $0 / total }
  }

  // MARK: Shadows and gradients

  func paint(shadow: UnsafePointer<ShadowInstance>, rows: Pixels) {
    var prepared = GlazeShadow()
    glaze_prepare_shadow(&prepared, shadow, plan.shadowTexels.baseAddress, !takesShortCuts)
    prepared.isGrid = shadow.pointee.readsGrid
    let quad = (shadow.pointee.quad01, shadow.pointee.quad23)
    let columns = Pixels(0, surface.width)
    paint(quad, shadow.pointee.params, rows: rows, columns: columns) { run, clips in
      kernels.shadow(&run, &prepared, clips)
    }
  }

  func paint(gradient: UnsafePointer<GradientInstance>, rows: Pixels) {
    var prepared = GlazeGradient()
    glaze_prepare_gradient(
      &prepared, gradient, plan.prepared.stops.baseAddress, !takesShortCuts)
    let stops = UnsafeBufferPointer(start: prepared.stops, count: Int(prepared.count))
    if stops.contains(where: { !($0.color * 0 == .zero && $0.place.isFinite) }) { return }
    let quad = (gradient.pointee.quad01, gradient.pointee.quad23)
    let shape = gradient.pointee.shape
    paint(quad, shape, gradient.pointee.params, rows: rows) { run, clips, isFull in
      kernels.gradient(&run, &prepared, clips, isFull)
    }
  }
}

extension Pixels {
  /// Rows of a target in those of a source that lies at `origin`: texel = pixel - xy.
  fileprivate func moved(to origin: SIMD4<Float>) -> Pixels {
    let y = Int(GlazeLayer.place(origin.y))
    return Pixels(start - y, end - y)
  }
}

extension GlazeLayer {
  /// Of a coordinate of an origin; farther away than this nothing lies under a target.
  static func place(_ coordinate: Float) -> Int32 {
    let limit = Float(2 * SoftwareRenderer.largestSide)
    return Int32(max(-limit, min(limit, coordinate)))
  }

  /// - Parameter origin: x, y: texel = pixel - xy.
  init(_ surface: TargetSurface, at origin: SIMD4<Float>) {
    self.init(surface: surface.view, x: Self.place(origin.x), y: Self.place(origin.y))
  }
}
