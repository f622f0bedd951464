import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Synchronization

/// A sink that writes the frames of a sequence to PNG files with numbers in their names.
///
/// Each file appears when it is complete. A sequence that was cut off can therefore be continued,
/// and several processes may each draw some of its frames.
public final class NumberedImages: FrameSink {
  private let name: NumberedName
  private let firstNumber: Int
  private let resumes: Bool
  private let size = Mutex((width: 0, height: 0))

  /// - Parameters:
  ///   - pattern: a path with one place for the number: `%d`, or `%05d` for at least five digits;
  ///     `%%` is a percent sign.
  ///   - firstNumber: the number of frame 0.
  ///   - resumes: whether existing complete files are left as they are.
  /// - Throws: `GlazeError.Code.invalidArgument`, `GlazeError.Code.unknownName` unless the path
  ///   ends in .png.
  public init(
    _ pattern: String, firstNumber: Int = 0, resumes: Bool = false
  ) throws(GlazeError) {
    guard pattern.lowercased().hasSuffix(".png") else { throw .unknownFormat(pattern) }
    guard let name = NumberedName(pattern) else { throw .noNumber(pattern) }
    self.name = name
    self.firstNumber = firstNumber
    self.resumes = resumes
  }

  /// Returns the path of a frame's file.
  public func path(of frame: Int) -> String { name.path(firstNumber + frame) }

  /// Returns all frames; `contains` reports those that exist.
  public func begin(_ description: SequenceDescription) throws -> Range<Int> {
    size.withLock { $0 = (description.width, description.height) }
    return description.frames
  }

  /// Returns whether the file of a frame exists, complete, and with the right size.
  public func contains(_ frame: Int) -> Bool {
    guard resumes, let file = PlainFile.read(path(of: frame)) else { return false }
    return size.withLock { PNG.isComplete(file, width: $0.width, height: $0.height) }
  }

  /// Returns the frame as PNG in the encoding of the sequence, with straight alpha.
  ///
  /// - Throws: `GlazeError.Code.invalidArgument` for floating point, which PNG does not hold.
  public func encode(_ frame: SequenceFrame) throws -> [UInt8] {
    try frame.buffer.png(maximumThreads: frame.threads)
  }

  /// Writes the frame's file.
  ///
  /// - Throws: `GlazeError.Code.writing`, also if the path is that of a pipe or a device.
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

  /// Parses a pattern; nil unless it has exactly one place, and nothing else after a percent sign.
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
