/// The reason why a device cannot execute a plan.
package enum LoweringError: Error, Equatable, CustomStringConvertible {
  /// Something is larger than the device allows.
  case tooLarge(what: String, size: Int, limit: Int)

  package var description: String {
    switch self {
    case .tooLarge(let what, let size, let limit):
      "\(what) needs \(size), more than this driver's limit of \(limit); draw a smaller image, or use "
        + "the software backend"
    }
  }
}
