/// What `CGPath.apply(info:function:)` calls for each element.
public typealias CGPathApplierFunction = (
  _ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>
) -> Void

extension CGPath {
  /// Hands out the elements, one after another, with a pointer that is passed on.
  ///
  /// Observed: Apple header CGPath.h.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }
}
