import Foundation
@testable import GlazeSoftware
import Testing

/// The kernels of each kind of processor.
///
/// That all draw the same pixels is tested with each kernel.
@Suite struct ProcessorTests {
  @Test(.enabled(if: !flags.isEmpty, "no flags of x86-64")) func isWhatTheMachineHas() {
    let avx512 = ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512_vbmi2"]
    let hasAVX2 = Self.flags.contains("avx2"), hasAVX512 = Self.flags.isSuperset(of: avx512)
    #expect((Processor.avx2.kernels != Processor.baseline.kernels) == hasAVX2)
    #expect((Processor.avx512.kernels != Processor.avx2.kernels) == hasAVX512)
  }

  private static let flags: Set<String> = {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
    return Set(line.split(separator: " ").map(String.init))
  }()
}
