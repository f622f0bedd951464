import Foundation
import Glaze
import Testing

@testable import GlazeTool

/// Limits on the command line, and folders that cannot be used.
@Suite struct LimitCommandTests {
  private static let copies = Documents.scene(
    #""bounds":[0,0,4,3],"sublayers":[{"class":"CAReplicatorLayer","name":"many","instanceCount":50,"sublayers":[{"bounds":[0,0,1,1],"backgroundColor":[1,0,0]}]}]"#
  )

  @Test func aLimitIsAnErrorThatNamesTheLayer() throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      let drawn = try tool.run(
        "render", "-", "-o", "a.png", "--backend", "software", input: Self.copies)
      #expect(drawn.status == 0)
      let limited = try tool.run(
        "render", "-", "-o", "b.png", "--backend", "software", "--limit", "layers=20", "--limit",
        "memory=1G", input: Self.copies)
      #expect(limited.status == 1)
      #expect(
        limited.messages.contains { $0.contains("layer \"many\"") && $0.contains("limit layers") })
      #expect(try OutputFolder.names(folder) == ["a.png"])
      let endless = Self.copies.replacingOccurrences(of: ":50", with: ":1000000000")
      #expect(try tool.run("plan", "-", input: endless).status == 1)
    }
  }

  @Test func limitsAreNamesWithNumbers() {
    #expect(LimitArgument(argument: "layers=20")?.number == 20)
    #expect(LimitArgument(argument: "memory=2G")?.number == 2 << 30)
    #expect(LimitArgument(argument: "memory=2G")?.name == .memory)
    for wrong in ["layers", "layers=", "layers=-1", "=3", "cats=3", "layers=1e3", ""] {
      #expect(LimitArgument(argument: wrong) == nil)
    }
  }

  @Test func cachesOfMesaNeedRoom() throws {
    try withScratchFolder { folder in
      let variables = ["MESA_SHADER_CACHE_DIR": folder + "/not/there", "HOME": "/"]
      let own = try #require(ShaderCacheFolder(variables))
      #expect(own.isWritable && own.room > 0)
    }
    #expect(ShaderCacheFolder(["XDG_CACHE_HOME": "", "HOME": "/a"])?.path == "/a/.cache")
    #expect(ShaderCacheFolder([:]) == nil)
    // Not even an administrator can write to this folder, and it has no space.
    let system = try #require(ShaderCacheFolder(["MESA_SHADER_CACHE_DIR": "/proc/glaze"]))
    #expect(system.room == 0)
  }
}
