/// The function that `CGPath.apply(info:function:)` calls for each element.
public typealias CGPathApplierFunction = (
  _ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>
) -> Void

extension CGPath {
  /// Calls a function with each element in order, and passes a pointer on to it.
  ///
  /// Observed: Apple header CGPath.h.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }
}
