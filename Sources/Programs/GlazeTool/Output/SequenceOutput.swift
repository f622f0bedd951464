import ArgumentParser
import Foundation
import Glaze

/// The destination of the frames of a sequence.
enum SequenceOutput {
  case images(NumberedImages)
  /// - Parameter part: The path of a shard's part of the video.
  case file(MotionFile, part: String?)

  var sink: any FrameSink {
    switch self {
    case .images(let images): images
    case .file(let file, _): file
    }
  }

  /// The path of a shard's part of a video; nil for other outputs.
  var part: String? {
    if case .file(_, let part) = self { part } else { nil }
  }

  /// - Throws: `ValidationError` or `GlazeError` for invalid combinations.
  init(_ command: RenderCommand, times: FrameTimes) throws {
    guard command.inputs.count == 1 else {
      throw ValidationError("a sequence takes one input, and there are several")
    }
    guard command.document.time.value == 0 else {
      throw ValidationError("--time cannot be combined with --to; use --from")
    }
    let arguments = command.sequence
    let name = Input(command.inputs[0]).baseName
    if command.output == "-" {
      guard let format = arguments.format else {
        throw ValidationError("-o - needs --format: raw, y4m or apng")
      }
      guard isatty(STDOUT_FILENO) == 0 else { throw OutputNamingError.terminal }
      guard !arguments.resume else { throw ValidationError("--resume needs a file, not -") }
      self = .file(try MotionFile(standardOutput: format), part: nil)
      return
    }
    let path = try Self.path(command.output, name: name)
    if arguments.format == nil && path.lowercased().hasSuffix(".png") {
      self = .images(
        try NumberedImages(
          path, firstNumber: arguments.startNumber, resumes: arguments.resume))
      return
    }
    let video = try Self.unescaped(path)
    guard let shard = arguments.shard else {
      self = .file(
        try MotionFile(video, format: arguments.format, resumes: arguments.resume), part: nil)
      return
    }
    let part = shard.path(of: video)
    let file = try MotionFile(part, format: arguments.format)
    guard VideoPart.joins(file.format) else {
      throw ValidationError(
        "shards of a .\(file.format.rawValue) cannot be joined; use \(VideoPart.formatNames) or numbered .png"
      )
    }
    if arguments.resume, file.format == .raw || file.format == .y4m, VideoPart.exists(part) {
      // The last frame is drawn again and compared.
      self = .file(try MotionFile(part, format: arguments.format, resumes: true), part: part)
    } else {
      self = .file(file, part: part)
    }
  }

  /// Returns the path with the input's name inserted; the placeholder of the number remains.
  private static func path(_ option: String?, name: String) throws -> String {
    let escaped = name.replacingOccurrences(of: "%", with: "%%")
    guard let option else { return escaped + "_%05d.png" }
    guard !option.isEmpty else { throw OutputNamingError.emptyName }
    if option.hasSuffix("/") || OutputNaming.isExistingFolder(option) {
      let folder = option.replacingOccurrences(of: "%", with: "%%")
      return folder + (option.hasSuffix("/") ? "" : "/") + escaped + "_%05d.png"
    }
    var path = ""
    var rest = Substring(option)
    while let character = rest.popFirst() {
      if character == "%", let next = rest.first, next == "s" || next == "%" {
        path += next == "s" ? escaped : "%%"
        rest.removeFirst()
      } else {
        path.append(character)
      }
    }
    return path
  }

  /// Returns a path without a placeholder for a number.
  private static func unescaped(_ path: String) throws -> String {
    let plain = path.replacingOccurrences(of: "%%", with: "")
    guard !plain.contains("%") else {
      throw ValidationError(
        "-o \(path): one file takes no number; use only %s and %%")
    }
    return path.replacingOccurrences(of: "%%", with: "%")
  }
}
