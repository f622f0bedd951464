import NIOCore
import NIOHTTP1

/// Answers requests for the pages, whose path contains a secret token.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  static let name = "page"
  private let path: String
  private let reports: WebReports
  private var head: HTTPRequestHead?

  init(path: String, _ reports: WebReports) { (self.path, self.reports) = (path, reports) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end: answer(context)
    }
  }

  private func answer(_ context: ChannelHandlerContext) {
    let path = head?.method == .GET ? head?.uri : nil
    if path == self.path {
      send(.ok, WebPage.html(hasReport: reports.areThere), to: context)
    } else if path == self.path + "inspect", reports.areThere {
      sendReport(to: context)
    } else {
      send(.notFound, "Not found: the URL must contain the token.\n", to: context)
    }
  }

  private func sendReport(to context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let own = NIOLoopBound((handler: self, context: context), eventLoop: loop)
    let isTaken = reports.make { result in
      loop.execute {
        let (handler, context) = own.value
        switch result {
        case .success(let page): handler.send(.ok, page, to: context)
        case .failure(let error):
          handler.send(.internalServerError, "The report cannot be made: \(error)\n", to: context)
        }
      }
    }
    if !isTaken {
      send(.serviceUnavailable, "Another report is being made; try again.\n", to: context)
    }
  }

  private func send(_ status: HTTPResponseStatus, _ text: String, to context: ChannelHandlerContext)
  {
    let isPage = status == .ok
    let headers: HTTPHeaders = [
      "Content-Type": isPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
      "Content-Length": "\(text.utf8.count)", "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer", "Connection": "close",
      "Content-Security-Policy":
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        + "connect-src 'self'; img-src data:",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}
