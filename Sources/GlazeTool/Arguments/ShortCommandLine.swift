import Glaze

/// Command lines that ask for still pictures with the commonest options, read without ArgumentParser.
///
/// That finds out by reflection what options there are, which takes a tenth of the time until the first
/// picture. What is not understood here, or wrong, is left to it.
struct ShortCommandLine {
  private(set) var settings = RenderSettings()
  /// Each input with its output.
  private(set) var work: [(Input, Output)] = []

  /// Nil for everything but valid command lines of a few options, each given once.
  init?(_ arguments: [String]) {
    guard arguments.first == "render" else { return nil }
    var rest = arguments.dropFirst()
    var seen: Set<String> = []
    while let argument = rest.popFirst() {
      if argument == "-" || !argument.hasPrefix("-") {
        settings.inputs.append(argument)
        continue
      }
      let name = Self.longNames[argument] ?? argument
      guard seen.insert(name).inserted else { return nil }
      if setFlag(name) { continue }
      guard let value = rest.popFirst(), value == "-" || !value.hasPrefix("-"), set(name, to: value)
      else { return nil }
    }
    guard isValid, let work = try? settings.outputs() else { return nil }
    self.work = work
  }

  private static let longNames = ["-o": "--output", "-q": "--quiet"]

  private mutating func setFlag(_ name: String) -> Bool {
    switch name {
    case "--quiet": settings.quiet = true
    case "--stats": settings.stats = true
    case "--no-dither": settings.dither = false
    default: return false
    }
    return true
  }

  /// - Returns: Whether option and value are known.
  private mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--output":
      settings.output = value
      return true
    case "--backend":
      guard let backend = Renderer.Backend(rawValue: value) else { return false }
      settings.devices.backend = backend
      return true
    case "--size":
      settings.canvas.size = PixelSize(argument: value)
      return settings.canvas.size != nil
    case "--scale":
      settings.canvas.scale = PositiveNumber(argument: value)
      return settings.canvas.scale != nil
    case "--background":
      settings.canvas.background = ColorArgument(argument: value)
      return settings.canvas.background != nil
    case "--time":
      guard let time = FiniteNumber(argument: value) else { return false }
      settings.document.time = time
      return true
    default: return false
    }
  }

  /// Whether there is nothing to complain about.
  private var isValid: Bool {
    !settings.inputs.isEmpty && settings.inputs.count(where: { $0 == "-" }) < 2
      && (settings.canvas.size == nil || settings.canvas.scale == nil)
      && SequenceArguments.motionEnding(of: settings.output) == nil
  }
}
