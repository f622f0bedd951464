import Foundation
import GlazeDrawing
import Synchronization

/// Writes the frames of a sequence to PNG files with numbers in their names.
///
/// Each file appears when it is complete. So a sequence that was cut off can be continued, and several
/// processes may each draw some of its frames.
public final class NumberedPictures: FrameSink {
  private let name: NumberedName
  private let firstNumber: Int
  private let resumes: Bool
  private let size = Mutex((width: 0, height: 0))

  /// - Parameters:
  ///   - pattern: a path with one place for the number: `%d`, or `%05d` for five digits or more; `%%`
  ///     stands for a percent sign.
  ///   - firstNumber: that of frame 0.
  ///   - resumes: whether files that are there and complete are left as they are.
  /// - Throws: `GlazeError.Code.invalidArgument`, `GlazeError.Code.unknownName` unless it ends in .png.
  public init(
    _ pattern: String, firstNumber: Int = 0, resumes: Bool = false
  ) throws(GlazeError) {
    guard pattern.lowercased().hasSuffix(".png") else { throw .unknownFormat(pattern) }
    guard let name = NumberedName(pattern) else { throw .noNumber(pattern) }
    self.name = name
    self.firstNumber = firstNumber
    self.resumes = resumes
  }

  /// The path of a frame's file.
  public func path(of frame: Int) -> String { name.path(firstNumber + frame) }

  /// All frames, of which `contains` knows those that are there.
  public func begin(_ description: SequenceDescription) throws -> Range<Int> {
    size.withLock { $0 = (description.width, description.height) }
    return description.frames
  }

  /// Whether the file of a frame is there, complete, and of the right size.
  public func contains(_ frame: Int) -> Bool {
    guard resumes, let file = PlainFile.read(path(of: frame)) else { return false }
    return size.withLock { PNG.isComplete(file, width: $0.width, height: $0.height) }
  }

  /// The frame as PNG: sRGB, straight alpha.
  public func encode(_ frame: SequenceFrame) throws -> [UInt8] {
    try frame.pixels.withUnsafeBytes { pixels in
      try PNG.encode(
        premultipliedRGBA: pixels, width: frame.width, height: frame.height,
        maximumThreads: frame.threads)
    }
  }

  /// Writes the frame's file.
  ///
  /// - Throws: `GlazeError.Code.writing`, also for a pipe or a device of the file's name.
  public func write(_ bytes: [UInt8], frame: Int) throws {
    do throws(OutputError) {
      let path = path(of: frame)
      guard !OutputFile.isSpecial(path) else { throw OutputError(path, EEXIST) }
      try OutputFile.write(bytes, to: path)
    } catch {
      throw GlazeError.writing(error.description)
    }
  }
}

/// A path with one place for a number.
struct NumberedName: Sendable, Equatable {
  private var before = ""
  private var after = ""
  private var minimumDigits = 0

  /// nil unless there is exactly one place, and nothing else after a percent sign.
  init?(_ pattern: String) {
    var parts = [""]
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      switch rest.popFirst() {
      case "%" where digits.isEmpty: parts[parts.count - 1].append("%")
      case "d" where digits.count <= 2:
        minimumDigits = Int(digits) ?? 0
        parts.append("")
      default: return nil
      }
    }
    guard parts.count == 2 else { return nil }
    (before, after) = (parts[0], parts[1])
  }

  func path(_ number: Int) -> String {
    let digits = String(number)
    return before + String(repeating: "0", count: max(0, minimumDigits - digits.count)) + digits
      + after
  }
}
