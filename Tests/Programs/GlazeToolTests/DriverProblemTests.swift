import Foundation
import Testing

/// The commands on a machine whose driver is not complete.
@Suite struct DriverProblemTests {
  @Test func aVendorFileWithoutItsLibraryIsReported() throws {
    try withScratchFolder { folder in
      let file = folder + "/10_nvidia.json"
      let library = "libEGL_nvidia_that_is_missing.so.0"
      try Documents.write(
        #"{"file_format_version": "1.0.0", "ICD": {"library_path": "\#(library)"}}"#, to: file)
      let tool = Tool(folder: folder, environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": file])
      let finding = "the vendor file \(file) names \(library), which cannot be loaded (\(library): "
      let devices = try tool.run("devices")
      #expect(devices.status == 0 && devices.text.contains(finding), "\(devices.text)")
      #expect(devices.text.contains("\n    fix: "))
      for (options, status) in [([], 0), (["--backend", "gl"], 3)] {
        let info = try tool.run(["info"] + options)
        #expect(
          info.status == status && info.text.contains("problem        \(finding)"), "\(info.text)")
        #expect(info.text.contains("\nfix            "))
      }
      // Without OpenGL, no driver is needed.
      #expect(try !tool.run("info", "--backend", "software").text.contains("problem"))
    }
  }
}
