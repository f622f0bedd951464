extension Int {
  /// The product, or the largest integer on overflow.
  package func timesAtMost(_ other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }

  /// The sum, or the largest integer on overflow.
  package func plusAtMost(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
