import Foundation
import GlazeDrawing
import GlazeGeometry

/// An animated PNG that is decoded by the specification: frames are PNG files of their own,
/// composited over one another.
struct APNGVideo {
  /// The whole image after each frame, premultiplied.
  var frames: [[UInt8]] = []
  /// The area of each frame: x, y, width, height.
  var areas: [[Int]] = []
  var delays: [[Int]] = []

  struct Malformed: Error {
    var what: String
  }

  init(_ file: [UInt8]) throws {
    var offset = 8
    var header: [UInt8] = []
    var images: [[UInt8]] = []
    var sequence = 0
    var announced = 0
    while offset < file.count {
      let length = Self.number(file, offset)
      let type = String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self)
      let payload = Array(file[(offset + 8)..<(offset + 8 + length)])
      switch type {
      case "IHDR": header = payload
      case "acTL": announced = Self.number(payload, 0)
      case "fcTL":
        guard Self.number(payload, 0) == sequence else { throw Malformed(what: "order") }
        sequence += 1
        areas.append([12, 16, 4, 8].map { Self.number(payload, $0) })
        delays.append([20, 22].map { Int(payload[$0]) << 8 | Int(payload[$0 + 1]) })
        guard payload[24...].elementsEqual([0, 0]) else { throw Malformed(what: "disposal") }
        images.append([])
      case "IDAT": images[0] += payload
      case "fdAT":
        guard Self.number(payload, 0) == sequence else { throw Malformed(what: "order") }
        sequence += 1
        images[images.count - 1] += payload.dropFirst(4)
      default: break
      }
      offset += length + 12
    }
    guard announced == images.count else { throw Malformed(what: "count") }
    let width = Self.number(header, 0)
    var canvas = [UInt8](repeating: 0, count: width * Self.number(header, 4) * 4)
    for (area, data) in zip(areas, images) {
      let size = Self.bytes(area[2]) + Self.bytes(area[3])
      let png =
        Array(file[..<8]) + Self.chunk("IHDR", size + header[8...]) + Self.chunk("IDAT", data)
        + Self.chunk("IEND", [])
      let image = try ImageDecoder.decode(Data(png), name: "frame").pixels
      VideoCanvas.lay(image, area, over: &canvas, width: width)
      frames.append(canvas)
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns a chunk of a PNG file.
  static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + payload
    var crc = UInt32.max
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return bytes(payload.count) + body + bytes(Int(~crc))
  }
}

/// An animated WebP that is decoded in the same way.
struct WebPVideo {
  var frames: [[UInt8]] = []
  var milliseconds: [Int] = []

  init(_ file: [UInt8]) throws {
    guard Self.number(file, 4, 4) == file.count - 8 else { throw APNGVideo.Malformed(what: "size") }
    var offset = 12
    var width = 0
    var canvas: [UInt8] = []
    while offset < file.count {
      let length = Self.number(file, offset + 4, 4)
      let payload = Array(file[(offset + 8)..<(offset + 8 + length)])
      switch String(decoding: file[offset..<(offset + 4)], as: UTF8.self) {
      case "VP8X":
        width = Self.number(payload, 4, 3) + 1
        canvas = Array(repeating: 0, count: width * (Self.number(payload, 7, 3) + 1) * 4)
      case "ANMF":
        let area = [
          Self.number(payload, 0, 3) * 2, Self.number(payload, 3, 3) * 2,
          Self.number(payload, 6, 3) + 1, Self.number(payload, 9, 3) + 1,
        ]
        milliseconds.append(Self.number(payload, 12, 3))
        guard payload[15] == 2 else { throw APNGVideo.Malformed(what: "blending") }
        let body = Array("WEBP".utf8) + payload[16...]
        let still =
          Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) }
          + body
        let image = try ImageDecoder.decode(Data(still), name: "frame").pixels
        VideoCanvas.lay(image, area, over: &canvas, width: width)
        frames.append(canvas)
      default: break
      }
      offset += 8 + length + length % 2
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

enum VideoCanvas {
  /// Replaces an area (x, y, width, height) of an image.
  static func lay(_ image: [UInt8], _ area: [Int], over canvas: inout [UInt8], width: Int) {
    for row in 0..<area[3] {
      let start = ((area[1] + row) * width + area[0]) * 4
      canvas.replaceSubrange(
        start..<(start + area[2] * 4),
        with: image[(row * area[2] * 4)..<((row + 1) * area[2] * 4)])
    }
  }
}
