import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Testing

/// Numbers that are finite but larger than any image: the visible part is drawn, or nothing.
@Suite struct LargeNumberTests {
  static let sublayers = [
    #"{"class":"CAShapeLayer","position":[1e19,0],"path":"M0 0H9V9z"}"#,
    #"{"class":"CAShapeLayer","position":[1e19,0],"path":"M-1e19 0H9V9z","lineWidth":2}"#,
    #"{"class":"CAShapeLayer","position":[0,-1e300],"path":"M0 1e300H9","strokeColor":[1,0,0]}"#,
    #"{"bounds":[0,0,9,9],"position":[4,4],"backgroundFilters":[{"type":"gaussianBlur","inputRadius":1e155}]}"#,
    #"{"bounds":[0,0,9,9],"position":[4,4],"backgroundFilters":[{"type":"gaussianBlur","inputRadius":1e30}]}"#,
    #"{"bounds":[0,0,1e300,1e300],"position":[1e308,0],"shouldRasterize":true,"backgroundColor":[1,0,0]}"#,
    #"{"bounds":[1e308,1e308,1e308,1e308],"masksToBounds":true,"sublayers":[{"bounds":[0,0,9,9]}]}"#,
    #"{"bounds":[-1e200,0,1e-300,9],"shadowOpacity":1,"shadowRadius":1e160,"shadowOffset":[1e300,-1e300]}"#,
    #"{"bounds":[0,0,9,9],"position":[1e18,4],"filters":[{"type":"gaussianBlur","inputRadius":1e200}]}"#,
    #"{"class":"CAShapeLayer","path":"M1e300 0L1e308 1e308L1.7e308 0Z","lineWidth":1e300,"strokeColor":[1,0,0],"lineDashPattern":[1e-300,1e-300]}"#,
    #"{"class":"CAReplicatorLayer","instanceCount":3,"instanceTransform":[1e300,0,0,1e300,1e300,0],"sublayers":[{"bounds":[0,0,0,0]}]}"#,
    #"{"class":"CAGradientLayer","bounds":[0,0,1e300,0],"colors":[[1,0,0],[0,1,0]],"startPoint":[1e300,0],"endPoint":[-1e300,1e300]}"#,
  ]

  @Test(.timeLimit(.minutes(1)), arguments: sublayers, Backends.usable)
  func areDrawn(sublayer: String, backend: Renderer.Backend) throws {
    let scene = """
      {"width":9,"height":9,"root":{"sublayers":[
        {"bounds":[0,0,9,9],"position":[4.5,4.5],"backgroundColor":[0,0.5,0]},\(sublayer)]}}
      """
    let document = try Document(data: Data(scene.utf8), name: "large.json")
    let session = try RenderSession(
      document.rootLayer, renderer: RootRenderer(backend: backend).renderer,
      options: document.renderOptions)
    // A layer that covers the whole image has one color, blurred or not.
    let pixels = try session.image(at: 0).pixels
    #expect(pixels.count == 9 * 9 * 4)
    #expect(zip(pixels, [0, 128, 0, 255]).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  static let unshown: [(key: String, value: CGFloat)] = [
    ("bounds.origin.y", 1e19), ("bounds.origin.x", .infinity), ("bounds.size.width", 1e31),
    ("position.x", .infinity), ("cornerRadius", .infinity), ("zPosition", -.infinity),
    ("shadowRadius", .infinity), ("transform.scale", .infinity), ("borderWidth", .infinity),
  ]

  /// While the animation runs, its values go directly into the plan; after its removal they do not.
  @Test(arguments: unshown)
  func whatCannotBeShownIsNot(key: String, value: CGFloat) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 48, height: 32)
    let layer = CALayer()
    layer.frame = CGRect(x: 4, y: 4, width: 30, height: 20)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
    root.addSublayer(layer)
    let session = try RenderSession(root, renderer: Renderer(.cpu))
    let still = try session.image(at: 0).pixels
    let animation = CABasicAnimation(keyPath: key)
    (animation.fromValue, animation.toValue, animation.duration) = (value, value, 0.25)
    layer.add(animation, forKey: "a")
    try session.commit(at: 0)
    for time in [0.1, 0.3, 0.1] {
      #expect(try session.image(at: time).pixels == still, "at \(time) s")
    }
    #expect(layer.animationKeys() == nil)
  }
}
