import Glaze
import Testing

/// The backends that work on this machine.
enum Backends {
  /// The reason why OpenGL cannot be tested here; nil when it can.
  static let missingGL: String? = {
    do throws(GlazeError) {
      _ = try Renderer(.openGL)
      return nil
    } catch {
      return "OpenGL is not tested: \(error)"
    }
  }()

  static let usable: [Renderer.Backend] = missingGL == nil ? [.gl, .software] : [.software]
}

/// Skips a test, with the reason, where there is no OpenGL device.
extension Trait where Self == ConditionTrait {
  static var needsGL: Self {
    .enabled(if: Backends.missingGL == nil, Comment(rawValue: Backends.missingGL ?? ""))
  }
}

extension Renderer.Backend {
  /// The argument of the public initializers.
  var device: Device {
    switch self {
    case .auto: .automatic
    case .gl: .openGL
    case .software: .cpu
    }
  }
}
