import Foundation
import Testing

@testable import GlazeTool

/// The costs that `glaze inspect` reports.
@Suite struct InspectCostTests {
  private func saving(_ whole: [Double], _ rest: [Double]) -> (saving: Saving, runs: Int) {
    var (wholes, rests) = (0, 0)
    let saving = Saving {
      defer { wholes += 1 }
      return whole[wholes % whole.count]
    } rest: {
      defer { rests += 1 }
      return rest[rests % rest.count]
    }
    return (saving, wholes)
  }

  @Test func aClearDifferenceNeedsFewRuns() {
    let (saving, runs) = saving([10], [8])
    #expect(saving.milliseconds == 2 && saving.uncertainty == 0 && runs == 3)
  }

  @Test func noDifferenceIsKnownSoonWithoutNoise() {
    let (saving, runs) = saving([10], [10])
    #expect(saving.milliseconds == 0 && saving.uncertainty == 0 && runs == 3)
  }

  /// A difference below the noise has an uncertainty above it.
  @Test func noiseTakesMoreRunsAndIsTold() {
    let (saving, runs) = saving([10, 14, 9, 13, 11], [10, 13, 12, 9])
    #expect(runs == 15 && abs(saving.milliseconds) < saving.uncertainty)
  }

  /// One slow run among many changes neither the time nor its range much.
  @Test func oneSlowRunChangesLittle() {
    let (saving, _) = saving([10.2, 10.1, 10, 50, 10.1], [8])
    #expect(abs(saving.milliseconds - 2.1) < 0.2 && saving.uncertainty < 1)
  }
}
