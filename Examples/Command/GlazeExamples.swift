import Examples
import Foundation
import Glaze
import GlazeDrawing

/// Writes examples to PNG files: `glaze-examples FOLDER [NAME...]`.
@main
struct GlazeExamples {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let names = Example.all.map(\.name)
    guard let folder = arguments.first else {
      print("usage: glaze-examples FOLDER [NAME...]\n\(names.joined(separator: "\n"))")
      exit(2)
    }
    let wanted = arguments.count > 1 ? Array(arguments.dropFirst()) : names
    for name in wanted {
      guard let example = Example.all.first(where: { $0.name == name }) else {
        print("There is no example \(name); there are \(names.joined(separator: ", "))")
        exit(2)
      }
      do {
        let renderer = try Renderer()
        let layer = example.make()
        renderer.commit(layer, at: 0)
        let png = try PNG.encode(renderer.render(layer, at: example.time))
        try Data(png).write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
      } catch {
        print(error)
        exit(1)
      }
    }
  }
}
