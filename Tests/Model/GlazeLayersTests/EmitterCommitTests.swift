import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// The values that emitter layers are committed to.
@Suite struct EmitterCommitTests {
  private func cell(_ name: String = "a", rate: Float = 10) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = name
    cell.birthRate = rate
    cell.lifetime = 2
    return cell
  }

  private func emitter(_ cells: CAEmitterCell...) -> CAEmitterLayer {
    let layer = CAEmitterLayer()
    layer.emitterCells = cells
    return layer
  }

  @Test func layersWithoutCellsEmitNothing() {
    #expect(stillCommitter(root: emitter(), isGeometryFlipped: true).commit(at: 1).emitters.isEmpty)
  }

  @Test func valuesArriveFlat() throws {
    let (parent, child) = (cell("a"), cell("b", rate: 5))
    parent.emitterCells = [child]
    parent.beginTime = -15
    parent.redRange = 0.5
    parent.setValue("0.25", forKey: "rotationRange")
    let layer = emitter(parent, cell("c", rate: 7))
    layer.emitterShape = .sphere
    layer.renderMode = .additive
    layer.emitterZPosition = 3
    layer.seed = 9
    let shown = try #require(
      stillCommitter(root: layer, isGeometryFlipped: true).commit(at: 1.5).emitters.first)
    #expect(shown.cells.map(\.birthRate) == [10, 7, 5] && shown.ownCells == 2)
    #expect(shown.cells[0].children == 2..<3 && shown.cells[1].children.isEmpty)
    #expect(shown.cells[0].beginTime == -15 && shown.cells[0].rotation.range == 0.25)
    #expect(shown.cells[0].colorRange.x == 0.5 && shown.cells[0].duration == .infinity)
    #expect(shown.shape == .sphere && shown.blendMode == .plusLighter && shown.seed == 9)
    #expect(shown.position.z == 3 && shown.time == 1.5)
  }

  @Test func timesAreThoseOfTheLayer() throws {
    let root = CALayer()
    let layer = emitter(cell())
    root.addSublayer(layer)
    layer.beginTime = 2
    layer.speed = 3
    layer.timeOffset = 1
    let committer = stillCommitter(root: root, isGeometryFlipped: true)
    #expect(committer.commit(at: 0).emitters[0].time == 0)
    #expect(committer.sample(at: 4).emitters[0].time == 7)
    #expect(committer.sample(at: 3).emitters[0].time == 4)
    // A tree that shows another time counts as changed.
    committer.forgetChanges()
    #expect(committer.sample(at: 3).changes.nodes.isEmpty)
    #expect(committer.sample(at: 3.5).changes.nodes.contains(1))
    #expect(committer.nextChange(after: 1) == 2)
    #expect(committer.nextChange(after: 5) == 5)
  }

  @Test func changedCellsChangeTheirLayers() {
    let inner = cell("b")
    let outer = cell("a")
    outer.emitterCells = [inner]
    let layer = emitter(outer)
    let committer = stillCommitter(root: layer, isGeometryFlipped: true)
    _ = committer.commit(at: 1)
    layer.setValue(99, forKeyPath: "emitterCells.a.birthRate")
    inner.lifetime = 7
    let shown = committer.commit(at: 1).emitters
    #expect(shown.first?.cells.map(\.birthRate) == [99, 10])
    #expect(shown.first?.cells.last?.lifetime.mean == 7)
    outer.isEnabled = false
    #expect(committer.commit(at: 1).emitters.first?.cells.first?.birthRate == 0)
  }

  @Test func spinBiasesAreRead() {
    let cell = cell()
    cell.spin = 2
    cell.setValue("0.5", forKey: "spinBias")
    let layer = emitter(cell)
    layer.setValue(0.25, forKey: "spinBias")
    let committer = stillCommitter(root: layer, isGeometryFlipped: true)
    let shown = committer.commit(at: 1).emitters.first
    #expect(shown?.spinBias == 0.25)
    #expect(shown?.cells.first?.spin.mean == 2.5)
    #expect(committer.notices.isEmpty)
  }

  @Test func sheetsAreReadFromTheTop() throws {
    let cell = cell()
    cell.contents = try makeImage()
    cell.setValue(6, forKey: "contentsFrameCount")
    cell.setValue(2, forKey: "contentsFramesPerRow")
    let committer = stillCommitter(root: emitter(cell), isGeometryFlipped: true)
    let images = try #require(committer.commit(at: 1).emitters.first).contents
    #expect(images.count == 6)
    let third: CGFloat = 1.0 / 3
    for (index, image) in images.enumerated() {
      let row = CGFloat(index / 2)
      #expect(image.rect.minX == (index % 2 == 0 ? 0 : 0.5))
      #expect(abs(image.rect.minY - row * third) < 1e-12)
      // Where y points up, the first row is that with the greatest y.
      let up = try #require(image.rectWithYUp)
      #expect(abs(up.minY - (2 - row) * third) < 1e-12 && up.minX == image.rect.minX)
      #expect(up.size == image.rect.size)
    }
  }

  @Test func cellsInCirclesEnd() {
    let cell = cell()
    cell.emitterCells = [cell]
    let layer = emitter(cell)
    let committer = stillCommitter(root: layer, isGeometryFlipped: true)
    #expect((committer.commit(at: 1).emitters.first?.cells.count ?? 99) <= 16)
    #expect(committer.notices.map(\.feature).contains { "\($0)".contains("nest deeper") })
    cell.birthRate = 3
    cell.emitterCells = nil
  }

  @Test func numbersThatAreNoneAreReplaced() {
    let cell = cell(rate: -.infinity)
    cell.velocity = .nan
    cell.lifetime = .infinity
    cell.color = nil
    cell.duration = 0
    let layer = emitter(cell)
    layer.emitterPosition = CGPoint(x: CGFloat.nan, y: 4)
    let shown = stillCommitter(root: layer, isGeometryFlipped: true).commit(at: 1).emitters[0]
    #expect(shown.cells[0].birthRate == 0 && shown.cells[0].velocity.mean == 0)
    #expect(shown.cells[0].lifetime.mean == .infinity && shown.cells[0].color == .one)
    #expect(shown.cells[0].duration == .infinity && shown.position == SIMD3(0, 4, 0))
  }

  @Test func particlesThatKeepTheirDepthNeedNoPlane() {
    let layer = emitter(cell())
    layer.preservesDepth = true
    layer.backgroundColor = .black
    let tree = stillCommitter(root: layer, isGeometryFlipped: true).commit(at: 1)
    #expect(tree.nodes[0].flags.contains(.isTransformLayer) && tree.slots(of: 0).emitter == 0)
    #expect(tree.nodes[0].backgroundColor == .zero)
  }

  @Test func animatedCellsAreSampled() throws {
    let layer = emitter(cell("a"), cell("b"))
    let rate = CABasicAnimation(keyPath: "emitterCells.b.velocity")
    rate.fromValue = 0
    rate.toValue = 100
    rate.duration = 2
    layer.add(rate, forKey: nil)
    let position = CABasicAnimation(keyPath: "emitterPosition")
    position.fromValue = CGPoint(x: 0, y: 0)
    position.toValue = CGPoint(x: 50, y: 10)
    position.duration = 2
    layer.add(position, forKey: nil)
    let committer = stillCommitter(root: layer, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    let shown = committer.sample(at: 1).emitters[0]
    #expect(shown.cells.map(\.velocity.mean) == [0, 50])
    #expect(shown.position == SIMD3(25, 5, 0) && shown.time == 1)
    // Particles keep the position of their birth.
    let history = try #require(shown.history)
    #expect(history.start == 0 && history.samples.first?.position == .zero)
    let half = history.samples[Int(clamping: 0.5 / history.step)].position
    #expect(abs(half.x - 12.5) < 0.5 && history.samples[0].cellBirthRates == [10, 10])
    #expect(history.samples.count < 1100)
  }
}
