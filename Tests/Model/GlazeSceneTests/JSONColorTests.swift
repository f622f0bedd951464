import GlazeGeometry
import GlazeLayers
import Testing

@testable import GlazeScene

/// Colors of JSON that are text, as in CSS.
@Suite struct JSONColorTests {
  private func color(_ text: String) throws -> CGColor? {
    try scene(#"{"width": 9, "height": 9, "root": {"backgroundColor": \#(text)}}"#).root
      .backgroundColor
  }

  @Test(
    arguments: [
      ("\"red\"", [1, 0, 0, 1]), ("\"#f00\"", [1, 0, 0, 1]), ("\"#FF0000\"", [1, 0, 0, 1]),
      ("\"#0f08\"", [0, 1, 0, 136 / 255]), ("\"#0000ff80\"", [0, 0, 1, 128 / 255]),
      ("\"transparent\"", [0, 0, 0, 0]), ("[1, 0, 0]", [1, 0, 0, 1]),
    ] as [(String, [Double])])
  func colorsMayBeText(text: String, components: [Double]) throws {
    #expect(try color(text)?.components?.map { Double($0) } == components)
  }

  @Test(arguments: [
    "\"\"", "\"redd\"", "\"#12\"", "\"#ggg\"", "\"rgb(1,2,3)\"", "\"checkerboard\"",
  ])
  func otherTextIsAnError(text: String) throws {
    #expect(throws: DocumentError.self) { try color(text) }
  }
}
