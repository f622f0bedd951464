import Foundation

/// Runs a test in a temporary folder, which is removed afterward.
func withScratchFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = NSTemporaryDirectory() + "glaze-tool-tests-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}
