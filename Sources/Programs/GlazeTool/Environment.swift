import Foundation
import GlazePlan

/// The environment variables that change the behavior of commands.
enum Environment {
  /// The optimizations that `GLAZE_DISABLE` leaves on.
  ///
  /// Unknown names are reported.
  static func optimizations(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    report: (String) -> Void = { Console.writeToStandardError($0 + "\n") }
  ) -> Optimizations {
    guard let list = environment["GLAZE_DISABLE"] else { return .all }
    let (options, unknown) = Optimizations.disabling(list)
    if !unknown.isEmpty {
      report(
        "glaze: warning: unknown names in GLAZE_DISABLE: \(unknown.joined(separator: ", ")); "
          + "the names are all, \(optimizationNames)")
    }
    return options
  }
}

/// The names of all optimizations, for help and messages.
var optimizationNames: String { Optimizations.names.map(\.name).joined(separator: ", ") }
