import ArgumentParser
import Glaze
import GlazeServe

/// The parameters of a request, as the command line that they stand for.
struct ServedParameters {
  /// What an answer is.
  enum Format: Hashable {
    /// A picture without loss.
    case png, webP
    case motion(MotionFile.Format)

    /// Of MIME.
    var type: String {
      switch self {
      case .png: "image/png"
      case .webP, .motion(.webp): "image/webp"
      case .motion(.apng): "image/apng"
      case .motion(.gif): "image/gif"
      case .motion(.mp4): "video/mp4"
      case .motion(.webm): "video/webm"
      case .motion(.mov): "video/quicktime"
      case .motion(.y4m): "video/x-yuv4mpeg"
      case .motion(.raw): "application/octet-stream"
      }
    }
  }

  let command: RenderCommand
  let format: Format
  /// The moments of a film; nil for a picture.
  let times: FrameTimes?

  private static let values: Set = [
    "size", "scale", "background", "limit", "part", "time", "state", "from-state", "to-state",
    "from", "to", "fps", "frames",
  ]
  /// With the arguments for yes and for no.
  private static let flags: [String: (yes: [String], no: [String])] = [
    "flipped": (["--flipped"], []), "strict": (["--strict"], []),
    "dither": (["--dither"], ["--no-dither"]),
  ]

  /// - Parameters:
  ///   - document: what is to be drawn.
  ///   - limits: what requests may lower.
  /// - Throws: `ServedFailure` for what makes no sense.
  init(
    _ parameters: [Parameter], document: String, limits: [LimitArgument]
  ) throws(ServedFailure) {
    // Nothing outside of the request's folder, which is the current one.
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
          "\(parameter.name) is unknown; there are \(names.joined(separator: ", "))")
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
    default: throw usage("\(parameter.name) is 1 or 0")
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

  /// Each limit once, as low as anybody wants it.
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
      throw usage("format is one of \(names) where to is given")
    }
    switch name {
    case nil, "png": return .png
    case "webp": return .webP
    default: throw usage("format is png or webp; films have to, the moment at which they end")
    }
  }
}
