// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import GlazeText

// The tree of layers.

/// Returns a handle of a layer; NULL for nil.
private func handle(of layer: CALayer?) -> OpaquePointer? {
  layer.flatMap { HandleTable.shared.handle(of: $0, .layer) }
}

@c @implementation
public func glaze_layer_create(_ class_name: UnsafePointer<CChar>!) -> OpaquePointer! {
  attempt(or: nil) {
    let name = try text(class_name, "class_name")
    guard let layer = CALayer.make(className: name) else {
      throw Failure(
        GLAZE_ERROR_UNKNOWN_NAME,
        "there is no layer class \"\(name)\"; use one of "
          + CALayer.classNames.joined(separator: ", "))
    }
    return handle(of: layer)
  }
}

@c @implementation
public func glaze_layer_add(_ layer: OpaquePointer!, _ sublayer: OpaquePointer!) -> glaze_code {
  glaze_layer_insert(layer, sublayer, Int.max)
}

@c @implementation
public func glaze_layer_insert(
  _ layer: OpaquePointer!, _ sublayer: OpaquePointer!, _ index: Int
) -> glaze_code {
  attemptChange {
    let (layer, sublayer) = (try GlazeC.layer(layer), try GlazeC.layer(sublayer, "sublayer"))
    try layer.requireNoCycle(entering: sublayer)
    // Sizes beyond Int arrive as negative numbers.
    layer.insertSublayer(sublayer, at: UInt32(clamping: index < 0 ? Int.max : index))
  }
}

@c @implementation
public func glaze_layer_remove(_ layer: OpaquePointer!) -> glaze_code {
  attemptChange { try GlazeC.layer(layer).removeFromSuperlayer() }
}

@c @implementation
public func glaze_layer_count(_ layer: OpaquePointer!) -> Int {
  attempt(or: 0) { try GlazeC.layer(layer).sublayers?.count ?? 0 }
}

@c @implementation
public func glaze_layer_at(_ layer: OpaquePointer!, _ index: Int) -> OpaquePointer! {
  attempt(or: nil) {
    let sublayers = try GlazeC.layer(layer).sublayers ?? []
    guard sublayers.indices.contains(index) else {
      throw Failure.argument("there is no sublayer \(index); the layer has \(sublayers.count)")
    }
    return handle(of: sublayers[index])
  }
}

@c @implementation
public func glaze_layer_superlayer(_ layer: OpaquePointer!) -> OpaquePointer! {
  attempt(or: nil) { handle(of: try GlazeC.layer(layer).superlayer) }
}

@c @implementation
public func glaze_layer_find(
  _ layer: OpaquePointer!, _ name: UnsafePointer<CChar>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let name = try text(name, "name")
    // A stack of its own, because trees may be deep.
    var waiting = [try GlazeC.layer(layer)]
    while let layer = waiting.popLast() {
      if layer.name == name { return handle(of: layer) }
      if let mask = layer.mask { waiting.append(mask) }
      waiting.append(contentsOf: (layer.sublayers ?? []).reversed())
    }
    return nil
  }
}

@c @implementation
public func glaze_layer_hit_test(_ layer: OpaquePointer!, _ point: glaze_point) -> OpaquePointer! {
  attempt(or: nil) { handle(of: try GlazeC.layer(layer).hitTest(point.point)) }
}

@c @implementation
public func glaze_layer_convert_point(
  _ layer: OpaquePointer!, _ point: glaze_point, _ target: OpaquePointer!,
  _ result: UnsafeMutablePointer<glaze_point>!
) -> glaze_code {
  attempt {
    guard let result else { throw Failure.argument("result is NULL") }
    let other = try target.map { target throws(Failure) in try GlazeC.layer(target, "target") }
    result.pointee = glaze_point(try GlazeC.layer(layer).convert(point.point, to: other))
  }
}
