import ArgumentParser

/// A finite number on the command line that is not negative: a time in seconds.
struct FiniteNumber: Equatable, ExpressibleByArgument {
  var value: Double

  init(_ value: Double) {
    self.value = value
  }

  init?(argument: String) {
    guard let value = Double(argument), value.isFinite, value >= 0 else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { "\(value)" }
}

/// A finite number above 0 on the command line: pixels per point.
struct PositiveNumber: Equatable, ExpressibleByArgument {
  var value: Double

  init(_ value: Double) {
    self.value = value
  }

  init?(argument: String) {
    guard let value = Double(argument), value.isFinite, value > 0 else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { "\(value)" }
}
