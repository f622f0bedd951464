import Examples
import Foundation
import Glaze

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
        print("There is no example \(name); use one of \(names.joined(separator: ", "))")
        exit(2)
      }
      do {
        try Snapshot.png(of: example.make(), to: "\(folder)/\(name).png", at: example.time)
      } catch {
        print(error)
        exit(1)
      }
    }
  }
}
