import Foundation
import GlazePlan

/// The variables that change what commands do.
enum Environment {
  /// What `GLAZE_DISABLE` leaves of the optimisations; unknown names are reported.
  static func optimizations(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    report: (String) -> Void = { Console.writeToStandardError($0 + "\n") }
  ) -> Optimizations {
    guard let list = environment["GLAZE_DISABLE"] else { return .all }
    let (options, unknown) = Optimizations.disabling(list)
    if !unknown.isEmpty {
      report(
        "glaze: warning: GLAZE_DISABLE does not know \(unknown.joined(separator: ", ")); "
          + "the names are all, \(optimizationNames)")
    }
    return options
  }
}

/// For help and messages.
var optimizationNames: String { Optimizations.names.map(\.name).joined(separator: ", ") }
