// Changes layers on threads that they do not belong to, which only Swift 5 programs can do by
// mistake. Each such change is reported and refused: the image is the same, and so is the memory.
import Foundation
import GlazeCore

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
let layers = (0..<64).map { index -> CALayer in
  let layer = CALayer()
  layer.name = "layer \(index)"
  layer.frame = CGRect(x: index % 8 * 8, y: index / 8 * 8, width: 7, height: 7)
  layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.5, blue: 0.8, alpha: 1)
  root.addSublayer(layer)
  return layer
}
var options = RenderOptions()
options.animatesChanges = false
let session = try RenderSession(root, renderer: Renderer(.cpu), options: options)
let before = try session.image(at: 0)

final class Count: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0
  private(set) var sentence = ""

  func add(_ misuse: ModelMisuse) {
    lock.lock()
    defer { lock.unlock() }
    guard case .wrongThread = misuse else { return }
    number += 1
    sentence = misuse.description
  }

  var value: Int {
    lock.lock()
    defer { lock.unlock() }
    return number
  }
}

let count = Count()
let changesEach = 14
let done = DispatchGroup()
for _ in 0..<4 {
  done.enter()
  Thread.detachNewThread {
    ModelMisuse.withHandler({ count.add($0) }) {
      for round in 0..<50 {
        for layer in layers {
          layer.position.x += 1
          layer.bounds.size.width = CGFloat(round)
          layer.name = "renamed \(round)"
          layer.backgroundColor = nil
          layer.transform = CATransform3DMakeRotation(1, 0, 0, 1)
          layer.shadowPath = CGPath(rect: layer.bounds, transform: nil)
          layer.setValue("x", forKey: "a key of its own")
          layer.speed = 3
          layer.addSublayer(CALayer())
          layer.mask = CALayer()
          layer.removeFromSuperlayer()
          layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
          layer.setNeedsLayout()
          layer.setNeedsDisplay()
        }
      }
    }
    done.leave()
  }
}
// Meanwhile the owning thread changes and draws them.
var frames = 0
repeat {
  for layer in layers { layer.cornerRadius = CGFloat(frames % 4) }
  _ = try session.image(at: Double(frames))
  frames += 1
} while done.wait(timeout: .now()) == .timedOut
for layer in layers { layer.cornerRadius = 0 }
let after = try session.image(at: Double(frames))

let expected = 4 * 50 * layers.count * changesEach
guard after == before, count.value == expected else {
  print("\(count.value) of \(expected) changes were refused; same image: \(after == before)")
  exit(1)
}
print("\(expected) changes were refused. The last: \(count.sentence)")
