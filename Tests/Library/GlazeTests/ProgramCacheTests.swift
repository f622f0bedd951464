import Foundation
import Glaze
import GlazeEGL
import GlazeGL
import GlazePlan
import Testing

/// The OpenGL shader programs, and the sources that they come from.
@Suite(.needsGL, .serialized) struct ProgramCacheTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "glaze-cache-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// A scene of four boxes, each of which once had a shader program of its own.
  private func page() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 80)
    for index in 0..<4 {
      let box = CALayer()
      box.frame = CGRect(x: 5 + 28 * Double(index), y: 10.3, width: 24.5, height: 40)
      box.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 0.7)
      if index > 0 { box.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) }
      if index > 1 { box.cornerRadius = 7 }
      if index > 2 { box.borderWidth = 2.5 }
      root.addSublayer(box)
    }
    return root
  }

  private func files(_ folder: URL) -> [URL] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (urls ?? []).sorted { $0.path < $1.path }
  }

  private func pixels(_ renderer: RootRenderer) throws -> [UInt8] {
    try renderer.render(page(), background: .white, at: 0).pixels
  }

  @Test func aSmallPageNeedsOneProgram() throws {
    let renderer = try RootRenderer(backend: .gl)
    _ = try pixels(renderer)
    #expect(renderer.programCount == 1)
  }

  @Test func programsAreStoredAndLoaded() throws {
    try withFolder { folder in
      let plain = try pixels(try RootRenderer(backend: .gl))
      #expect(try pixels(try RootRenderer(backend: .gl, programCache: folder)) == plain)
      let stored = files(folder)
      try #require(stored.count == 1, "the driver stores no programs")
      let before = try Data(contentsOf: stored[0])
      #expect(try pixels(try RootRenderer(backend: .gl, programCache: folder)) == plain)
      #expect(files(folder) == stored)
      #expect(try Data(contentsOf: stored[0]) == before)
    }
  }

  /// Complete files with valid checksums, whose contents no driver accepts.
  @Test(arguments: [0, 1, 100, 5000])
  func refusedProgramsAreMadeAnew(count: Int) throws {
    try withFolder { folder in
      let plain = try pixels(try RootRenderer(backend: .gl, programCache: folder))
      let file = try #require(files(folder).first)
      let good = try Data(contentsOf: file)
      let store = ProgramStore(folder: folder.path)
      let identity = Self.identity(in: [UInt8](good))
      let binary = try #require(store.read(identity))
      let bad = [
        ProgramStore.Binary(format: binary.format, bytes: Array(binary.bytes.prefix(count))),
        ProgramStore.Binary(format: 0xbad, bytes: binary.bytes),
      ]
      for binary in bad {
        store.write(binary, for: identity)
        #expect(try pixels(try RootRenderer(backend: .gl, programCache: folder)) == plain)
        #expect(store.read(identity)?.format == 0xbad ? false : true)
      }
      #expect(store.read(identity) == binary)
    }
  }

  private static func identity(in file: [UInt8]) -> String {
    let count = file[20..<24].reversed().reduce(0) { $0 << 8 | Int($1) }
    return String(decoding: file[24..<(24 + count)], as: UTF8.self)
  }

  @Test func nothingIsStoredUnasked() throws {
    try withFolder { folder in
      let renderer = try RootRenderer(
        backend: .gl, optimizations: Optimizations.all.subtracting(.programBinaries),
        programCache: folder)
      _ = try pixels(renderer)
      #expect(files(folder) == [])
    }
  }

  @Test func foldersComeFromTheEnvironment() {
    func folder(_ variables: [String: String]) -> String? {
      Renderer.programFolder { variables[$0] }
    }
    #expect(folder(["XDG_CACHE_HOME": "/a", "HOME": "/b"]) == "/a/glaze")
    #expect(folder(["XDG_CACHE_HOME": "a", "HOME": "/b"]) == "/b/.cache/glaze")
    #expect(folder(["XDG_CACHE_HOME": "", "HOME": "/b"]) == "/b/.cache/glaze")
    #expect(folder(["HOME": "b"]) == nil)
    #expect(folder([:]) == nil)
  }
}
