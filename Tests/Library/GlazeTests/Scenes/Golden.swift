import Examples
import Foundation
import Glaze
import GlazePlan
import Testing

/// An image under `Tests/Scenes` that Glaze's CPU backend drew and a person has checked.
///
/// `make approve` renews these images. The images of `browser` and `apple`, which other programs
/// drew, are not golden images: Glaze's drawings of those scenes must never become their reference.
struct Golden: Sendable, CustomTestStringConvertible {
  let folder: String
  let name: String
  /// The tolerance of each backend.
  let tolerance: [Renderer.Backend: ImageTolerance]
  /// The largest deviation of any pixel on OpenGL, in levels.
  var largest = 255
  let draw: @Sendable (Renderer.Backend) throws -> PixelBuffer

  /// The path in `Tests/Scenes`.
  var path: String { "\(folder)/\(name).png" }
  var testDescription: String { "\(folder)/\(name)" }

  static let all = examples + effects + particles + documents + transitions
  static let folders = ["examples", "particles", "documents", "transitions"] + checkedFolders
  /// The folders whose scenes must look the same along every rendering path.
  static let checkedFolders = ["effects", "masks"]

  private static let onCPU = ImageTolerance(deviation: 1, because: "other processors' sines")

  /// Glyphs depend on the installed fonts: `make test` installs those of the images.
  private static let examples = Example.all.map { example in
    Golden(
      folder: "examples", name: example.name,
      tolerance: [
        .gl: ImageTolerance(
          deviation: 2, outliers: 0.002, because: "edges and 8-bit blending round differently"),
        .software: onCPU,
      ],
      // Pixels on the seam of a conic gradient may fall on either side.
      largest: example.name == "gradients" ? 255 : 24
    ) { backend in
      try Shot(example.make(), backend, at: example.time).pixels
    }
  }

  private static let effects = checkedFolders.flatMap {
    scenes(in: $0, tolerance: [.gl: .otherArithmetic, .software: onCPU])
  }

  // The output of Apple's generator is not known. Particles accumulate rounding errors.
  private static let particles = scenes(
    in: "particles", at: 4,
    tolerance: [
      .gl: ImageTolerance(deviation: 8, outliers: 0.001, because: "many layers of roundings"),
      .software: onCPU,
    ])

  private static let transitions = TransitionScene.all.map { scene in
    Golden(
      folder: "transitions", name: scene.name,
      tolerance: [.gl: .otherArithmetic, .software: onCPU], draw: scene.draw)
  }

  /// The documents of `Tests/Documents`, some time after their beginning, in the last of their
  /// states.
  private static let documents = DocumentCorpusTests.names.map { file in
    let name = (file as NSString).deletingPathExtension
    let isOfParticles = name.hasPrefix("emitter")
    return Golden(
      folder: "documents", name: name,
      tolerance: [
        .gl: isOfParticles ? .manyLayers : .otherArithmetic, .software: onCPU,
      ]
    ) { backend in
      let document = try DocumentCorpusTests.document(file)
      try document.setState(document.states.last)
      let session = try RenderSession(
        document.rootLayer, renderer: Renderer(backend.device), options: document.renderOptions)
      try session.commit(at: 0)
      return try session.frame(at: document.moment(at: 0.6)).pixels
    }
  }

  private static func scenes(
    in folder: String, at time: Double = 0, tolerance: [Renderer.Backend: ImageTolerance]
  ) -> [Golden] {
    SceneLibrary.names(in: folder, ending: ".json").map { name in
      Golden(folder: folder, name: name, tolerance: tolerance) { backend in
        try SceneLibrary.draw(
          try SceneLibrary.document("\(folder)/\(name).json"), backend, at: time)
      }
    }
  }
}

extension ImageTolerance {
  /// Particles overlap, and each is rounded to 8 bits.
  static let manyLayers = ImageTolerance(
    deviation: 8, outliers: 0.001, because: "many layers of roundings")
}
