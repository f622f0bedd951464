import Foundation
import GlazeCore

let box = CALayer()
box.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
box.backgroundColor = .white
box.cornerRadius = 2
let session = try RenderSession(box, renderer: Renderer(.cpu))
let image = try session.image(at: 0)
print("\(image.width) x \(image.height), \(glazeVersion)")
