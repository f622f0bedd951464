extension OutputColor {
  /// Makes the encoding with the name of its space: `srgb`, `p3` or `rec2020`, alone or with
  /// `-linear`, `-pq`, `-hlg` or `-gamma22`.
  ///
  /// - Parameters:
  ///   - space: the name, such as `rec2020-pq`; other names give nil.
  ///   - depth: `8`, `10`, `16`, `half` or `float`, others give nil; default nil: `half` for linear
  ///     spaces, `10` for PQ and HLG, else `8`.
  ///
  /// Source: Glaze's own choice; `--output-space` of the command takes the same names.
  public init?(space: String, depth: String? = nil) {
    self.init()
    let parts = space.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard 1...2 ~= parts.count,
      let primaries = Primaries.allCases.first(where: { $0.name == parts[0] })
    else { return nil }
    self.primaries = primaries
    if parts.count == 2 {
      guard let transfer = Transfer.allCases.first(where: { $0.suffix == parts[1] }) else {
        return nil
      }
      self.transfer = transfer
    }
    self.depth = transfer.leastDepth
    if let depth {
      guard let wanted = Depth(name: depth) else { return nil }
      self.depth = wanted
    }
  }
}

extension OutputColor.Primaries {
  fileprivate var name: String {
    switch self {
    case .sRGB: "srgb"
    case .displayP3: "p3"
    case .bt2020: "rec2020"
    }
  }
}

extension OutputColor.Transfer {
  /// The end of the name of a space, after its primaries; nil for the curve of sRGB.
  fileprivate var suffix: String? {
    switch self {
    case .sRGB: nil
    case .linear: "linear"
    case .pq: "pq"
    case .hlg: "hlg"
    case .gamma2_2: "gamma22"
    }
  }

  /// The least depth whose steps are not visible.
  fileprivate var leastDepth: OutputColor.Depth {
    switch self {
    case .linear: .half
    case .pq, .hlg: .bits10
    case .sRGB, .gamma2_2: .bits8
    }
  }
}

extension OutputColor.Depth {
  /// The depth of a name: `8`, `10`, `16`, `half` or `float`.
  package init?(name: String) {
    let found = Self.allCases.first { $0.name == name }
    guard let found else { return nil }
    self = found
  }

  private var name: String {
    switch self {
    case .bits8: "8"
    case .bits10: "10"
    case .bits16: "16"
    case .half: "half"
    case .float: "float"
    }
  }
}
