import Examples
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazeLowering
import GlazePlan
import GlazeScene
import Testing

/// Scenes of screen size, drawn by OpenGL in a first frame, when no shader program exists, and in a
/// third.
///
/// The shader programs of a scene depend on its size and on the existing programs. Scenes are drawn
/// in both cases until every program that any of them uses at this size has been compared with the
/// CPU backend; a scene that uses no further program is not drawn.
@Suite struct LargeSceneTests {
  /// A scene, and the time that is drawn.
  struct Scene: Sendable, CustomTestStringConvertible {
    var name: String
    var time = 0.0
    var tolerance = ImageTolerance.otherArithmetic
    var make: @Sendable () throws -> Shown

    /// Layers, and the options for drawing them at screen size.
    struct Shown {
      var root: CALayer
      var options: RenderOptions

      init(_ root: CALayer, _ options: RenderOptions) {
        self.root = root
        self.options = options
        self.options.size = CGSize(width: 1920, height: 1080)
      }
    }

    var testDescription: String { name }

    /// - Parameter path: a path in `Tests/Scenes`.
    init(_ path: String) {
      name = path
      make = {
        let document = try SceneLibrary.document(path)
        return Shown(document.rootLayer, document.renderOptions)
      }
      if path.hasPrefix("particles/") {
        time = 4
        tolerance = ImageTolerance(
          deviation: 8, outliers: 0.001, because: "many layers of roundings")
      }
    }

    init(_ example: Example) {
      (name, time) = ("examples/\(example.name)", example.time)
      make = { Shown(example.make(), RenderOptions(background: .white)) }
      // Pixels on the seam of a conic gradient may fall on either side.
      tolerance.outliers = 0.002
    }

    static let all =
      ["browser", "effects", "masks", "switches", "particles"].flatMap { folder in
        SceneLibrary.names(in: folder, ending: ".json").map { Scene("\(folder)/\($0).json") }
      } + SceneLibrary.apple.map { Scene("apple/\($0).ca") }
      + [Scene("../../Examples/Showcase.ca")] + Example.all.map(Scene.init)

    func plan() throws -> FramePlan {
      let shown = try make()
      return try Renderer.plan(
        of: shown.root, options: shown.options, optimizations: .all, at: time)
    }

    /// Returns the shader programs that draw the scene in the first frame and in the third.
    func programs() throws -> Set<ProgramKey> {
      let plan = try plan()
      var residency = Residency()
      return try (0..<3).reduce(into: []) { programs, _ in
        programs.formUnion(try plan.lowered(for: .llvmpipe, &residency).programs)
      }
    }
  }

  /// The scenes that need a program which no earlier scene needs, and all programs of these scenes.
  static let chosen: (scenes: [Scene], programs: Set<ProgramKey>) = {
    var (scenes, programs): ([Scene], Set<ProgramKey>) = ([], [])
    for scene in Scene.all {
      guard let own = try? scene.programs(), !own.isSubset(of: programs) else { continue }
      programs.formUnion(own)
      scenes.append(scene)
    }
    return (scenes, programs)
  }()

  @Test(.needsGL, arguments: chosen.scenes) func looksAsOnTheCPU(scene: Scene) throws {
    let shown = try scene.make()
    func frames(
      _ backend: Renderer.Backend, _ count: Int, _ optimizations: Optimizations = .all
    ) throws -> [PixelBuffer] {
      let renderer = try RootRenderer(backend: backend, optimizations: optimizations).renderer
      let session = try RenderSession(shown.root, renderer: renderer, options: shown.options)
      return try (0..<count).map { _ in try session.frame(at: scene.time).pixels }
    }
    let expected = try frames(.software, 1)[0]
    // With damage, a frame that equals the previous one would draw nothing.
    let frames = try frames(.gl, 3, .all.subtracting(.damage))
    for (name, actual) in [("cold", frames[0]), ("warm", frames[2])] {
      let comparison = ImageComparison(expected, actual)
      if !comparison.isWithin(scene.tolerance) {
        let scene = scene.name.replacing("/", with: "-")
        try recordDifference(
          "\(scene).\(name)",
          "\(comparison.count(above: 2)) pixels differ by more than 2, most by \(comparison.largest)",
          expected: expected, actual: actual)
      }
    }
  }

  /// The shader programs of the benchmark scenes are among the compared ones.
  ///
  /// After adding variants of a shader program, add scenes that use them.
  @Test func programsOfPagesAreCompared() {
    let names = Set(Self.chosen.programs.map(\.description))
    for shape in ["SQUARE", "ROUND"] {
      for type in ["AXIAL", "RADIAL", "CONIC"] {
        for stops in 2...4 {
          #expect(names.contains("gradient SIMPLE \(shape) \(type) STOPS=\(stops)"))
        }
      }
    }
    // The showcase is one of the scenes.
    #expect(names.count >= 100)
    #expect(
      names.isSuperset(of: [
        "rectangle POINTS", "image SIMPLE ROUND UNTINTED MOVED",
        "gradient SIMPLE ROUND AXIAL STOPS=2 MOVED",
        "masked_image SIMPLE SQUARE UNTINTED AXIAL STOPS=3 TWICE",
      ]))
  }
}
