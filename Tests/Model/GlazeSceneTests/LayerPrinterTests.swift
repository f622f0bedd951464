import GlazeLayers
import Testing

@testable import GlazeScene

@Suite struct LayerPrinterTests {
  private func text(_ document: DocumentContents) -> String {
    var printer = LayerPrinter()
    return printer.text(of: document)
  }

  @Test func aTreeIsPrintedWithWhatDiffersFromTheDefaults() throws {
    let document = try scene(
      #"""
      {"name": "Card", "background": [1, 1, 1], "root": {"bounds": [0, 0, 100, 50], "sublayers": [
        {"name": "a \"b\"", "opacity": 0.25, "maskedCorners": ["minXminY"],
         "transform": [1, 0, 0, 1, 5, 0], "mask": {"backgroundColor": [1, 0, 0, 0.5]}},
        {"class": "CATransformLayer", "sublayerTransform":
          [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.002, 0, 0, 0, 1]}]}}
      """#)
    #expect(
      text(document) == #"""
        "Card" 100 x 50 y down background=rgb(1 1 1)
        CALayer bounds=(0 0 100 50) position=(50 25)
          CALayer "a \"b\"" transform=(1 0 0 1 5 0) maskedCorners=[minXminY] opacity=0.25
            mask: CALayer backgroundColor=rgb(1 0 0 0.5)
          CATransformLayer sublayerTransform=(1 0 0 0 0 1 0 0 0 0 1 -0.002 0 0 0 1)

        """#)
  }

  @Test func filtersAreShort() throws {
    let document = try root(
      #"""
      "filters": [{"name": "gaussianBlur", "inputRadius": 3},
                  {"type": "odd", "name": "b", "enabled": false, "z": {"d": 1, "c": "x"},
                   "inputColor": [1, 0, 0]}],
      "compositingFilter": {"type": "xor"}
      """#)
    #expect(
      text(document).contains(
        #"compositingFilter=xor() filters=[gaussianBlur(inputRadius=3) "#
          + #"odd("b" enabled=false inputColor=rgb(1 0 0) z={c="x" d=1})]"#))
  }

  @Test func colorMatricesAreListed() throws {
    let numbers = (0..<20).map(String.init)
    let document = try root(
      #""filters": [{"name": "colorMatrix", "inputColorMatrix": [\#(numbers.joined(separator: ","))]}]"#
    )
    #expect(
      text(document).contains("inputColorMatrix=(\(numbers.joined(separator: " ")))"))
  }

  @Test func cellsAreBelowTheirEmitters() throws {
    let document = try root(
      #""class": "CAEmitterLayer", "emitterCells": [{"name": "c", "birthRate": 2}]"#)
    #expect(text(document).contains("\n  CAEmitterCell \"c\" birthRate=2\n"))
  }

  @Test func deepTreesAreNotIndentedForEver() throws {
    let depth = 10_000
    let nested =
      String(repeating: #""sublayers": [{"#, count: depth) + String(repeating: "}]", count: depth)
    let lines = text(try root(nested)).split(separator: "\n")
    #expect(lines.count == depth + 2)
    #expect(lines.last?.hasSuffix("[10000] CALayer") == true)
    #expect((lines.last?.count ?? 0) < 120)
  }

  @Test func namesStayOnOneLine() throws {
    let document = try root(#""name": "a\nb""#)
    #expect(text(document).contains(#"CALayer "a\nb""#))
  }
}
