import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeScene
import Testing

@testable import GlazeLottie

/// Strokes with dashes whose lengths change.
@Suite struct DashTests {
  private static let line =
    "{\"ty\":\"sh\",\"ks\":{\"k\":{\"i\":[[0,0],[0,0]],\"o\":[[0,0],[0,0]],\"v\":[[0,0],[90,0]],\"c\":false}}}"

  /// Returns a length that moves from the first frame to the 30th.
  private func moving(_ a: Double, _ b: Double) -> String {
    "{\"a\":1,\"k\":[{\"t\":0,\"s\":[\(a)],\"o\":{\"x\":0,\"y\":0},\"i\":{\"x\":1,\"y\":1}},{\"t\":30,\"s\":[\(b)]}]}"
  }

  private func document(
    _ shape: String, _ dashes: [(String, String)], frames: Double = 60, rate: Double = 30
  ) throws -> DocumentContents {
    let list = dashes.map { "{\"n\":\"\($0)\",\"v\":\($1)}" }.joined(separator: ",")
    let stroke =
      "{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4},\"d\":[\(list)]}"
    return try Reading.document(
      Reading.shapes(shape + "," + stroke), frames: frames, rate: rate)
  }

  /// Returns the dashes that are drawn at a time.
  private func dashes(_ contents: DocumentContents, at time: Double) throws -> [Contour] {
    let committer = LayerCommitter(root: contents.root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
    let shown = try #require(contents.root.presentation(at: time))
    let layer = try #require(shown.shapes.first)
    #expect(layer.lineDashPattern == nil)
    return ContourList(try #require(layer.path)).contours
  }

  private func expect(_ contours: [Contour], _ ends: [(Double, Double)]) {
    let found = contours.map { ($0.vertices[0].point.x, $0.vertices.last?.point.x ?? 0) }
    #expect(
      found.count == ends.count
        && zip(found, ends).allSatisfy { abs($0.0 - $1.0) < 0.1 && abs($0.1 - $1.1) < 0.1 },
      "\(found)")
  }

  @Test func lengthsChangeWithTime() throws {
    let lengths = [("d", moving(10, 30)), ("g", moving(20, 0)), ("o", moving(0, 10))]
    let contents = try document(Self.line, lengths)
    #expect(contents.diagnostics.isEmpty)
    try expect(dashes(contents, at: 0), [(0, 10), (30, 40), (60, 70)])
    try expect(dashes(contents, at: 0.5), [(0, 15), (25, 45), (55, 75), (85, 90)])
    // Dashes without gaps still end.
    try expect(dashes(contents, at: 1), [(0, 20), (20, 50), (50, 80), (80, 90)])
  }

  /// Exporters write a length that is slightly more than 60 frames.
  @Test(arguments: [60, 60.000_002_443_850_1]) func everyFrameHasItsDashes(frames: Double) throws {
    let rate = 29.970_001_220_703_1
    let contents = try document(
      Self.line, [("d", moving(1, 16)), ("g", moving(1, 16))], frames: frames, rate: rate)
    for frame in 0..<30 {
      let length = 1 + Double(frame) / 2
      let ends = stride(from: 0, to: 90, by: 2 * length).map { ($0, min($0 + length, 90)) }
      // Programs count in seconds that they round.
      for time in [Double(frame) / rate, (Double(frame) / rate * 1e7).rounded(.down) / 1e7] {
        try expect(dashes(contents, at: time), ends)
      }
    }
  }

  @Test func aTrimComesBeforeTheDashes() throws {
    let trim = "{\"ty\":\"tm\",\"s\":{\"k\":50},\"e\":{\"k\":100},\"o\":{\"k\":0}}"
    let contents = try document(Self.line + "," + trim, [("d", moving(10, 30))])
    try expect(dashes(contents, at: 0.5), [(45, 65), (85, 90)])
  }

  @Test func lengthsThatStandStillAreAPattern() throws {
    let contents = try document(
      Self.line, [("d", "{\"k\":8}"), ("g", "{\"k\":4}"), ("o", moving(0, 10))])
    let layer = try #require(contents.root.shapes.first)
    #expect(layer.lineDashPattern == [8, 4])
    #expect(contents.root.animations(of: "lineDashPhase").count == 1)
  }

  @Test func tooManyDashesAreLongerAndReported() throws {
    let contents = try document(Self.line, [("d", moving(0.001, 0.002))])
    #expect(
      contents.diagnostics.map(\.problem) == [.lottieFeature(.dashes(Limits.dashes), layer: "")])
    let count = try dashes(contents, at: 0).count
    #expect(abs(count - Limits.dashes) < 2, "\(count)")
  }
}
