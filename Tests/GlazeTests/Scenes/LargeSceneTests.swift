import Examples
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazeLowering
import GlazePlan
import GlazeScene
import Testing

/// Scenes as large as a screen, drawn by OpenGL in a first frame, when no program is there, and in a third.
///
/// Which programs draw a scene follows from its size and from what is there. So scenes are drawn in
/// both cases until every program that any of them takes at this size has been compared with the CPU backend;
/// a scene that takes no other program than those before it is not drawn.
@Suite struct LargeSceneTests {
  /// A scene, and the moment that is drawn.
  struct Scene: Sendable, CustomTestStringConvertible {
    var name: String
    var time = 0.0
    var tolerance = PictureTolerance.otherArithmetic
    var make: @Sendable () throws -> Shown

    /// Layers, and how they become a picture of a screen.
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

    /// - Parameter path: In `Tests/Scenes`.
    init(_ path: String) {
      name = path
      make = {
        let document = try SceneLibrary.document(path)
        return Shown(document.rootLayer, document.renderOptions)
      }
      if path.hasPrefix("particles/") {
        time = 4
        tolerance = PictureTolerance(
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

    /// The programs that draw it in the first frame and in the third.
    func programs() throws -> Set<ProgramKey> {
      let plan = try plan()
      var residency = Residency()
      return try (0..<3).reduce(into: []) { programs, _ in
        programs.formUnion(try plan.lowered(for: .llvmpipe, &residency).programs)
      }
    }
  }

  /// Those that need a program which none before them needs, and all programs that these need.
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
    // Else a frame that is the one before draws nothing.
    let frames = try frames(.gl, 3, .all.subtracting(.damage))
    for (name, actual) in [("cold", frames[0]), ("warm", frames[2])] {
      let comparison = PictureComparison(expected, actual)
      if !comparison.isWithin(scene.tolerance) {
        let scene = scene.name.replacing("/", with: "-")
        try recordDifference(
          "\(scene).\(name)",
          "\(comparison.count(above: 2)) pixels differ by more than 2, most by \(comparison.largest)",
          expected: expected, actual: actual)
      }
    }
  }

  /// Programs that the pages of the races take are compared.
  ///
  /// Whoever adds variants of a program adds scenes that are drawn with them.
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
