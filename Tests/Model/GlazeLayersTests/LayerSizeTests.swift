import Foundation
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazeLayers

/// Limits on the memory of layers: a scene of 100,000 layers has it 100,000 times.
struct LayerSizeTests {
  /// Returns the bytes that an object itself takes; nil if the allocator does not report them.
  private func size(of object: AnyObject) -> Int? {
    // Glibc's module does not have the header.
    guard let symbol = dlsym(nil, "malloc_usable_size") else { return nil }
    typealias Function = @convention(c) (UnsafeMutableRawPointer) -> Int
    let function = unsafeBitCast(symbol, to: Function.self)
    return function(Unmanaged.passUnretained(object).toOpaque())
  }

  @Test func layersAndColoursAreSmall() {
    let layer = CALayer()
    let color = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 1)
    if let bytes = size(of: layer) { #expect(bytes <= 184) }
    if let bytes = size(of: color) { #expect(bytes <= 56) }
    #expect(MemoryLayout<LayerNode>.stride <= 112)
  }

  @Test func plainLayersHaveNothingBesides() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.position = CGPoint(x: 5, y: 5)
    layer.anchorPoint = .zero
    layer.backgroundColor = .white
    layer.opacity = 0.5
    layer.cornerRadius = 3
    layer.borderWidth = 1
    layer.maskedCorners = .layerMinXMinYCorner
    // Values that equal the defaults are not stored.
    layer.borderColor = .black
    layer.zPosition = 0
    layer.name = nil
    layer.mask = nil
    layer.delegate = nil
    layer.layoutManager = nil
    layer.transform = .identity
    #expect(layer.extras == nil)
    #expect(layer.state.rare.isInitial)
    #expect(layer.objects.label.isInitial)
    #expect(layer.objects.rare.isInitial)
  }

  @Test func piecesHoldWhatTheyAreTold() {
    let layer = CALayer()
    layer.zPosition = 7
    layer.name = "a"
    layer.borderColor = nil
    let mask = CALayer()
    layer.mask = mask
    let copied = layer.objects
    layer.name = "b"
    #expect(layer.zPosition == 7)
    #expect(layer.name == "b")
    #expect(copied.name == "a")
    #expect(layer.borderColor == nil)
    #expect(layer.mask === mask)
    layer.zPosition = 0
    #expect(layer.zPosition == 0)
  }

  @Test func delegatesAreNotRetained() {
    final class Delegate: CALayerDelegate {}
    let layer = CALayer()
    weak var gone: Delegate?
    do {
      let delegate = Delegate()
      layer.delegate = delegate
      gone = delegate
      #expect(layer.delegate === delegate)
    }
    #expect(gone == nil)
    #expect(layer.delegate == nil)
  }
}
