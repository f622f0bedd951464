import Foundation
import Glaze
import GlazeDrawing

/// Draws a document into a PNG file and prints the device that drew it: `glaze-demo DOCUMENT IMAGE.png`.
///
/// `make demo` runs it. It needs only the library, which builds faster than the `glaze` command.
@main
struct GlazeDemo {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let input = arguments.first, let output = arguments.last else {
      print("usage: glaze-demo DOCUMENT IMAGE.png")
      exit(2)
    }
    do {
      try draw(input, to: output)
    } catch {
      FileHandle.standardError.write(Data("glaze-demo: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func draw(_ input: String, to output: String) throws {
    let document = try Document(contentsOf: URL(fileURLWithPath: input))
    let renderer = try Renderer()
    let session = try RenderSession(
      document.rootLayer, renderer: renderer, options: document.renderOptions)
    try session.commit(at: 0)
    let image = try session.image(at: 0)
    try OutputFile.write(PNG.encode(image), to: output)
    print(
      "\(output): \(image.width) x \(image.height) pixels, drawn by \(renderer.deviceDescription)")
  }
}
