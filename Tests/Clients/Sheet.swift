import Foundation
import GlazeCore
import UIKitLite

/// Draws layers at some times into numbered images in the folder that the program's argument names.
enum Sheet {
  static func draw(_ layer: CALayer, name: String, size: CGSize, at times: [Double]) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")
    let session = try RenderSession(
      layer, renderer: GlazeCore.Renderer(.cpu),
      options: RenderOptions(size: size, scale: 2, background: .white))
    for (index, time) in times.enumerated() {
      try session.commit(at: time)
      guard let image = try session.render(at: time, into: .image).image else { continue }
      let file = folder.appendingPathComponent("\(name)-\(index).png")
      try UIImage(cgImage: image).pngData()?.write(to: file)
    }
  }
}
