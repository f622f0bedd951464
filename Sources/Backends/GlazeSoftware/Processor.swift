import CGlazeKernels

/// A kind of processor that has kernels of its own.
///
/// All of them draw the same pixels.
package enum Processor {
  /// Every processor of the architecture.
  case baseline
  case avx2
  case avx512

  package static let newest = avx512

  /// The kernels for this machine that use at most the instructions of this kind.
  var kernels: UnsafePointer<GlazeKernels> {
    switch self {
    case .baseline: glaze_kernels(GlazeBaseline)
    case .avx2: glaze_kernels(GlazeAVX2)
    case .avx512: glaze_kernels(GlazeAVX512)
    }
  }
}
