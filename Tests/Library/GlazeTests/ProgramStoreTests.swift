import Foundation
import GlazeGL
import Testing

/// Files with linked shader programs.
@Suite struct ProgramStoreTests {
  private static let binary = ProgramStore.Binary(format: 7, bytes: Array(0..<200))

  /// Runs a closure with a store in a temporary folder.
  private func withStore(limit: Int = 1 << 20, _ body: (ProgramStore) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "glaze-programs-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(ProgramStore(folder: folder + "/glaze", limit: limit))
  }

  private func names(_ store: ProgramStore) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store.folder)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func programsComeBack() throws {
    try withStore { store in
      #expect(store.read("a") == nil)
      store.write(Self.binary, for: "a")
      #expect(store.read("a") == Self.binary)
      #expect(store.read("b") == nil)
      store.remove("a")
      #expect(store.read("a") == nil)
    }
  }

  @Test func onlyTheOwnerMayReadThem() throws {
    try withStore { store in
      store.write(Self.binary, for: "a")
      let modes = try [store.folder, store.path(of: "a")].map(mode)
      #expect(modes == [0o700, 0o600])
    }
  }

  @Test func whatOthersMayWriteIsNotRead() throws {
    try withStore { store in
      store.write(Self.binary, for: "a")
      let path = store.path(of: "a")
      try FileManager.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: path)
      #expect(store.read("a") == nil)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      #expect(store.read("a") != nil)
      try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: store.folder)
      store.write(Self.binary, for: "b")
      #expect(store.read("b") == nil)
    }
  }

  @Test func linksAreNotFollowed() throws {
    try withStore { store in
      store.write(Self.binary, for: "a")
      let path = store.path(of: "a")
      try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: path + ".real")
      #expect(store.read("a") == nil)
    }
  }

  @Test func damagedFilesAreNotRead() throws {
    try withStore { store in
      store.write(Self.binary, for: "identity")
      let url = URL(fileURLWithPath: store.path(of: "identity"))
      let whole = [UInt8](try Data(contentsOf: url))
      for count in 0..<whole.count {
        try Data(whole[..<count]).write(to: url)
        #expect(store.read("identity") == nil, "\(count) bytes")
      }
      for index in whole.indices {
        var bytes = whole
        bytes[index] ^= 0x40
        try Data(bytes).write(to: url)
        #expect(store.read("identity") == nil, "byte \(index)")
      }
    }
  }

  /// As when two identities have the same hash.
  @Test func programsOfOthersAreNotTaken() throws {
    try withStore { store in
      store.write(Self.binary, for: "a")
      try FileManager.default.moveItem(
        atPath: store.path(of: "a"), toPath: store.path(of: "b"))
      #expect(store.read("b") == nil)
    }
  }

  @Test(arguments: ["/dev/null/glaze", "/proc/glaze", "/nowhere/at/all/glaze", ""])
  func nothingFailsWithoutAFolder(folder: String) {
    let store = ProgramStore(folder: folder)
    store.write(Self.binary, for: "a")
    #expect(store.read("a") == nil)
    store.remove("a")
  }

  @Test func theOldestGoFirst() throws {
    try withStore(limit: 1000) { store in
      for (age, name) in ["a", "b", "c"].enumerated() {
        store.write(Self.binary, for: name)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1000 + Double(age))],
          ofItemAtPath: store.path(of: name))
      }
      // A file of a process that was stopped while it wrote.
      let left = store.folder + "/new-abcdef"
      try Data(count: 200).write(to: URL(fileURLWithPath: left))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 500)], ofItemAtPath: left)
      store.write(Self.binary, for: "d")
      #expect(try names(store).count == 4)
      #expect(!FileManager.default.fileExists(atPath: left))
      store.write(Self.binary, for: "e")
      #expect(store.read("a") == nil)
      for name in ["b", "c", "d", "e"] { #expect(store.read(name) != nil, "\(name)") }
      store.write(ProgramStore.Binary(format: 1, bytes: Array(repeating: 0, count: 1000)), for: "f")
      #expect(store.read("f") == nil)
      #expect(store.read("e") != nil)
    }
  }

  @Test func manyMayWriteAtOnce() async throws {
    let folder = NSTemporaryDirectory() + "glaze-programs-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = ProgramStore(folder: folder)
    let isWhole = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<20).allSatisfy { _ in
            store.write(Self.binary, for: "a")
            return store.read("a") == Self.binary
          }
        }
      }
      return await group.allSatisfy { $0 }
    }
    #expect(isWhole)
    #expect(try names(store).count == 1)
  }
}
