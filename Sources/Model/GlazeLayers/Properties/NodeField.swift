/// A field of a node into which frames write animated values.
package enum NodeField: UInt8 {
  case position, bounds, anchorPoint, zPosition, opacity, backgroundColor, cornerRadius
  case transform, sublayerTransform
}
