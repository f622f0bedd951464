import Foundation
import GlazeDrawing
import GlazeGeometry

/// Lines about image files, for people.
enum FileFacts {
  /// Prints a line about each file, and fails when one is not an image.
  static func tell(about paths: [String]) throws {
    var status = Status.success
    for path in paths {
      do {
        guard let data = FileManager.default.contents(atPath: path) else {
          throw ImageError.notAnImage(name: path)
        }
        try Program.say("\(path): \(text(ImageFile([UInt8](data), name: path)))")
      } catch {
        Console.tell("glaze: \(error)\n")
        status = .failure
      }
    }
    if status != .success { throw status }
  }

  /// The format, the size, the depth and the color space of a file.
  private static func text(_ file: ImageFile) throws -> String {
    let info = try file.info(at: 0)
    var facts = ["\(file.format)", "\(info.width) x \(info.height) pixels"]
    if file.count > 1 { facts.append(Statistics.count(file.count, "image")) }
    let depth = info.isFloat ? (info.depth == 16 ? "half float" : "float") : "\(info.depth) bits"
    facts.append("\(depth)\(info.hasAlpha ? " with alpha" : "")")
    facts.append(
      info.color?.output.spaceDescription ?? info.profileName.map { "ICC profile \($0)" } ?? "sRGB")
    if let headroom = info.color?.headroom, headroom > 0 {
      facts.append("headroom \((Double(headroom) * 100).rounded() / 100)")
    }
    if let headroom = info.gainMapHeadroom {
      facts.append("gain map to headroom \((Double(headroom) * 100).rounded() / 100)")
    }
    return facts.joined(separator: ", ")
  }
}
