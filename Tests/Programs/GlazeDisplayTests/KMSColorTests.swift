@testable import GlazeDisplay
import GlazeGeometry
import Testing

/// How screens learn of the encoding of frames.
@Suite struct KMSColorTests {
  private static let properties = [
    KMSProperty(id: 7, name: "max bpc", value: 8, range: 6...12),
    KMSProperty(
      id: 8, name: "Colorspace", value: 0,
      choices: ["Default": 0, "BT2020_RGB": 9, "BT2020_YCC": 10, "DCI-P3_RGB_D65": 11]),
    KMSProperty(id: 9, name: "HDR_OUTPUT_METADATA", value: 0),
    KMSProperty(id: 10, name: "DPMS", value: 0),
  ]

  private func value(_ color: KMSColor, _ id: UInt32) -> KMSColor.Value? {
    color.settings.first { $0.id == id }?.value
  }

  @Test func standardFramesKeepTheScreen() {
    let color = KMSColor(.standard, Self.properties)
    #expect(value(color, 7) == nil)
    #expect(value(color, 8) == .number(0))
    #expect(value(color, 9) == .blob(nil))
    #expect(color.missing.isEmpty && KMSColor(.standard, []).missing.isEmpty)
  }

  /// The bytes of `struct hdr_output_metadata`, by hand.
  @Test func framesInPQ() {
    var output = OutputColor.rec2100PQ
    output.headroom = 4
    let color = KMSColor(output, Self.properties)
    #expect(value(color, 7) == .number(10))
    #expect(value(color, 8) == .number(9))
    func two(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt16(number), Array.init) }
    let places = [35400, 14600, 8500, 39850, 6550, 2300, 15635, 16450]
    let wanted =
      [0, 0, 0, 0, 2, 0] + places.flatMap(two) + two(812) + two(50) + two(812) + two(0) + [0, 0]
    #expect(value(color, 9) == .blob(wanted) && wanted.count == 32)
    #expect(color.missing.isEmpty)
    #expect(KMSColor(output, []).missing == ["Colorspace BT2020_RGB", "HDR_OUTPUT_METADATA"])
  }

  /// The console, or another program, gets back what it had, whatever became of its blob.
  @Test func previousValues() {
    var properties = Self.properties
    properties[1].value = 9
    properties[2].value = 41
    let color = KMSColor(.rec2100PQ, properties)
    let blobs: [UInt32: [UInt8]] = [41: [1, 2, 3]]
    let previous = color.previous(properties) { blobs[$0] }
    #expect(previous.map(\.id) == [7, 8, 9])
    #expect(previous.map(\.value) == [.number(8), .number(9), .blob([1, 2, 3])])
    #expect(color.previous(Self.properties) { blobs[$0] }.last?.value == .blob(nil))
    #expect(color.previous(properties) { _ in nil }.last?.value == .blob(nil))
  }

  @Test func otherEncodings() {
    #expect(KMSColor.metadata(of: .rec2100HLG)?[4] == 3)
    #expect(KMSColor.metadata(of: .displayP3) == nil && KMSColor.metadata(of: .linear) == nil)
    let p3 = KMSColor(
      OutputColor(primaries: .displayP3, depth: .half), Self.properties)
    #expect(value(p3, 8) == .number(11) && value(p3, 7) == .number(12))
    #expect(value(p3, 9) == .blob(nil))
    // A screen with fewer bits gets those that it has.
    let poor = KMSProperty(id: 1, name: "max bpc", value: 8, range: 6...8)
    #expect(value(KMSColor(.rec2100PQ, [poor]), 1) == .number(8))
  }
}
