import Foundation
import Glaze

// A renderer is a device with its caches.
for device in Device.all() { print(device.name, device.description) }
let renderer = try Renderer(.cpu)

// Open a document, or make layers.
let scene = #"{"width": 160, "height": 90, "root": {"backgroundColor": [0, 0, 0.5]}}"#
let document = try Document(data: Data(scene.utf8), name: "tour.json")
for warning in document.diagnostics { print(warning.line ?? 0, warning.message) }
let card = CALayer()
card.frame = CGRect(x: 20, y: 20, width: 40, height: 50)
card.backgroundColor = .white
card.cornerRadius = 8
document.rootLayer.addSublayer(card)

// A session draws one root layer frame after frame.
var options = document.renderOptions
options.scale = 2
let session = try RenderSession(document.rootLayer, renderer: renderer, options: options)
var isDue = true
session.onUpdate = { isDue = true }
try session.commit(at: 0)
let first = try session.render(at: 0)
print(first.width, first.height, first.damage, first.image == nil)

// The next frame draws only what changed, here into memory of the program.
card.position.x += 30
let stride = first.width * 4
let memory = UnsafeMutableRawBufferPointer.allocate(
  byteCount: stride * first.height, alignment: 64)
defer { memory.deallocate() }
let target = RenderTarget.memory(memory, bytesPerRow: stride, format: .bgra8Premultiplied)
while isDue {
  isDue = false
  let frame = try session.render(at: 0.1, into: target)
  print(frame.damage, try session.nextFrameTime(after: 0.1))
}

// An error has a code to decide by and a message to show.
do {
  try document.setState("Unlocked")
} catch {
  print(error.code == .unknownName, error.message)
}

// A sequence of frames is encoded on all cores.
let times = try FrameTimes(from: 0, to: 0.5, rate: .sixty)
let path = NSTemporaryDirectory() + "tour-\(ProcessInfo.processInfo.processIdentifier).apng"
try session.renderSequence(times, into: MotionFile(path))
try FileManager.default.removeItem(atPath: path)
