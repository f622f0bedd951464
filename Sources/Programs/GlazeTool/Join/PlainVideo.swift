import Foundation
import GlazeDrawing

/// An uncompressed video, `.y4m` or `.raw`, whose parts are joined by their bytes.
struct PlainVideo {
  let path: String
  /// The header before the first frame; empty for raw frames.
  private let header: [UInt8]
  private let byteCount: Int
  /// The size of a frame; nil for raw frames, which have no header.
  private let frameByteCount: Int?

  private static let blockByteCount = 1 << 22
  private static let longestHeader = 1024

  private init(_ path: String, isRaw: Bool) throws {
    guard let file = PlainFile.open(path) else { throw JoinError("\(path) cannot be read") }
    defer { try? file.close() }
    self.path = path
    let start = isRaw ? [] : [UInt8](try file.read(upToCount: Self.longestHeader) ?? Data())
    byteCount = Int(try file.seekToEnd())
    if isRaw {
      (header, frameByteCount) = ([], nil)
      return
    }
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else {
      throw JoinError("\(path) is not a YUV4MPEG2 file")
    }
    header = Array(start[...end])
    let words = String(decoding: start[..<end], as: UTF8.self).split(separator: " ")
    let number = { (letter: String) in
      words.first { $0.hasPrefix(letter) }.flatMap { Int($0.dropFirst()) }
    }
    guard words.first == "YUV4MPEG2", words.contains("C444"), let width = number("W"),
      let height = number("H"), 1...65_536 ~= width, 1...65_536 ~= height
    else { throw JoinError("\(path) is not a YUV4MPEG2 file as Glaze writes it") }
    frameByteCount = "FRAME\n".utf8.count + width * height * 3
  }

  /// Joins parts by copying bytes.
  ///
  /// - Parameter frameCount: The number of frames; required for raw frames.
  /// - Returns: The number of frames of the video.
  static func join(
    _ parts: [VideoPart], into path: String, isRaw: Bool, frameCount: Int?
  ) throws -> Int {
    let videos = try parts.map { try PlainVideo($0.path, isRaw: isRaw) }
    if let other = videos.first(where: { $0.header != videos[0].header }) {
      throw JoinError("\(other.path) has another size or rate than \(videos[0].path)")
    }
    let counts = try counts(videos, frameCount: frameCount)
    let total = try VideoPart.checkedCount(parts, counts, frameCount: frameCount)
    let output = try OutputFile(path)
    do {
      try output.write(videos[0].header)
      for video in videos { try video.copyFrames(to: output) }
      guard output.byteCount == videos.reduce(videos[0].header.count, { $0 + $1.frameBytes }) else {
        throw JoinError("a part of \(path) changed while it was joined; nothing is written")
      }
      try output.commit()
    } catch {
      output.discard()
      throw error
    }
    return total
  }

  private var frameBytes: Int { byteCount - header.count }

  private static func counts(_ videos: [PlainVideo], frameCount: Int?) throws(JoinError) -> [Int] {
    let size: Int
    if let frame = videos[0].frameByteCount {
      size = frame
    } else {
      let bytes = videos.reduce(0) { $0 + $1.frameBytes }
      guard let frameCount, frameCount > 0 else {
        throw JoinError("the number of raw frames is not known; add --frames N")
      }
      guard bytes > 0, bytes % (4 * frameCount) == 0 else {
        throw JoinError("the parts hold \(bytes) bytes, which are not \(frameCount) raw frames")
      }
      size = bytes / frameCount
    }
    var counts: [Int] = []
    for video in videos {
      guard video.frameBytes % size == 0 else {
        throw JoinError("\(video.path) ends inside a frame; draw it again")
      }
      counts.append(video.frameBytes / size)
    }
    return counts
  }

  private func copyFrames(to output: OutputFile) throws {
    guard let file = PlainFile.open(path) else { throw JoinError("\(path) cannot be read") }
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(header.count))
    while let block = try file.read(upToCount: Self.blockByteCount), !block.isEmpty {
      try output.write([UInt8](block))
    }
  }
}
