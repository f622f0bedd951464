import GlazeGeometry
package import GlazeLayers
package import GlazePlan

/// Draws documents along many rendering paths that must give the same image, and compares them.
///
/// ```
/// plain image ────moved as the variant moves it──▶ expected ─┐
/// variant of the document ──────drawn────────────▶ actual ───┴▶ compared, within a tolerance
/// ```
///
/// No reference image is needed: each document is the reference for all of its variants.
package struct SelfCheck {
  /// The renderers that draw; the backends are compared with the last one.
  package var renderers: [Renderer]
  package var variants: [CheckVariant]
  /// A tolerance that replaces that of each variant; nil uses those.
  package var tolerance: ImageTolerance?

  package init(
    renderers: [Renderer], variants: [CheckVariant] = CheckVariant.all,
    tolerance: ImageTolerance? = nil
  ) {
    self.renderers = renderers
    self.variants = variants
    self.tolerance = tolerance
  }

  /// The result of a check.
  package struct Result {
    /// The number of images that were compared.
    package var comparisons = 0
    package var differences: [CheckDifference] = []
    /// The images that are equal within their tolerance only.
    package var tolerated = Tolerated()
    /// The outcome of each comparison.
    package var rows: [ComparisonReport.Row] = []
    /// The images that are equal within their tolerance and differ in the most pixels.
    package var mostTolerated: CheckDifference?
    /// Variants that do not apply to this document, with the reason.
    package var skipped: [(variant: CheckVariant, reason: String)] = []
  }

  /// The differences that tolerances hide.
  package struct Tolerated: Sendable, Equatable {
    /// The number of images.
    package var count = 0
    /// The most pixels of one image that differ at all.
    package var pixels = 0
    /// The largest deviation of a channel, in levels.
    package var levels = 0

    mutating func add(_ comparison: ImageComparison) {
      if comparison.largest == 0 { return }
      count += 1
      pixels = max(pixels, comparison.count(above: 0))
      levels = max(levels, comparison.largest)
    }
  }

  /// The reason for skipping an optimization that does not change what is drawn.
  package static let doesNotApply = "does not apply"

  /// Draws all variants with all renderers.
  ///
  /// - Parameter progress: Called before each comparison with the number of earlier ones, the number of all, and
  ///   the name of the comparison.
  /// - Throws: `GlazeError` when something cannot be drawn at all.
  package func run(
    _ subject: CheckSubject,
    progress: (_ done: Int, _ total: Int, _ name: String) -> Void = { _, _, _ in }
  ) throws(GlazeError) -> Result {
    var result = Result()
    let traits = DocumentTraits(subject.root)
    var applicable: [CheckVariant] = []
    var finder = ChangeFinder(subject, renderers[0].optimizations)
    for variant in variants {
      if let reason = variant.obstacle(in: traits, rendererCount: renderers.count) {
        result.skipped.append((variant, reason))
      } else if case .without(let options) = variant,
        !finder.isChanged(by: options)
      {
        result.skipped.append((variant, Self.doesNotApply))
      } else {
        applicable.append(variant)
      }
    }
    // The backends are compared once less than the others.
    let total =
      applicable.count * renderers.count - (applicable.contains(.backends) ? 1 : 0)
    for (index, renderer) in renderers.enumerated() {
      let plain = try subject.plainImage(renderer)
      for variant in applicable where variant != .backends || index < renderers.count - 1 {
        let pair = RendererPair(actual: renderer, other: renderers[renderers.count - 1])
        progress(result.comparisons, total, "\(variant.name) on \(renderer.backend)")
        result.comparisons += 1
        var difference = try compare(subject, variant, pair, plain: plain)
        let outcome = difference.outcome
        if outcome == .differs, difference.comparison.isSameSize {
          let layer = try layerToBlame(
            subject, variant, pair, difference.comparison.worst, difference.tolerance)
          difference.layer = layer.map { LayerPath(of: $0) }
        }
        result.add(difference, outcome)
      }
    }
    return result
  }

  private func compare(
    _ subject: CheckSubject, _ variant: CheckVariant, _ renderers: RendererPair,
    plain: PixelBuffer
  ) throws(GlazeError) -> CheckDifference {
    let (expected, actual) = try renderers.images(subject, variant, plain: plain)
    return CheckDifference(
      variant: variant, backend: renderers.actual.backend, expected: expected, actual: actual,
      comparison: ImageComparison(expected, actual), tolerance: tolerance ?? variant.tolerance)
  }

  // MARK: Blame

  /// Limits the search in documents with thousands of sublayers; the layer found by then contains
  /// the cause.
  private static let maximumTrials = 300

  /// Returns the deepest layer without which the images agree at a position; nil when they never
  /// do.
  private func layerToBlame(
    _ subject: CheckSubject, _ variant: CheckVariant, _ renderers: RendererPair,
    _ place: PixelPlace, _ tolerance: ImageTolerance
  ) throws(GlazeError) -> CALayer? {
    var trials = 0
    /// Returns whether the difference disappears with the layer.
    func isGuilty(_ layer: CALayer) throws(GlazeError) -> Bool {
      if layer.isHidden || trials >= Self.maximumTrials { return false }
      trials += 1
      layer.isHidden = true
      defer { layer.isHidden = false }
      let (expected, actual) = try renderers.images(subject, variant, plain: nil)
      let deviation = expected[place].deviation(from: actual[place])
      return deviation <= tolerance.deviation
    }
    guard try isGuilty(subject.root) else { return nil }
    var guilty = subject.root
    while true {
      var deeper: CALayer?
      // From the front: the frontmost layer is the likeliest cause.
      for layer in (guilty.sublayers ?? []).reversed() where deeper == nil {
        if try isGuilty(layer) { deeper = layer }
      }
      guard let deeper else { return guilty }
      guilty = deeper
    }
  }
}

/// The renderer that is checked, and the one that it is compared with.
private struct RendererPair {
  var actual: Renderer
  var other: Renderer

  /// Returns the image of a variant and the expected one.
  ///
  /// - Parameter plain: the plain image of the checked renderer; nil draws it.
  func images(
    _ subject: CheckSubject, _ variant: CheckVariant, plain: PixelBuffer?
  ) throws(GlazeError) -> (expected: PixelBuffer, actual: PixelBuffer) {
    let own: PixelBuffer
    if let plain { own = plain } else { own = try subject.plainImage(actual) }
    if variant == .backends { return (try subject.plainImage(other), own) }
    if variant == .damaged {
      let images = try subject.drawDamaged(actual)
      return (images.whole, images.over)
    }
    if case .without(let options) = variant, options.actBetweenFrames {
      let expected = try subject.drawSequence(actual, without: [])
      let pairs = zip(expected, try subject.drawSequence(actual, without: options))
      // The first frame that differs, or else the last.
      if let pair = pairs.first(where: { $0.0 != $0.1 }) ?? Array(pairs).last { return pair }
    }
    return (
      subject.expectedImage(variant, plain: own), try subject.image(variant, actual)
    )
  }
}

extension SelfCheck.Result {
  fileprivate mutating func add(_ difference: CheckDifference, _ outcome: ComparisonReport.Outcome)
  {
    let comparison = difference.comparison
    let pixels =
      comparison.isSameSize
      ? comparison.count(above: 0) : difference.actual.width * difference.actual.height
    rows.append(
      .init(
        title: difference.title, outcome: outcome, pixels: pixels, levels: comparison.largest))
    switch outcome {
    case .equal: break
    case .differs: differences.append(difference)
    case .within:
      tolerated.add(comparison)
      if pixels > mostTolerated?.comparison.count(above: 0) ?? 0 { mostTolerated = difference }
    }
  }
}

/// Two images that should be equal.
package struct CheckDifference {
  package var variant: CheckVariant
  package var backend: Renderer.Backend
  package var expected: PixelBuffer
  package var actual: PixelBuffer
  package var comparison: ImageComparison
  package var tolerance: ImageTolerance
  /// The deepest layer whose removal removes the strongest difference; nil when there is none.
  package var layer: LayerPath?

  /// The variant and the backend.
  package var title: String { "\(variant.name) on \(backend)" }

  package var outcome: ComparisonReport.Outcome {
    if !comparison.isWithin(tolerance) { return .differs }
    return comparison.largest == 0 ? .equal : .within
  }
}

extension CheckDifference: CustomStringConvertible {
  /// A description of the difference and its position, in one line.
  package var description: String {
    guard comparison.isSameSize else {
      return "\(title): \(actual.width) x \(actual.height) pixels, "
        + "expected \(expected.width) x \(expected.height)"
    }
    let count = comparison.count(above: tolerance.deviation)
    let allowed = tolerance.outlierCount(of: expected.width * expected.height)
    let culprit = layer.map { ", in \($0)" } ?? ""
    return "\(title): \(count) \(count == 1 ? "pixel differs" : "pixels differ") by more than "
      + "\(tolerance.deviation) levels (allowed: \(allowed)), "
      + "most by \(comparison.largest) at \(comparison.worst)\(culprit)"
  }
}

/// A layer's name and its position in the tree, as text.
package struct LayerPath: Sendable, Equatable, CustomStringConvertible {
  package var description: String

  /// Describes a layer: `CALayer "needle", root.sublayers[0].sublayers[3]`.
  package init(of layer: CALayer) {
    var path = ""
    var lower = layer
    while let upper = lower.superlayer {
      let index = upper.sublayers?.firstIndex { $0 === lower }
      path = ".sublayers[\(index ?? 0)]" + path
      lower = upper
    }
    let name = layer.name.map { " \"\(MessageText.shown($0))\"" } ?? ""
    description = "\(layer.properties.className)\(name), root\(path)"
  }
}

extension SIMD4<UInt8> {
  /// Returns the deviation of the channel that differs most.
  fileprivate func deviation(from other: Self) -> Int {
    (0..<4).map { abs(Int(self[$0]) - Int(other[$0])) }.max() ?? 0
  }
}
