import CGlazeShaders
import GlazePlan

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
    var drawn = [Bool](repeating: false, count: targets.count)
    for (index, pass) in passes.enumerated() {
      guard targets.indices.contains(pass.target) else {
        throw .brokenReference(pass: index, draw: nil, what: "target \(pass.target)")
      }
      guard pass.draws.lowerBound >= 0, pass.draws.upperBound <= draws.count else {
        throw .brokenReference(pass: index, draw: nil, what: "draws \(pass.draws)")
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
    let count: Int
    switch draw.kind {
    case .box: count = boxes.count
    case .image(let texture):
      count = images.count
      if !textures.indices.contains(texture) {
        throw .brokenReference(pass: pass, draw: index, what: "texture \(texture)")
      }
    case .composite(let target):
      count = composites.count
      if !targets.indices.contains(target) || target == passes[pass].target {
        throw .brokenReference(pass: pass, draw: index, what: "target \(target)")
      }
      if !drawn[target] { throw .undrawnTarget(pass: pass, draw: index, target: target) }
    }
    if draw.instances.lowerBound < 0 || draw.instances.upperBound > count {
      throw .brokenReference(pass: pass, draw: index, what: "instances \(draw.instances)")
    }
    for instance in draw.instances {
      let params =
        switch draw.kind {
        case .box: boxes[instance].params
        case .image: images[instance].params
        case .composite: composites[instance].params
        }
      // What is not a number is drawn as nothing.
      if params.y < 0 || params.z < 0 || params.y + params.z > Float(clips.count) {
        throw .brokenReference(
          pass: pass, draw: index, what: "clips from \(params.y), \(params.z) of them")
      }
    }
  }
}
