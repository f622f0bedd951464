import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import Testing

/// Plans that are empty, unusual or invalid.
@Suite struct RobustnessTests {
  @Test func emptyPassesClear() throws {
    let plan = FramePlan(width: 3, height: 2, clear: SIMD4(0.2, 0.4, 0.6, 1))
    let image = try render(plan)
    #expect(image.width == 3 && image.height == 2)
    #expect((0..<6).allSatisfy { image.pixel($0 % 3, $0 / 3) == SIMD4(51, 102, 153, 255) })
  }

  @Test func framesThatNoPassDrawsAreTransparent() throws {
    var plan = FramePlan(width: 3, height: 2, clear: .white)
    plan.passes = []
    #expect(try render(plan).bytes == [UInt8](repeating: 0, count: 24))
    plan.targets = []
    #expect(try render(plan).bytes.isEmpty)
  }

  @Test(arguments: [1, 2, 7, 8, 9])
  func smallTargets(size: Int) throws {
    var plan = FramePlan(width: size, height: size)
    var shape = Shape(matrix: .rotation(0.3, at: 0, 0), half: SIMD2(50, 50))
    shape.corners = SIMD4(repeating: 10)
    plan.add(BoxInstance(shape, fill: .white, border: .black, width: 2))
    #expect(try render(plan).area == Double(size * size))
  }

  @Test(arguments: 0..<40)
  func numbersThatAreNotFiniteDrawNothing(word: Int) throws {
    for value in [Float.nan, .infinity, -.infinity] {
      var plan = FramePlan(width: 16, height: 16)
      plan.add(BoxInstance(.rectangle(2, 2, 10, 10), fill: .white))
      plan.boxes.withUnsafeMutableBytes {
        $0.storeBytes(of: value, toByteOffset: word * 4, as: Float.self)
      }
      let isCount = word == 37 || word == 38
      // A negative or infinite number of clips is an invalid reference, and is reported as one.
      if isCount && !value.isNaN { continue }
      #expect(try render(plan).area == 0, "word \(word): \(value)")
    }
  }

  @Test(arguments: 0..<20)
  func clipsThatAreNotFiniteLetNothingThrough(word: Int) throws {
    var plan = FramePlan(width: 16, height: 16)
    plan.clips = [Shape.rectangle(0, 0, 16, 16).box]
    plan.add(BoxInstance(.rectangle(2, 2, 10, 10), fill: .white, clips: 0..<1))
    #expect(try render(plan).area == 100)
    plan.clips.withUnsafeMutableBytes {
      $0.storeBytes(of: .nan, toByteOffset: word * 4, as: Float.self)
    }
    #expect(try render(plan).area == 0)
    #expect(try render(plan, shortCuts: false).area == 0)
  }

  @Test func colorsOutsideTheirRangeAreLimited() throws {
    var plan = FramePlan(width: 8, height: 8, clear: SIMD4(-1, 2, 0.5, 1))
    plan.add(BoxInstance(.rectangle(0, 0, 4, 8), fill: SIMD4(3, -4, 0, 1)))
    let image = try render(plan)
    #expect(image.pixel(2, 2) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(6, 2) == SIMD4(0, 255, 128, 255))
  }

  @Test func brokenPlansAreRefused() throws {
    let good: FramePlan = {
      var plan = FramePlan(width: 8, height: 8)
      plan.add(BoxInstance(.rectangle(2, 2, 4, 4), fill: .white))
      return plan
    }()
    func error(_ change: (inout FramePlan) -> Void) -> SoftwareRendererError? {
      var plan = good
      change(&plan)
      do {
        _ = try SoftwareRenderer(threads: 1).execute(plan)
        return nil
      } catch {
        return error
      }
    }
    #expect(error { _ in } == nil)
    #expect(
      error { $0.targets[0].width = 100_000 }
        == .targetSize(target: 0, width: 100_000, height: 8))
    #expect(error { $0.targets[0].height = 0 } == .targetSize(target: 0, width: 8, height: 0))
    #expect(
      error { $0.passes[0].target = 3 }
        == .invalidPlan(.brokenReference(pass: 0, draw: nil, what: "target 3")))
    #expect(
      error { $0.draws[0].instances = 0..<2 }
        == .invalidPlan(.brokenReference(pass: 0, draw: 0, what: "instances 0..<2")))
    #expect(
      error { $0.draws[0].kind = .image(texture: 0) }
        == .invalidPlan(.brokenReference(pass: 0, draw: 0, what: "texture 0")))
    #expect(
      error { $0.draws[0].kind = .composite(target: 0, mask: nil) }
        == .invalidPlan(.brokenReference(pass: 0, draw: 0, what: "target 0")))
    #expect(
      error {
        $0.targets.append($0.targets[0])
        $0.composites = [CompositeInstance()]
        $0.draws[0].kind = .composite(target: 1, mask: nil)
      } == .invalidPlan(.undrawnTarget(pass: 0, draw: 0, target: 1)))
    #expect(error { $0.boxes[0].params.z = 1 }?.description.contains("clips") == true)
  }
}
