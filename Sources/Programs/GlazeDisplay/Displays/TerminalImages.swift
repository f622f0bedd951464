import CGlazeLazy
import Foundation
package import Glaze
import GlazeDrawing
import GlazeGeometry

/// The protocols for images in terminals.
package enum TerminalImages: String, CaseIterable, Sendable {
  /// kitty's graphics protocol, which other terminals support, too.
  case kitty
  /// iTerm2's inline images.
  case iterm
  /// The sixels of DEC's terminals, with 256 colors.
  case sixel
  /// Half a cell per pixel, in 24-bit colors; works everywhere.
  case blocks

  /// Makes the best protocol in a terminal's answer.
  ///
  /// - Parameters:
  ///   - answer: The answer to kitty's query and to the query for the terminal's attributes.
  ///   - program: The name of the terminal program, if it is in the environment.
  package init(answer: [UInt8], program: String) {
    let text = String(decoding: answer, as: UTF8.self)
    let attributes = text.components(separatedBy: "\u{1b}[?").last?.prefix { $0 != "c" } ?? ""
    if text.contains("_Gi=31;OK") {
      self = .kitty
    } else if ["iTerm2", "iTerm.app", "WezTerm"].contains(program) {
      self = .iterm
    } else if attributes.split(separator: ";").dropFirst().contains("4"),
      glaze_lazy_is_there(GLAZE_LAZY_SIXEL)
    {
      self = .sixel
    } else {
      self = .blocks
    }
  }

  /// Returns whether an answer ends with the terminal's attributes.
  static func isComplete(_ answer: [UInt8]) -> Bool {
    String(decoding: answer, as: UTF8.self).contains(/\u{1b}\[\?[0-9;]*c/)
  }

  /// Returns the bytes for an image at the cursor.
  ///
  /// - Parameters:
  ///   - columns: The width in cells.
  ///   - rows: The height in cells.
  package func encode(_ image: CGImage, columns: Int, rows: Int) throws -> [UInt8] {
    switch self {
    case .kitty: try Self.kitty(image, columns, rows)
    case .iterm: try Self.iterm(image)
    case .sixel: try Self.sixel(image)
    case .blocks: Self.blocks(image)
    }
  }

  private static func kitty(_ image: CGImage, _ columns: Int, _ rows: Int) throws -> [UInt8] {
    let text = Array(Data(try PNG.encode(image)).base64EncodedData())
    var bytes: [UInt8] = []
    // The same image and placement IDs replace the previous image.
    var control = "a=T,f=100,i=1,p=1,q=2,C=1,c=\(columns),r=\(rows),"
    var start = 0
    repeat {
      let end = min(start + 4096, text.count)
      bytes += Array("\u{1b}_G\(control)m=\(end < text.count ? 1 : 0);".utf8)
      bytes += text[start..<end]
      bytes += [0x1b, 0x5c]
      (start, control) = (end, "")
    } while start < text.count
    return bytes
  }

  private static func iterm(_ image: CGImage) throws -> [UInt8] {
    let png = try PNG.encode(image)
    let size = "width=\(image.width)px;height=\(image.height)px"
    return Array("\u{1b}]1337;File=inline=1;size=\(png.count);\(size):".utf8)
      + Array(Data(png).base64EncodedData()) + [0x07]
  }

  /// Two pixels per cell: the foreground is the upper one, the background the lower one.
  private static func blocks(_ image: CGImage) -> [UInt8] {
    var text = ""
    for y in stride(from: 0, to: image.height, by: 2) {
      if y > 0 { text += "\r\n" }
      // The colors of the previous cell: the upper half, then the lower half.
      var last: [SIMD4<UInt8>] = []
      for x in 0..<image.width {
        let upper = image.pixel(x, y)
        let lower = y + 1 < image.height ? image.pixel(x, y + 1) : upper
        if last != [upper, lower] {
          text += "\u{1b}[38;2;\(upper.x);\(upper.y);\(upper.z);"
          text += "48;2;\(lower.x);\(lower.y);\(lower.z)m"
          last = [upper, lower]
        }
        text += "\u{2580}"
      }
    }
    return Array((text + "\u{1b}[0m").utf8)
  }
}

extension CGImage {
  fileprivate func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let at = (y * width + x) * 4
    return SIMD4(pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3])
  }
}

// MARK: Sixels

/// The error if sixels cannot be made.
struct SixelError: Error, CustomStringConvertible {
  /// The status of libsixel; nil if it is missing.
  var status: Int32?

  var description: String {
    status.map { "libsixel returned \($0)" }
      ?? "sixels need libsixel.so.1: install libsixel1, or choose blocks"
  }
}

extension TerminalImages {
  fileprivate static func sixel(_ image: CGImage) throws(SixelError) -> [UInt8] {
    guard glaze_lazy_is_there(GLAZE_LAZY_SIXEL) else { throw SixelError() }
    let collected = Collected()
    let user = Unmanaged.passUnretained(collected).toOpaque()
    var (output, dither): (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?)
    defer {
      if let dither { sixel_dither_unref(dither) }
      if let output { sixel_output_unref(output) }
    }
    try check(
      sixel_output_new(
        &output,
        { bytes, count, user in
          guard let bytes, let user else { return -1 }
          let all = UnsafeRawBufferPointer(start: bytes, count: Int(count))
          Unmanaged<Collected>.fromOpaque(user).takeUnretainedValue().bytes += all
          return count
        }, user, nil))
    try check(sixel_dither_new(&dither, 256, nil))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(image.width * image.height * 3)
    for at in stride(from: 0, to: image.width * image.height * 4, by: 4) {
      pixels += image.pixels[at..<(at + 3)]
    }
    let (width, height) = (Int32(clamping: image.width), Int32(clamping: image.height))
    try check(
      sixel_dither_initialize(
        dither, &pixels, width, height, Int32(GLAZE_SIXEL_RGB888), 0, 0, 0))
    try check(sixel_encode(&pixels, width, height, 3, dither, output))
    return withExtendedLifetime(collected) { collected.bytes }
  }

  private final class Collected {
    var bytes: [UInt8] = []
  }

  private static func check(_ status: Int32) throws(SixelError) {
    // SIXEL_FAILED: the sign bit.
    if status < 0 || status & 0x1000 != 0 { throw SixelError(status: status) }
  }
}
