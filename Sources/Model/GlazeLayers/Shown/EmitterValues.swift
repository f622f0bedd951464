import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeTree

// The values of emitters, as drawn: finite, without cycles of cells, and flat.

extension LayerEmitter {
  /// The limits on the nesting of cells and on their number.
  package static let depthLimit = 8
  package static let cellLimit = 256

  /// Creates the values; nil for a layer that emits nothing.
  package init?(_ layer: borrowing EmitterRecord) {
    let own = layer.cells
    if own.isEmpty { return nil }
    var list = CellList(own)
    list.appendDescendants()
    self.init(cells: list.cells, ownCells: list.ownCells, contents: list.contents)
    cellNames = own.prefix(ownCells).map(\.name)
    birthRate = layer.shownBirthRate
    lifetime = max(0, Self.finite(Double(layer.lifetime)))
    velocity = Self.finite(Double(layer.velocity))
    scale = Self.finite(Double(layer.scale))
    spin = Self.finite(Double(layer.spin))
    spinBias = Self.finite(Double(layer.spinBias))
    position = layer.shownPosition
    size = layer.shownSize
    shape = Self.shapes[layer.emitterShape.rawValue] ?? .point
    mode = Self.modes[layer.emitterMode.rawValue] ?? .volume
    renderMode = Self.renderModes[layer.renderMode.rawValue] ?? .unordered
    blendMode = BlendMode(filterType: layer.renderMode.rawValue) ?? .sourceOver
    outline = layer.emitterPath.map(Self.corners) ?? []
    let known = (layer.emitterBehaviors ?? []).compactMap { $0 as? CAEmitterBehavior }
    behaviors = known.filter(\.isEnabled).compactMap(EmitterBehavior.init)
    cullRect = layer.cullRect.isEmpty ? nil : layer.cullRect
    seed = layer.seed
  }

  package static func finite(_ value: Double, or other: Double = 0) -> Double {
    value.isFinite ? value : other
  }

  package static func finite(_ value: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(finite(value.x), finite(value.y), finite(value.z))
  }

  /// Returns the unsupported features that a layer's cells request.
  package static func problems(of layer: EmitterRecord) -> [UndrawnFeature] {
    var list = CellList(layer.cells)
    list.appendDescendants()
    var result = list.problems
    for case let behavior as CAEmitterBehavior in layer.emitterBehaviors ?? [] {
      if let problem = EmitterBehavior.problem(of: behavior), !result.contains(problem) {
        result.append(problem)
      }
    }
    return result
  }

  /// Returns the corners of a path's subpaths, with curves divided into short lines.
  private static func corners(_ path: CGPath) -> [[SIMD2<Double>]] {
    var lines = PathCorners()
    path.applyWithBlock { lines.add($0.pointee) }
    return lines.subpaths.filter { line in line.allSatisfy { $0.x.isFinite && $0.y.isFinite } }
  }
}

extension LayerEmitter {
  // Names are looked up once: an emitter is read again for each frame that animates it.
  fileprivate static let shapes = byName(Shape.self)
  fileprivate static let modes = byName(Mode.self)
  fileprivate static let renderModes = byName(RenderMode.self)

  private static func byName<Case: CaseIterable>(_ type: Case.Type) -> [String: Case] {
    Dictionary(uniqueKeysWithValues: type.allCases.map { ("\($0)", $0) })
  }
}

/// Collects cells, breadth first.
private struct CellList {
  var cells: [EmitterCell] = []
  var contents: [ParticleContents] = []
  var problems: [UndrawnFeature] = []
  let ownCells: Int
  private var pending: [(cell: CellRecord, depth: Int)] = []

  init(_ own: [CellRecord]) {
    ownCells = min(own.count, LayerEmitter.cellLimit)
    for cell in own.prefix(ownCells) { append(cell, depth: 1) }
    if own.count > ownCells { problems.append(.tooManyCells(limit: LayerEmitter.cellLimit)) }
  }

  private mutating func append(_ cell: CellRecord, depth: Int) {
    cells.append(EmitterCell(cell))
    cells[cells.count - 1].contents = slot(cell)
    pending.append((cell, depth))
  }

  mutating func appendDescendants() {
    var index = 0
    while index < pending.count {
      let (cell, depth) = pending[index]
      let first = Int32(cells.count)
      for child in cell.emitterCells ?? [] {
        if depth == LayerEmitter.depthLimit {
          note(.cellsTooDeep(limit: LayerEmitter.depthLimit))
        } else if cells.count == LayerEmitter.cellLimit {
          note(.tooManyCells(limit: LayerEmitter.cellLimit))
        } else {
          append(child.cell, depth: depth + 1)
        }
      }
      cells[index].children = first..<Int32(cells.count)
      index += 1
    }
  }

  private mutating func note(_ problem: UndrawnFeature) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Returns the index of the first image that a cell's particles show in turn.
  private mutating func slot(_ cell: CellRecord) -> Int32 {
    guard let shown = ParticleContents(cell) else { return -1 }
    let frames = shown.frames(of: cell)
    if let index = contents.indices.first(where: { contents[$0...].starts(with: frames) }) {
      return Int32(index)
    }
    contents += frames
    return Int32(contents.count - frames.count)
  }
}

extension EmitterCell {
  fileprivate init(_ cell: CellRecord) {
    self.init()
    func finite(_ value: CGFloat) -> Double { LayerEmitter.finite(value.native) }
    func finite(_ value: Float) -> Double { LayerEmitter.finite(Double(value)) }
    birthRate = cell.shownBirthRate
    // An infinite lifetime is allowed.
    let mean = Double(cell.lifetime)
    lifetime = Spread(mean == .infinity ? mean : finite(mean), range: finite(cell.lifetimeRange))
    latitude = finite(cell.emissionLatitude)
    longitude = finite(cell.emissionLongitude)
    coneAngle = finite(cell.emissionRange)
    velocity = Spread(finite(cell.velocity), range: finite(cell.velocityRange))
    acceleration = SIMD3(
      finite(cell.xAcceleration), finite(cell.yAcceleration), finite(cell.zAcceleration))
    scale = Spread(finite(cell.scale), range: finite(cell.scaleRange))
    scaleSpeed = finite(cell.scaleSpeed)
    spin = Spread(
      finite(cell.spin) + (cell.number(forKey: "spinBias") ?? 0), range: finite(cell.spinRange))
    rotation = Spread(
      cell.number(forKey: "rotation") ?? 0, range: cell.number(forKey: "rotationRange") ?? 0)
    mass = Spread(cell.number(forKey: "mass") ?? 1, range: cell.number(forKey: "massRange") ?? 0)
    if cell.text(forKey: "particleType") != "sprite" {
      orientation.latitude = cell.number(forKey: "orientationLatitude") ?? 0
      orientation.longitude = cell.number(forKey: "orientationLongitude") ?? 0
      orientation.coneAngle = cell.number(forKey: "orientationRange") ?? 0
    }
    frames.count = Int32(cell.frameCount)
    frames.perSecond = cell.number(forKey: "contentsFramesPerSecond") ?? 0
    frames.isRandom = cell.text(forKey: "contentsFrameMode") == "random"
    beginTime = LayerEmitter.finite(cell.timing.beginTime)
    duration = cell.timing.emissionTime
    speed = finite(cell.timing.speed)
    timeOffset = LayerEmitter.finite(cell.timing.timeOffset)
    color = cell.color?.shown ?? .one
    colorRange = SIMD4(cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange).finite
    colorSpeed = SIMD4(cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed).finite
  }
}

extension MediaTiming {
  /// The duration of a cell's emission, in its own time: runs follow one another without a pause.
  fileprivate var emissionTime: Double {
    if repeatDuration > 0 { return repeatDuration }
    guard duration > 0 else { return .infinity }
    let runs = Double(repeatCount > 0 ? repeatCount : 1) * (autoreverses ? 2 : 1)
    return duration * runs
  }
}

extension ParticleContents {
  /// Creates the values; nil for a cell whose particles show nothing.
  fileprivate init?(_ cell: CellRecord) {
    let rect = cell.contentsRect
    guard let image = CGImage.shown(cell.contents), rect.origin.x.isFinite, rect.origin.y.isFinite,
      rect.size.width.isFinite, rect.size.height.isFinite, rect.size.width != 0,
      rect.size.height != 0
    else { return nil }
    let scale = cell.contentsScale.native
    let bias = cell.minificationFilterBias
    self.init(
      image: image, rect: rect, scale: scale > 0 && scale.isFinite ? scale : 1,
      minification: TextureFilter(CALayerContentsFilter(rawValue: cell.minificationFilter)),
      magnification: TextureFilter(CALayerContentsFilter(rawValue: cell.magnificationFilter)),
      minificationBias: bias.isFinite ? bias : 0)
  }
}

extension ParticleContents {
  /// Returns the images of a cell's sprite sheet, row by row; one image if it is not a sprite
  /// sheet.
  fileprivate func frames(of cell: CellRecord) -> [ParticleContents] {
    let count = cell.frameCount
    guard count > 1 else { return [self] }
    let given = cell.number(forKey: "contentsFramesPerRow") ?? 0
    let columns = given >= 1 ? Int(clamping: min(given.rounded(), Double(count))) : count
    let rows = (count + columns - 1) / columns
    var (size, top) = (rect.size, rect.minY)
    // The cell's part of the image is one frame, or the whole sheet.
    if rect == CGRect(x: 0, y: 0, width: 1, height: 1) {
      size = CGSize(width: 1 / CGFloat(columns), height: 1 / CGFloat(rows))
      top = 1 - size.height
    }
    return (0..<count).map { index in
      var frame = self
      frame.rect = CGRect(
        x: rect.minX + CGFloat(index % columns) * size.width,
        y: rect.minY + CGFloat(index / columns) * size.height, width: size.width,
        height: size.height)
      frame.rectWithYUp = CGRect(
        x: frame.rect.minX, y: top - CGFloat(index / columns) * size.height, width: size.width,
        height: size.height)
      return frame
    }
  }
}

extension CAEmitterCell {
  /// Keys that Apple's own files use and its headers do not; readers of files retain them.
  package static let privateKeys: Set<String> = [
    "particleType", "orientationRange", "orientationLongitude", "orientationLatitude", "rotation",
    "rotationRange", "spinBias", "mass", "massRange", "contentsFrameCount", "contentsFrameMode",
    "contentsFramesPerRow", "contentsFramesPerSecond",
  ]
}

extension CellRecord {
  /// The maximum number of images in a sprite sheet.
  private static let frameLimit = 1024

  /// The number of images that the particles show in turn.
  fileprivate var frameCount: Int {
    let count = number(forKey: "contentsFrameCount") ?? 1
    return Int(clamping: min(max(count, 1), Double(Self.frameLimit)))
  }

  fileprivate func text(forKey key: String) -> String? { custom[key] as? String }

  /// Returns a number that was set for a key that is not a property.
  fileprivate func number(forKey key: String) -> Double? {
    custom[key].flatMap(PropertyValue.number)
  }

  /// The rate at which particles are born: none while the cell is disabled.
  package var shownBirthRate: Double {
    isEnabled ? max(0, LayerEmitter.finite(Double(birthRate))) : 0
  }
}

extension EmitterRecord {
  /// The values of the layer's own cells.
  package var cells: [CellRecord] { animatedCells ?? (emitterCells ?? []).map(\.cell) }

  package var shownBirthRate: Double { max(0, LayerEmitter.finite(Double(birthRate))) }

  package var shownPosition: SIMD3<Double> {
    LayerEmitter.finite(
      SIMD3(emitterPosition.x.native, emitterPosition.y.native, emitterZPosition.native))
  }

  package var shownSize: SIMD3<Double> {
    LayerEmitter.finite(
      SIMD3(emitterSize.width.native, emitterSize.height.native, emitterDepth.native))
  }

  /// Replaces a value of the first own cell with a name by an animated value.
  ///
  /// - Returns: Whether the value is drawn.
  package mutating func show(_ value: PropertyValue, _ path: String, ofCell name: String?) -> Bool {
    var cells = cells
    guard let index = cells.firstIndex(where: { $0.name == name }) else { return false }
    if CAEmitterCell.privateKeys.contains(path) {
      cells[index].custom[path] = value.boxed(as: .double)
    } else {
      guard let property = PropertyTable.emitterCell[path], case .cell(let show)? = property.show,
        let value = value.converted(to: property.kind), show(&cells[index], value)
      else { return false }
    }
    animatedCells = cells
    return true
  }
}

extension PropertyValue {
  /// Returns a finite number that was set for a key that is not a property, also as a string.
  fileprivate static func number(_ value: Any) -> Double? {
    let number = (value as? String).flatMap(Double.init) ?? double(of: value)
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension SIMD4<Float> {
  /// The value, with 0 for components that are not finite.
  fileprivate var finite: SIMD4<Float> {
    SIMD4((0..<4).map { self[$0].isFinite ? self[$0] : 0 })
  }
}
