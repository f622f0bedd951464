/// A linear map of colors: each row gives a component of the result.
///
/// `red = m11 r + m12 g + m13 b + m14 a + m15`, and so on with rows 2, 3 and 4 for green, blue and
/// alpha. Components are unpremultiplied and sRGB encoded.
///
/// Apple's own files contain it; it is in no public header.
public struct CAColorMatrix: Sendable, Hashable {
  /// The first row, for red.
  public var m11: Float, m12: Float, m13: Float, m14: Float, m15: Float
  /// The second row, for green.
  public var m21: Float, m22: Float, m23: Float, m24: Float, m25: Float
  /// The third row, for blue.
  public var m31: Float, m32: Float, m33: Float, m34: Float, m35: Float
  /// The fourth row, for alpha.
  public var m41: Float, m42: Float, m43: Float, m44: Float, m45: Float

  /// Creates a matrix from all its numbers.
  public init(
    m11: Float, m12: Float, m13: Float, m14: Float, m15: Float,
    m21: Float, m22: Float, m23: Float, m24: Float, m25: Float,
    m31: Float, m32: Float, m33: Float, m34: Float, m35: Float,
    m41: Float, m42: Float, m43: Float, m44: Float, m45: Float
  ) {
    (self.m11, self.m12, self.m13, self.m14, self.m15) = (m11, m12, m13, m14, m15)
    (self.m21, self.m22, self.m23, self.m24, self.m25) = (m21, m22, m23, m24, m25)
    (self.m31, self.m32, self.m33, self.m34, self.m35) = (m31, m32, m33, m34, m35)
    (self.m41, self.m42, self.m43, self.m44, self.m45) = (m41, m42, m43, m44, m45)
  }

  /// Creates a matrix from twenty numbers, row by row; nil for any other count.
  public init?(rowMajor n: [Float]) {
    guard n.count == 20 else { return nil }
    self.init(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m15: n[4],
      m21: n[5], m22: n[6], m23: n[7], m24: n[8], m25: n[9],
      m31: n[10], m32: n[11], m33: n[12], m34: n[13], m35: n[14],
      m41: n[15], m42: n[16], m43: n[17], m44: n[18], m45: n[19])
  }

  /// The twenty numbers, row by row.
  public var rowMajor: [Float] {
    [
      m11, m12, m13, m14, m15, m21, m22, m23, m24, m25, m31, m32, m33, m34, m35, m41, m42, m43,
      m44, m45,
    ]
  }

  /// The matrix that leaves colors unchanged.
  public static let identity = CAColorMatrix(
    m11: 1, m12: 0, m13: 0, m14: 0, m15: 0, m21: 0, m22: 1, m23: 0, m24: 0, m25: 0,
    m31: 0, m32: 0, m33: 1, m34: 0, m35: 0, m41: 0, m42: 0, m43: 0, m44: 1, m45: 0)
}
