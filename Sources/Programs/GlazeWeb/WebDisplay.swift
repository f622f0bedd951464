import Dispatch
package import Foundation
package import Glaze
import GlazeDrawing
package import GlazeDisplay
import GlazeGeometry
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A page on 127.0.0.1 that shows frames in browsers and sends their events back.
///
/// Frames travel in a WebSocket: as JPEG while time advances, as PNG when it stands still. A browser gets the next
/// one after it has shown an earlier one, so that a slow one shows fewer, and at most two are on the way. Moving frames
/// have fewer pixels where drawing them takes longer than a thirtieth of a second. Without a browser nothing is drawn.
/// Only clients that know the URL with its token are served.
package final class WebDisplay: Display {
  package let renderer: Renderer
  /// The URL of the page.
  package let url: String
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let hub = WebHub()
  private let reports: WebReports
  private let ending = EndSignals()
  private var isOpen = true
  private var isMoving = false
  private var pace = FramePace()
  /// Returns seconds, by which the time of drawing is measured.
  var clock: () -> Double = CACurrentMediaTime
  /// The last frame, if browsers have it with losses only.
  private var inexact: CGImage?

  /// The quality of moving frames.
  private static let quality = 0.85
  /// The enlargement of controls for fingers.
  private static let coarseScale: CGFloat = 1.6
  /// The largest message that a browser may send, in bytes.
  private static let messageLimit = 1 << 14

  /// Opens the page.
  ///
  /// - Parameters:
  ///   - size: The size of frames until a browser reports its own, in pixels.
  ///   - port: The port; 0 chooses a free one.
  ///   - report: Makes a page that explains the shown frame, on a thread of its own; nil if there is none.
  package init(
    size: CGSize, device: Device = .automatic, port: Int = 0,
    report: (@Sendable () throws -> String)? = nil
  ) throws(GlazeError) {
    reports = WebReports(report)
    renderer = try Renderer(device, programCache: Renderer.standardProgramCache)
    hub.resize(to: size, scale: 1)
    // 128 bits of the system's random numbers.
    let token = (0..<2).map { _ in String(format: "%016lx", UInt64.random(in: .min ... .max)) }
      .joined()
    do {
      channel = try Self.serve(hub, reports, group, path: "/\(token)/", port: port)
    } catch {
      try? group.syncShutdownGracefully()
      throw GlazeError(
        .noDevice, "cannot serve a page on 127.0.0.1, port \(port): \(error)", underlying: error)
    }
    url = "http://127.0.0.1:\(channel.localAddress?.port ?? port)/\(token)/"
  }

  private static func serve(
    _ hub: WebHub, _ reports: WebReports, _ group: MultiThreadedEventLoopGroup, path: String,
    port: Int
  ) throws -> any Channel {
    try ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: messageLimit, automaticErrorHandling: true,
            shouldUpgrade: { channel, head in
              let isWanted = head.uri == path + "frames" && hub.hasRoom
              return channel.eventLoop.makeSucceededFuture(isWanted ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
              channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(WebSocketHandler(hub))
              }
            })
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
              upgraders: [upgrader],
              completionHandler: { _ in
                channel.pipeline.removeHandler(name: PageHandler.name, promise: nil)
              }
            ))
          try pipeline.addHandler(PageHandler(path: path, reports), name: PageHandler.name)
        }
      }
      .bind(host: "127.0.0.1", port: port).wait()
  }

  package var pixelSize: CGSize { hub.pixelSize }
  package var scale: CGFloat { hub.scale }
  package var refreshRate: Double { 60 }
  package var name: String { "web (\(hub.count) browsers)" }

  package func events(waiting seconds: Double) throws(GlazeError) -> [WindowEvent] {
    ending.isRequested ? [WindowEvent(.closed)] : hub.events(waiting: seconds)
  }

  package func show(
    _ draw: (RenderTarget) throws(GlazeError) -> RenderedFrame
  ) throws(GlazeError) -> Bool {
    guard hub.isWanted else { return false }
    let start = clock()
    guard let image = try draw(.image).image else { return false }
    try send(image)
    if isMoving { pace.add(clock() - start) }
    return true
  }

  private func send(_ image: CGImage) throws(GlazeError) {
    do {
      let file =
        isMoving
        ? try ImageWriter.encode([.init(image: image)], as: .jpeg, quality: Self.quality)
        : try PNG.encode(image)
      hub.send(file)
      inexact = isMoving ? image : nil
    } catch {
      throw GlazeError(.drawing, "cannot send an image to a browser: \(error)")
    }
  }

  package var sharpness: CGFloat { isMoving ? pace.sharpness : 1 }

  package var controlScale: CGFloat { hub.isCoarse ? Self.coarseScale : 1 }

  package func setMoving(_ isMoving: Bool) {
    guard hub.setMoving(isMoving) else { return }
    self.isMoving = isMoving
    // The frame at which time stops follows without losses, also if it is not drawn again for all pixels.
    if !isMoving, pace.sharpness == 1, let inexact { try? send(inexact) }
  }

  package func setTitle(_ title: String) { hub.setTitle(title) }

  package func save(_ file: [UInt8], name: String) -> Bool {
    hub.offer(file, name: name)
    return true
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    hub.closeAll()
    reports.close()
    try? channel.close().wait()
    try? group.syncShutdownGracefully()
  }
}

/// One browser.
private final class WebSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  private let hub: WebHub

  init(_ hub: WebHub) { self.hub = hub }

  func handlerAdded(context: ChannelHandlerContext) { hub.add(context.channel) }

  func channelInactive(context: ChannelHandlerContext) {
    hub.remove(context.channel)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text: hub.take(Data(frame.unmaskedData.readableBytesView), from: context.channel)
    case .ping:
      let answer = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.channel.writeAndFlush(answer, promise: nil)
    case .connectionClose: context.close(promise: nil)
    default: break
    }
  }
}
