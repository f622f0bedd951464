// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeCore
import GlazeGeometry

// Sessions and targets.

/// A session with the description of its last frame for C.
final class OpenSession {
  let session: RenderSession
  private let notices = OwnedTexts()
  private var damage = UnsafeMutableBufferPointer<glaze_rect>(start: nil, count: 0)

  init(_ session: RenderSession) { self.session = session }

  deinit { damage.deallocate() }

  /// Describes a frame; the description's pointers are valid until the next frame.
  func describe(_ frame: RenderedFrame) -> glaze_frame {
    damage.deallocate()
    damage = .allocate(capacity: frame.damage.count)
    _ = damage.initialize(from: frame.damage.map { glaze_rect($0) })
    notices.removeAll()
    var result = glaze_frame()
    result.width = UInt32(clamping: frame.width)
    result.height = UInt32(clamping: frame.height)
    result.damage = UnsafePointer(damage.baseAddress)
    result.damage_count = damage.count
    result.notices = ConstantText.empty
    if !frame.notices.isEmpty {
      result.notices = notices.add(frame.notices.map(\.description).joined(separator: "\n"))
    }
    return result
  }
}

private func open(_ handle: OpaquePointer?) throws(Failure) -> OpenSession {
  try HandleTable.shared.object(handle, .session, "session")
}

func session(_ handle: OpaquePointer?) throws(Failure) -> RenderSession {
  try open(handle).session
}

/// Returns a media time; NaN is now.
private func moment(_ time: Double) throws(Failure) -> CFTimeInterval {
  if time.isNaN { return CACurrentMediaTime() }
  guard time.isFinite else { throw .argument("time must be finite or GLAZE_NOW, got \(time)") }
  return time
}

extension RenderOptions {
  fileprivate init(_ options: glaze_render_options) throws(Failure) {
    let size = try Self.size(options.width, options.height, "width and height")
    let color = options.background.alpha == 0 ? nil : options.background.color
    self.init(
      size: size, scale: options.scale == 0 ? 1 : options.scale,
      background: options.is_checkered ? .checkerboard : color,
      isGeometryFlipped: !options.is_y_up)
    extent = try Self.size(options.extent.width, options.extent.height, "extent")
    dithers = !options.disables_dither
    animatesChanges = !options.disables_actions
    output = try OutputColor(glaze_output(options.output))
    let numbers = try glaze_limits(options.limits)
    for name in RenderLimits.Name.allCases where numbers[name] != 0 {
      limits[name] = Int(clamping: numbers[name])
    }
  }

  /// Returns a size; nil if both sides are 0.
  private static func size(
    _ width: Double, _ height: Double, _ name: StaticString
  ) throws(Failure) -> CGSize? {
    if width == 0, height == 0 { return nil }
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw Failure(GLAZE_ERROR_INVALID_SIZE, "\(name) must be positive, got \(width) x \(height)")
    }
    return CGSize(width: width, height: height)
  }
}

extension OutputColor {
  init(_ output: glaze_output) throws(Failure) {
    let space = try optionalText(output.space, "space") ?? "srgb"
    let depth = try optionalText(output.depth, "depth")
    guard let named = OutputColor(space: space, depth: depth) else {
      throw .argument(
        "there is no space \(space) with a depth of \(depth ?? "NULL"); spaces are srgb, p3 and "
          + "rec2020, alone or with -linear, -pq, -hlg or -gamma22, and depths 8, 10, 16, half, float"
      )
    }
    self = named
    if output.headroom != 0 { headroom = output.headroom }
    if output.white != 0 { whiteLuminance = output.white }
    if output.composites_light { compositing = .linear }
    if let problem { throw .argument(problem) }
  }
}

extension glaze_limits {
  /// Returns the field of a limit.
  fileprivate subscript(name: RenderLimits.Name) -> UInt64 {
    switch name {
    case .layers: layers
    case .instances: instances
    case .pieces: pieces
    case .passes: passes
    case .memory: memory
    case .fill: fill
    case .segments: segments
    case .stops: stops
    case .particles: particles
    case .pixels: pixels
    case .text: text
    case .nesting: nesting
    case .milliseconds: milliseconds
    }
  }
}

@c @implementation
public func glaze_current_time() -> Double { CACurrentMediaTime() }

@c @implementation
public func glaze_session_create(
  _ renderer: OpaquePointer!, _ root: OpaquePointer!,
  _ options: UnsafePointer<glaze_render_options>!
) -> OpaquePointer! {
  attempt(or: nil) {
    let session = try RenderSession(
      layer(root, "root"), renderer: GlazeC.renderer(renderer),
      options: RenderOptions(glaze_render_options(options)))
    return HandleTable.shared.handle(of: OpenSession(session), .session)
  }
}

@c @implementation
public func glaze_session_release(_ session: OpaquePointer!) {
  HandleTable.shared.release(session) { $0 == .session }
}

@c @implementation
public func glaze_session_set_options(
  _ session: OpaquePointer!, _ options: UnsafePointer<glaze_render_options>!
) -> glaze_code {
  attempt {
    let session = try GlazeC.session(session)
    let wanted = try RenderOptions(glaze_render_options(options))
    try session.renderer.checkThread()
    session.options = wanted
  }
}

@c @implementation
public func glaze_session_get_size(
  _ session: OpaquePointer!, _ width: UnsafeMutablePointer<UInt32>!,
  _ height: UnsafeMutablePointer<UInt32>!
) -> glaze_code {
  attempt {
    guard let width, let height else { throw Failure.argument("width or height is NULL") }
    let session = try GlazeC.session(session)
    try session.renderer.checkThread()
    let canvas = try Canvas(
      size: session.options.extent ?? session.root.bounds.size, fit: session.options.fit,
      maximumDimension: session.renderer.maximumDimension)
    (width.pointee, height.pointee) = (UInt32(canvas.width), UInt32(canvas.height))
  }
}

@c @implementation
public func glaze_session_commit(_ session: OpaquePointer!, _ time: Double) -> glaze_code {
  attempt { try GlazeC.session(session).commit(at: moment(time)) }
}

@c @implementation
public func glaze_session_has_changes(
  _ session: OpaquePointer!, _ result: UnsafeMutablePointer<Bool>!
) -> glaze_code {
  attempt {
    guard let result else { throw Failure.argument("result is NULL") }
    result.pointee = try GlazeC.session(session).hasChanges
  }
}

@c @implementation
public func glaze_session_next_frame_time(
  _ session: OpaquePointer!, _ time: Double, _ result: UnsafeMutablePointer<Double>!
) -> glaze_code {
  attempt {
    guard let result else { throw Failure.argument("result is NULL") }
    result.pointee = try GlazeC.session(session).nextFrameTime(after: moment(time))
  }
}

@c @implementation
public func glaze_session_set_update_callback(
  _ session: OpaquePointer!, _ callback: glaze_callback!, _ context: UnsafeMutableRawPointer!
) -> glaze_code {
  attempt {
    let session = try GlazeC.session(session)
    try session.renderer.checkThread()
    session.onUpdate = callback.map { callback in { callback(context) } }
  }
}

// MARK: Drawing

extension RenderTarget {
  fileprivate init(_ target: glaze_target) throws(Failure) {
    let (width, height) = (Int(target.width), Int(target.height))
    switch target.kind {
    case GLAZE_TARGET_MEMORY:
      guard let pixels = target.pixels, target.length >= 0 else {
        throw .argument("the target's pixels are NULL, or their length is out of range")
      }
      self = .memory(
        UnsafeMutableRawBufferPointer(start: pixels, count: target.length),
        bytesPerRow: target.bytes_per_row, format: try PixelFormat(target.format))
    case GLAZE_TARGET_CURRENT_FRAMEBUFFER:
      self = .currentFramebuffer(x: Int(target.x), y: Int(target.y))
    case GLAZE_TARGET_FRAMEBUFFER:
      self = .framebuffer(
        target.name, width: width, height: height, isTopDown: target.is_top_down)
    case GLAZE_TARGET_TEXTURE:
      self = .texture(target.name, width: width, height: height, isTopDown: target.is_top_down)
    case GLAZE_TARGET_EGL_IMAGE:
      guard let image = target.egl_image else { throw .argument("the target's egl_image is NULL") }
      self = .eglImage(image, height: height, isTopDown: target.is_top_down)
    case GLAZE_TARGET_DMA_BUFFER: self = .dmaBuffer(try DMABuffer(target.dma_buffer))
    case GLAZE_TARGET_SURFACE: self = .surface(try GlazeC.surface(target.surface))
    default: throw .argument("there is no target of kind \(target.kind.rawValue)")
    }
  }
}

extension glaze_frame {
  /// Passes a fence to the caller, or waits for it if the caller's struct is too short.
  fileprivate mutating func take(
    _ fence: FrameFence, _ frame: UnsafePointer<glaze_frame>?
  ) throws(Failure) {
    let end = MemoryLayout<glaze_frame>.offset(of: \.has_fence) ?? .max
    let copy = frame.map { $0.pointee.struct_size > end } ?? false ? dup(fence.fileDescriptor) : -1
    (self.fence, has_fence) = (max(copy, 0), copy >= 0)
    if copy < 0 { _ = fence.wait() }
  }
}

@c @implementation
public func glaze_session_render(
  _ session: OpaquePointer!, _ time: Double, _ target: UnsafePointer<glaze_target>!,
  _ frame: UnsafeMutablePointer<glaze_frame>!
) -> glaze_code {
  attempt {
    guard let target else { throw Failure.argument("target is NULL") }
    let open = try GlazeC.open(session)
    // Rejects a struct that cannot be filled before anything is drawn.
    if let frame { try glaze_frame().write(to: frame, "frame") }
    let drawn = try open.session.render(
      at: moment(time), into: RenderTarget(glaze_target(target)))
    var description = open.describe(drawn)
    if let fence = drawn.fence { try description.take(fence, frame) }
    if let frame { try description.write(to: frame, "frame") }
  }
}

@c @implementation
public func glaze_session_render_image(
  _ session: OpaquePointer!, _ time: Double
) -> OpaquePointer! {
  attempt(or: nil) {
    let image = try GlazeC.session(session).image(at: moment(time))
    return HandleTable.shared.handle(of: image, .image)
  }
}
