import Foundation
import Testing

/// OpenGL drivers that crash.
@Suite(.needsFaultLibraries) struct DriverFaultTests {
  /// A driver that crashes at its start ends only the child process that tries it.
  @Test(.timeLimit(.minutes(2))) func aDriverThatCrashesAsItStarts() throws {
    try withScratchFolder { folder in
      let driver = try FaultLibrary.make("driver", in: folder)
      try Documents.write(
        #"{"file_format_version":"1.0.0","ICD":{"library_path":"\#(driver)"}}"#,
        to: folder + "/driver.json")
      try Documents.write(Documents.red, to: folder + "/red.json")
      let tool = Tool(
        folder: folder,
        environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": folder + "/driver.json"])
      let reason = "the driver crashed when tried in a child process (Segmentation fault)"
      // Requesting OpenGL explicitly causes an error; the automatic choice falls back to the CPU.
      let gl = try tool.run("render", "red.json", "--backend", "gl", "-o", "a.png")
      #expect(gl.status == 3 && gl.messages.contains { $0.hasSuffix(reason) }, "\(gl.messages)")
      let auto = try tool.run("render", "red.json", "-o", "b.png")
      #expect(auto.status == 0 && auto.messages.contains { $0.hasSuffix(reason) })
      let devices = try tool.run("devices")
      #expect(devices.status == 0 && devices.text.contains(reason), "\(devices.text)")
      let names = try OutputFolder.names(folder)
      #expect(names == ["b.png", "driver.json", "driver.so", "red.json"])
    }
  }

  /// A driver that crashes in the middle of a frame fails one request, with the reason in its
  /// answer.
  @Test(.timeLimit(.minutes(2))) func aDriverThatCrashesAsItDraws() throws {
    try withScratchFolder { folder in
      let tool = Tool(folder: folder)
      try Documents.write(Documents.red, to: folder + "/red.json")
      // Without OpenGL on this machine, nothing can crash.
      guard try tool.run("render", "red.json", "--backend", "gl").status == 0 else { return }
      let service = try RunningService(
        in: folder, "--workers", "1", "--cache", "0", "--backend", "gl", "--memory", "64G",
        environment: [
          "LD_PRELOAD": try FaultLibrary.make("drawing", in: folder),
          "GLAZE_FAULT_FILE": folder + "/crash",
        ])
      #expect(try service.draw(Documents.red).status == 200)
      let before = try service.workers()
      try Documents.write("", to: folder + "/crash")
      let answer = try service.draw(Documents.red)
      #expect(answer.status == 500 && answer.code == "worker")
      #expect(answer.text.contains("signal 11"), "\(answer.text)")
      try FileManager.default.removeItem(atPath: folder + "/crash")
      #expect(try service.draw(Documents.red).status == 200)
      #expect(try Set(service.workers()).isDisjoint(with: before))
      #expect(before.allSatisfy { kill($0, 0) != 0 })
    }
  }
}
