import Foundation
import Glaze
import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// Malformed and random documents.
enum DocumentFuzzing {
  /// Small limits: a rejection is not a finding, and large documents are slow.
  static let limits: RenderLimits = {
    var limits = RenderLimits()
    limits[.layers] = 5000
    limits[.instances] = 20_000
    limits[.pieces] = 1000
    limits[.passes] = 100
    limits[.memory] = 32 << 20
    limits[.segments] = 20_000
    limits[.stops] = 5000
    limits[.particles] = 2000
    limits[.pixels] = 1 << 20
    limits[.text] = 2000
    limits[.nesting] = 5000
    return limits
  }()

  // Unsafe here and in other targets: libFuzzer calls them on one thread.
  private nonisolated(unsafe) static let renderer = Result { try Renderer(.cpu) }

  static func options(_ options: RenderOptions) -> RenderOptions {
    var options = options
    options.size = CGSize(width: 48, height: 32)
    options.limits = limits
    return options
  }

  /// Returns a session of a root that is drawn on the CPU.
  static func session(_ root: CALayer, _ options: RenderOptions) -> RenderSession? {
    guard let renderer = try? renderer.get() else { FuzzTarget.fail("there is no renderer") }
    return try? RenderSession(root, renderer: renderer, options: Self.options(options))
  }

  /// Runs a closure that makes layers, and fails when the returned root is still referenced
  /// afterward.
  ///
  /// LeakSanitizer does not see all of Swift's references.
  static func checkRelease(_ body: () -> CALayer?) {
    weak var root: CALayer?
    ModelMisuse.withHandler({ _ in }) { root = body() }
    if root != nil { FuzzTarget.fail("layers are left over") }
  }

  static func draw(_ bytes: [UInt8]) {
    checkRelease { drawn(bytes) }
  }

  private static func drawn(_ bytes: [UInt8]) -> CALayer? {
    guard let document = try? Document(data: Data(bytes), name: "fuzz"),
      let session = session(document.rootLayer, document.renderOptions)
    else { return nil }
    for time in [0, 0.7, 3, 0.7] { _ = try? session.image(at: document.moment(at: time)) }
    for state in document.states.prefix(2) {
      try? document.setState(state, animated: true)
      for time in [3, 3.3] { _ = try? session.image(at: time) }
    }
    _ = document.duration
    return document.rootLayer
  }

  /// Draws a Lottie document in any order of times: a time that is drawn again has the same pixels.
  static func lottie(_ bytes: [UInt8]) {
    checkRelease {
      guard let document = try? Document(data: Data(bytes), name: "fuzz"), document.lottie != nil,
        let session = session(document.rootLayer, document.renderOptions)
      else { return nil }
      let times = [0, 0.35, 1.7, 0.35]
      let images = times.map { try? session.image(at: document.moment(at: $0)).pixels }
      if images[1] != images[3] {
        FuzzTarget.fail("a time that is drawn twice has two images")
      }
      _ = DocumentWriter(document.contents).bundle()
      return document.rootLayer
    }
  }

  private static func read(_ bytes: [UInt8]) -> DocumentContents? {
    try? DocumentReader().read(Data(bytes), name: "fuzz", folder: nil)
  }

  /// Writes a document in every format, reads the results, and writes them once more: nothing may
  /// change.
  static func rewrite(_ bytes: [UInt8]) {
    ModelMisuse.withHandler({ _ in }) {
      guard let contents = read(bytes) else { return }
      for format in [DocumentFormat.json, .caml] {
        let text = DocumentWriter(contents).text(as: format).text
        do {
          _ = try DocumentReader().read(Data(text.utf8), name: "again", folder: nil)
        } catch {
          FuzzTarget.fail("the document written as \(format) cannot be read: \(error)")
        }
      }
      _ = DocumentWriter(contents).bundle()
      guard let archive = try? contents.archived() else { return }
      do {
        _ = try DocumentReader().read(archive, name: "again.caar", folder: nil)
      } catch {
        FuzzTarget.fail("the archive that was written cannot be read: \(error)")
      }
    }
  }

  /// Writes a document as an archive, next to those that were written before.
  static func archive(_ bytes: [UInt8]) {
    guard let folder = ProcessInfo.processInfo.environment["GLAZE_FUZZ_SEEDS"],
      let archive = try? read(bytes)?.archived()
    else { return }
    let hash = bytes.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
    try? archive.write(to: URL(fileURLWithPath: "\(folder)/\(String(hash, radix: 16)).caar"))
  }
}
