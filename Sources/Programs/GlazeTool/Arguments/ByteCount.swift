import ArgumentParser

/// An amount of memory on the command line: `256M`, `1G`, `512K` or bytes.
struct ByteCount: Equatable, ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    let factors: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let factor = argument.uppercased().last.flatMap { factors[$0] }
    let digits = factor == nil ? Substring(argument) : argument.dropLast()
    // Int() also reads signs.
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: factor ?? 1)
    guard !overflows else { return nil }
    self.bytes = bytes
  }
}
