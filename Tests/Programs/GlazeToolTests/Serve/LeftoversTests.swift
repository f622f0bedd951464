import Foundation
import Testing

@testable import GlazeServe

/// The removal of what workers leave.
@Suite struct LeftoversTests {
  @Test func everythingIsRemoved() throws {
    try withScratchFolder { folder in
      let manager = FileManager.default
      let left = folder + "/left"
      try manager.createDirectory(atPath: left + "/a/b/c", withIntermediateDirectories: true)
      for name in ["one", "a/two", "a/b/c/three"] {
        try Documents.write("text", to: left + "/" + name)
      }
      // Links lead elsewhere, where everything stays.
      try manager.createDirectory(atPath: folder + "/other", withIntermediateDirectories: false)
      try Documents.write("kept", to: folder + "/other/file")
      for name in ["link", "a/link"] {
        try manager.createSymbolicLink(atPath: left + "/" + name, withDestinationPath: "../other")
      }
      try manager.createSymbolicLink(
        atPath: left + "/a/b/away", withDestinationPath: folder + "/other")
      mkfifo(left + "/a/pipe", 0o600)
      chmod(left + "/a/b", 0)
      Leftovers.remove(left)
      #expect(try OutputFolder.names(folder) == ["other"])
      #expect(try OutputFolder.names(folder + "/other") == ["file"])
    }
  }

  @Test(arguments: [1, 200]) func noDepthIsTooMuch(length: Int) throws {
    try withScratchFolder { folder in
      let left = folder + "/left"
      mkdir(left, 0o700)
      var place = open(left, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      let name = String(repeating: "d", count: length)
      for level in 0..<5000 {
        try #require(mkdirat(place, name, 0o700) == 0)
        if level % 1000 == 0 { close(openat(place, "file", O_CREAT | O_WRONLY, 0o600)) }
        let next = openat(place, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        close(place)
        place = next
      }
      close(place)
      Leftovers.remove(left)
      #expect(try OutputFolder.names(folder) == [])
    }
  }

  @Test func whatIsNotThereIsNoError() throws {
    try withScratchFolder { folder in
      Leftovers.remove(folder + "/nothing")
      try Documents.write("text", to: folder + "/file")
      Leftovers.remove(folder + "/file")
      #expect(try OutputFolder.names(folder) == [])
    }
  }
}
