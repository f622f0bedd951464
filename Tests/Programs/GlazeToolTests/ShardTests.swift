import Foundation
import Testing

@testable import GlazeTool

@Suite struct ShardTests {
  @Test(arguments: [(1, 1), (10, 3), (7, 7), (600, 16), (1_000_003, 1000), (5, 2)])
  func partsCoverTheWholeOnce(frames: Int, count: Int) {
    var next = 3
    for shard in Shard.all(of: count) {
      let part = shard.part(of: 3..<(3 + frames))
      #expect(part.lowerBound == next)
      #expect(frames / count...(frames + count - 1) / count ~= part.count)
      next = part.upperBound
    }
    #expect(next == 3 + frames)
  }

  @Test func readsArguments() {
    #expect(Shard(argument: "2/8") == Shard(2, of: 8))
    for text in ["", "2", "/", "0/8", "9/8", "2/0", "-1/4", "1/2/3", "a/b", "1/5000000", " 1/2"] {
      #expect(Shard(argument: text) == nil, "\(text)")
    }
  }

  @Test func namesParts() throws {
    let shard = try #require(Shard(2, of: 16))
    #expect(shard.path(of: "out.d/video.mp4") == "out.d/video.shard-02-of-16.mp4")
    #expect(shard.path(of: "out.d/video") == "out.d/video.shard-02-of-16")
    for video in ["video.mp4", "a/b.c.y4m", "x.shard-1-of-2.raw"] {
      let named = try #require(Shard.named(shard.path(of: video)))
      #expect(named.shard == shard && named.video == video)
    }
    for name in [
      "video.mp4", "video.shard-2-of-16.mp4", "video.shard-17-of-16.mp4", "shard-1-of-2",
    ] {
      #expect(Shard.named(name) == nil, "\(name)")
    }
  }
}
