import ArgumentParser
import Glaze
import GlazeServe

/// The parameters of a request, as the equivalent command line.
struct ServedParameters {
  /// The format of an answer.
  enum Format: Hashable {
    /// A lossless image.
    case png, webP
    case motion(MotionFile.Format)

    /// The MIME type.
    var type: String {
      switch self {
      case .png: "image/png"
      case .webP, .motion(.webp): "image/webp"
      case .motion(.apng): "image/apng"
      case .motion(.gif): "image/gif"
      case .motion(.mp4): "video/mp4"
      case .motion(.webm): "video/webm"
      case .motion(.mov): "video/quicktime"
      case .motion(.mkv): "video/x-matroska"
      case .motion(.y4m): "video/x-yuv4mpeg"
      case .motion(.raw): "application/octet-stream"
      }
    }
  }

  let command: RenderCommand
  let format: Format
  /// The times of a video; nil for an image.
  let times: FrameTimes?

  private static let values: Set = [
    "size", "scale", "background", "limit", "part", "time", "state", "from-state", "to-state",
    "from", "to", "fps", "frames",
  ]
  /// The flags, with their arguments for true and for false.
  private static let flags: [String: (yes: [String], no: [String])] = [
    "flipped": (["--flipped"], []), "strict": (["--strict"], []),
    "dither": (["--dither"], ["--no-dither"]),
  ]

  /// - Parameters:
  ///   - document: The path of the document.
  ///   - limits: The limits of the service, which requests may lower.
  /// - Throws: `ServedFailure` for invalid parameters.
  init(
    _ parameters: [Parameter], document: String, limits: [LimitArgument]
  ) throws(ServedFailure) {
    // Confines files to the request's folder, which is the current one.
    var arguments = ["--asset-root", ".", "--quiet"]
    var formatName: String?
    for parameter in parameters {
      if parameter.name == "format" {
        formatName = parameter.value
      } else if Self.values.contains(parameter.name) {
        arguments.append("--\(parameter.name)=\(parameter.value)")
      } else if let flag = Self.flags[parameter.name] {
        arguments += try Self.arguments(flag, parameter)
      } else {
        let names = Self.values.union(Self.flags.keys).union(["format"]).sorted()
        throw Self.usage(
          "unknown parameter \(parameter.name); use \(names.joined(separator: ", "))")
      }
    }
    var command = try Self.parse(arguments + ["--", document])
    command.canvas.limit = Self.lowest(limits + command.canvas.limit)
    self.command = command
    do {
      times = try command.sequence.times()
      if times == nil { try command.sequence.checkStill(output: nil) }
    } catch {
      throw Self.usage(RenderCommand.message(for: error))
    }
    format = try Self.format(formatName, isMotion: times != nil)
  }

  private static func arguments(
    _ flag: (yes: [String], no: [String]), _ parameter: Parameter
  ) throws(ServedFailure) -> [String] {
    switch parameter.value {
    case "", "1", "true": return flag.yes
    case "0", "false": return flag.no
    default: throw usage("\(parameter.name) must be 1 or 0")
    }
  }

  private static func parse(_ arguments: [String]) throws(ServedFailure) -> RenderCommand {
    do {
      return try RenderCommand.parse(arguments)
    } catch {
      throw usage(RenderCommand.message(for: error))
    }
  }

  private static func usage(_ message: String) -> ServedFailure {
    ServedFailure(400, "usage", message)
  }

  /// Returns each limit once, with its lowest value.
  private static func lowest(_ limits: [LimitArgument]) -> [LimitArgument] {
    Dictionary(grouping: limits, by: \.name).values.compactMap { same in
      same.min { $0.number < $1.number }
    }
  }

  private static func format(
    _ name: String?, isMotion: Bool
  ) throws(ServedFailure) -> Format {
    if isMotion {
      if let format = MotionFile.Format(rawValue: name ?? "mp4") { return .motion(format) }
      let names = MotionFile.Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw usage("with to, format must be one of \(names)")
    }
    switch name {
    case nil, "png": return .png
    case "webp": return .webP
    default: throw usage("format must be png or webp; videos need to, the time at which they end")
    }
  }
}
