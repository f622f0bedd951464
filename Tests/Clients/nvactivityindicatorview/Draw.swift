import UIKitLite

@main enum Draw {
  static func main() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 480, height: 400))
    for (index, type) in NVActivityIndicatorType.allCases.enumerated() {
      let (column, row) = (index % 6, index / 6)
      let view = NVActivityIndicatorView(
        frame: CGRect(x: 20 + column * 78, y: 10 + row * 66, width: 46, height: 46), type: type,
        color: .systemBlue, padding: 0)
      window.addSubview(view)
      view.startAnimating()
    }
    try Sheet.draw(window.layer, name: "indicators", size: window.bounds.size, at: [0, 0.4, 0.8])
  }
}
