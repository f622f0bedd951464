import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

extension FramePlan {
  /// Throws when the plan refers to something that it lacks, so that execution need not look.
  func check() throws(SoftwareRendererError) {
    for (index, target) in targets.enumerated() {
      let sides = 1...SoftwareRenderer.largestSide
      guard sides.contains(target.width), sides.contains(target.height),
        target.width * target.height <= SoftwareRenderer.largestArea
      else {
        throw .targetSize(target: index, width: target.width, height: target.height)
      }
    }
    if let frame = targets.first, frame.format != .unorm8 { throw .frameFormat(frame.format) }
    var drawn = targets.map(\.isKept)
    for (index, pass) in passes.enumerated() {
      guard targets.indices.contains(pass.target) else {
        throw .brokenReference(pass: index, draw: nil, what: "target \(pass.target)")
      }
      guard pass.draws.lowerBound >= 0, pass.draws.upperBound <= draws.count else {
        throw .brokenReference(pass: index, draw: nil, what: "draws \(pass.draws)")
      }
      if pass.clearColor == nil && !drawn[pass.target] {
        throw .undrawnTarget(pass: index, draw: nil, target: pass.target)
      }
      for draw in pass.draws {
        try check(draw: draw, ofPass: index, drawn: drawn)
      }
      drawn[pass.target] = true
    }
  }

  private func check(
    draw index: Int, ofPass pass: Int, drawn: [Bool]
  ) throws(SoftwareRendererError) {
    let draw = draws[index]
    if case .image(let texture) = draw.kind, !textures.indices.contains(texture) {
      throw .brokenReference(pass: pass, draw: index, what: "texture \(texture)")
    }
    if case .maskedImage(let texture, let mask) = draw.kind {
      for number in [texture, mask ?? texture] {
        guard textures.indices.contains(number), textures[number].image.deepPixels == nil else {
          throw .brokenReference(pass: pass, draw: index, what: "texture \(number) of 8 bits")
        }
      }
    }
    if case .particle(let list) = draw.kind,
      list[0] < 0
        || !(0..<4).allSatisfy({
          list[$0] < textures.count
        })
    {
      throw .brokenReference(pass: pass, draw: index, what: "textures \(list)")
    }
    if case .coverage(let mask) = draw.kind {
      guard masks.indices.contains(mask),
        masks[mask].bytes.count == masks[mask].width * masks[mask].height
      else { throw .brokenReference(pass: pass, draw: index, what: "mask \(mask)") }
    }
    for target in draw.kind.sources {
      if !targets.indices.contains(target) || target == passes[pass].target {
        throw .brokenReference(pass: pass, draw: index, what: "target \(target)")
      }
      if !drawn[target] { throw .undrawnTarget(pass: pass, draw: index, target: target) }
    }
    if draw.blendMode != .sourceOver, !draw.addsUp {
      guard case .composite = draw.kind else {
        throw .unsupported(
          pass: pass, draw: index, what: "blend mode \(draw.blendMode), which only composites have")
      }
    }
    if draw.instances.lowerBound < 0 || draw.instances.upperBound > count(of: draw.kind) {
      throw .brokenReference(pass: pass, draw: index, what: "instances \(draw.instances)")
    }
    // They refer to nothing.
    if draw.kind == .rectangle { return }
    for instance in draw.instances {
      try check(instance: instance, of: draw.kind, draw: index, pass: pass)
    }
  }

  private func count(of kind: Kind) -> Int {
    switch kind {
    case .rectangle: rectangles.count
    case .box: boxes.count
    case .image, .picture: images.count
    case .maskedImage: maskedImages.count
    case .particle: particles.count
    case .composite: composites.count
    case .colorMatrix: colorMatrices.count
    case .blur: blurs.count
    case .shadow: shadows.count
    case .gradient: gradients.count
    case .coverage: coverages.count
    }
  }

  private func check(
    instance: Int, of kind: Kind, draw: Int, pass: Int
  ) throws(SoftwareRendererError) {
    let params: SIMD4<Float>
    switch kind {
    case .rectangle: return
    case .box: params = boxes[instance].params
    case .image, .picture: params = images[instance].params
    case .maskedImage(_, let mask):
      params = maskedImages[instance].params
      let isGradient = params.x >= 1 && params.x <= 3 && params.w >= 2 && params.w <= 4
      if mask == nil ? !isGradient : params.x != 0 {
        throw .brokenReference(pass: pass, draw: draw, what: "a mask of kind \(params.x)")
      }
    case .particle(let list):
      params = particles[instance].params
      if !(params.w >= 0 && params.w < 4) || list[Int(params.w)] < 0 {
        throw .brokenReference(
          pass: pass, draw: draw, what: "the texture number \(params.w) of its draw")
      }
    case .composite: params = composites[instance].params
    case .colorMatrix: params = colorMatrices[instance].params
    case .shadow: params = shadows[instance].params
    case .coverage: params = coverages[instance].params
    case .gradient:
      params = gradients[instance].params
      let range = gradients[instance].stops
      if !(range.x >= 0 && range.y >= 1 && range.x + range.y <= Float(stops.count)) {
        throw .brokenReference(
          pass: pass, draw: draw, what: "stops from \(range.x), \(range.y) of them")
      }
    case .blur:
      try check(blurs[instance], draw: draw, pass: pass)
      return
    }
    // What is not a number is drawn as nothing.
    if params.y < 0 || params.z < 0 || params.y + params.z > Float(clips.count) {
      throw .brokenReference(
        pass: pass, draw: draw, what: "clips from \(params.y), \(params.z) of them")
    }
  }

  private func check(
    _ blur: BlurInstance, draw: Int, pass: Int
  ) throws(SoftwareRendererError) {
    let direction = SIMD2(blur.source.z, blur.source.w)
    if direction != SIMD2(1, 0) && direction != SIMD2(0, 1) {
      throw .unsupported(
        pass: pass, draw: draw,
        what: "a blur in direction (\(direction.x), \(direction.y)) instead of (1, 0) or (0, 1)")
    }
    if !(blur.params.w >= 0 && blur.params.w <= Float(SoftwareRenderer.largestSide)) {
      throw .unsupported(
        pass: pass, draw: draw,
        what: "a blur with \(blur.params.w) taps, more than \(SoftwareRenderer.largestSide)")
    }
  }
}
