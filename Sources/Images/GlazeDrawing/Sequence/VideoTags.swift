import GlazeGeometry

/// The names by which ffmpeg and x265 know an encoding.
struct VideoTags {
  let primaries: String
  let transfer: String
  /// The matrix between RGB and Y'CbCr: that of the standard which has the primaries.
  let matrix: String
  private let output: OutputColor

  init(_ output: OutputColor) {
    self.output = output
    primaries =
      switch output.primaries {
      case .sRGB: "bt709"
      case .displayP3: "smpte432"
      case .bt2020: "bt2020"
      }
    transfer =
      switch output.transfer {
      case .sRGB: "iec61966-2-1"
      case .linear: "linear"
      case .pq: "smpte2084"
      case .hlg: "arib-std-b67"
      case .gamma2_2: "gamma22"
      }
    matrix = output.primaries == .bt2020 ? "bt2020nc" : "bt709"
  }

  /// The name of the matrix for ffmpeg's scaler.
  var scaleMatrix: String { output.primaries == .bt2020 ? "bt2020" : "bt709" }

  /// The curve for ProRes: that of BT.709 for everything but HDR.
  var proResTransfer: String {
    output.recordsLight ? transfer : output.primaries == .bt2020 ? "bt2020-10" : "bt709"
  }

  /// The arguments that name the encoding of a stream.
  var arguments: [String] {
    [
      "-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer, "-color_range",
      "tv",
    ]
  }

  /// The parameters of SVT-AV1; nil where none are needed.
  var svtAV1: String? {
    guard output.transfer == .pq else { return nil }
    let display = MasteringDisplay(output)
    func place(_ name: String, _ index: Int) -> String {
      let place = display.chromaticities[index]
      return "\(name)(\(place.x),\(place.y))"
    }
    let places = place("G", 1) + place("B", 2) + place("R", 0) + place("WP", 3)
    let light = LightMessage.provisional
    return "mastering-display=\(places)L(\(display.brightest),\(display.darkest)):"
      + "content-light=\(light.brightest),\(light.frame)"
  }

  /// The parameters of x265.
  var x265: String {
    let curve = output.transfer == .gamma2_2 ? "bt470m" : transfer
    var parameters = [
      "log-level=error", "info=0", "frame-threads=1", "colorprim=\(primaries)",
      "transfer=\(curve)", "colormatrix=\(matrix)", "range=limited",
    ]
    if output.transfer == .pq {
      let display = MasteringDisplay(output)
      let places = display.chromaticities.map { place in
        "(\(Self.units(place.x, 50_000)),\(Self.units(place.y, 50_000)))"
      }
      let light =
        "(\(Self.units(display.brightest, 10_000)),\(Self.units(display.darkest, 10_000)))"
      parameters += [
        "hdr10=1", "repeat-headers=1",
        "master-display=G\(places[1])B\(places[2])R\(places[0])WP\(places[3])L\(light)",
        "max-cll=\(LightMessage.provisional.brightest),\(LightMessage.provisional.frame)",
      ]
    }
    return parameters.joined(separator: ":")
  }

  private static func units(_ value: Double, _ perUnit: Double) -> Int {
    Int(clamping: (value * perUnit).rounded())
  }
}

/// The message in a video stream that contains the light levels of its frames.
///
/// They are known after the last frame, when the stream is already written: until then the message
/// holds other numbers, which are replaced.
package enum LightMessage {
  /// The numbers until then, in cd/m²; unlikely ones, so that the message is found in the file.
  static let provisional = (brightest: 60_876, frame: 54_321)

  /// The bytes of the message: its type, in HEVC its size, and two numbers.
  private static func bytes(_ brightest: Int, _ frame: Int, _ format: FFmpegFormat) -> [UInt8] {
    (format == .webm ? [1] : [144, 4])
      + [brightest, frame].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  /// The message to find.
  package static func pattern(in format: FFmpegFormat) -> [UInt8] {
    bytes(provisional.brightest, provisional.frame, format)
  }

  /// The bytes that replace the pattern.
  ///
  /// Zeros that would need another byte before them in a stream are avoided by adding 1.
  package static func replacement(_ levels: LightLevels, in format: FFmpegFormat) -> [UInt8] {
    func number(_ light: Double) -> Int {
      let number = min(max(Int(clamping: light.rounded(.up)), 1), 65_535)
      return number & 255 == 0 ? number + 1 : number
    }
    return bytes(number(levels.brightest), number(levels.brightestFrame), format)
  }
}
