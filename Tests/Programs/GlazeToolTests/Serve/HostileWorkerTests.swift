import CGlazeServe
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import GlazeServe

/// Attacks on a service by a worker that a document controls.
///
/// A program in Python stands for the worker, and speaks its protocol.
@Suite struct HostileWorkerTests {
  /// Replies with the JSON in the parameter `reply`, or does what `act` says.
  private static let program = """
    import json, os, shutil, socket, struct, sys, time
    end = socket.socket(fileno=3)
    folder = sys.argv[sys.argv.index("--folder") + 1]
    def send(message):
        data = message.encode()
        end.sendall(struct.pack("<I", len(data)) + data)
    def receive(count):
        data = b""
        while len(data) < count:
            part = end.recv(count - len(data))
            if not part: sys.exit(0)
            data += part
        return data
    hides = os.path.exists(folder + "/../../hide") and "--folder-size" not in sys.argv
    if hides: shutil.rmtree(folder)
    send(json.dumps({"sandbox": {
        "landlock": 1, "seccomp": True, "namespaces": hides, "folder": hides, "processes": False}}))
    while True:
        task = json.loads(receive(struct.unpack("<I", receive(4))[0]))
        for file in task["files"]: receive(file["byteCount"])
        given = {each["name"]: each["value"] for each in task["parameters"]}
        if given.get("act") == "orphan":
            if os.fork() == 0:
                os.setsid()
                time.sleep(30)
            os._exit(3)
        if given.get("act") == "variables": given["reply"] = json.dumps({
            "byteCount": 0, "diagnostics": [],
            "failure": {"status": 422, "code": "x", "message": " ".join(sorted(os.environ))}})
        if given.get("act") == "words":
            print("cannot read " + folder + "/files/a.png", file=sys.stderr, flush=True)
            os._exit(3)
        if given.get("act") == "deep":
            os.chdir(folder)
            for level in range(3000):
                os.mkdir("d" * 200)
                os.chdir("d" * 200)
            os._exit(3)
        if given.get("act") == "draw":
            open(folder + "/answer", "w").write("pixels")
            given["reply"] = '{"byteCount": 6, "diagnostics": [], "type": "image/png"}'
        send(given["reply"])
    """

  /// Runs `body` with a function that passes a request to a service with one such worker.
  private func withService(
    hidesFolders: Bool = false,
    _ body: (_ ask: (_ parameters: [(String, String)]) throws -> ServeJob.Outcome) throws -> Void
  ) throws {
    try withScratchFolder { folder in
      try Documents.write(Self.program, to: folder + "/worker.py")
      if hidesFolders { try Documents.write("", to: folder + "/hide") }
      var options = ServeOptions(
        workerProgram: ("/usr/bin/env", ["python3", folder + "/worker.py"]), version: "test")
      options.folder = folder + "/glaze-serve-test"
      options.cacheSize = 0
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      defer { try? group.syncShutdownGracefully() }
      let service = Service(
        options, tokens: nil, folder: try ServiceFolder(options.folder), group: group)
      service.loop.execute { service.startWorkers() }
      defer {
        service.loop.execute { service.stop() }
        try? service.ended.futureResult.wait()
        let left = try? FileManager.default.contentsOfDirectory(atPath: options.folder)
        #expect(left == [])
      }
      _ = try service.started.futureResult.wait()
      try body { parameters in
        let allowed = CharacterSet.alphanumerics
        let query = parameters.map { name, value in
          name + "=" + (value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
        }.joined(separator: "&")
        let request = try RenderRequest(
          query: query[...], type: nil, body: ByteBuffer(string: "x"), version: "test", token: nil)
        let outcome = service.loop.makePromise(of: ServeJob.Outcome.self)
        service.loop.execute {
          service.submit(
            ServeJob(request, arrival: .now(), deadline: .now() + .seconds(20)) {
              outcome.succeed($0)
            })
        }
        return try outcome.futureResult.wait()
      }
    }
  }

  private func failure(_ outcome: ServeJob.Outcome) -> ServedFailure? {
    if case .failure(let failure) = outcome.result { failure } else { nil }
  }

  private static func failing(_ status: Int, _ code: String) -> String {
    let failure = #"{"status": \#(status), "code": "\#(code)", "message": ""}"#
    return #"{"byteCount": 0, "diagnostics": [], "failure": \#(failure)}"#
  }

  private static let hostile = [
    failing(100, "x"), failing(-5, "x"), failing(200, "x"), failing(500, ""),
    failing(500, #"a\r\nSet-Cookie: b"#),
    #"{"byteCount": 6, "diagnostics": [], "type": "text/html"}"#,
    #"{"byteCount": -1, "diagnostics": [], "type": "image/png"}"#, "not JSON", "",
  ]

  @Test(arguments: hostile) func noReplyEndsTheService(reply: String) throws {
    try withService { ask in
      let refused = try failure(ask([("reply", reply)]))
      #expect(refused?.status == 500 && refused?.code == "worker")
      let answer = try ask([("act", "draw")])
      if case .success(let answer) = answer.result {
        #expect(answer.type == "image/png" && answer.content.byteCount == 6)
      } else {
        Issue.record("\(answer.result)")
      }
    }
  }

  @Test func textsAndListsAreLimited() throws {
    var reply = WorkerReply()
    reply.diagnostics = (0..<10_000).map {
      ServedDiagnostic(severity: "<b>", message: String(repeating: "é", count: 10_000), line: $0)
    }
    reply.failure = ServedFailure(422, "x", String(repeating: "a", count: 1 << 20))
    let checked = try #require(reply.checked(folder: "/a/worker"))
    #expect(
      checked.diagnostics.count == 257
        && checked.diagnostics.last?.message.hasPrefix("9744") == true)
    #expect(
      checked.diagnostics.allSatisfy { $0.severity == "warning" && $0.message.utf8.count < 2010 })
    #expect((checked.failure?.message.utf8.count ?? 0) < 2010)
    #expect(checked.checked(folder: "/a/worker")?.diagnostics.count == 257)
  }

  /// A process that left the worker's group and holds its socket does not hold its place.
  @Test func orphansHoldNoPlace() throws {
    try withService { ask in
      for _ in 0..<3 {
        let start = Date()
        let ended = try failure(ask([("act", "orphan")]))
        #expect(ended?.code == "worker" && ended?.message.contains("status 3") == true)
        #expect(Date().timeIntervalSince(start) < 15)
      }
      if case .failure(let failure) = try ask([("act", "draw")]).result { Issue.record(failure) }
    }
  }

  /// Clients learn nothing of the folders of the service.
  @Test func pathsStayInTheService() throws {
    var reply = WorkerReply()
    reply.failure = ServedFailure(422, "x", "cannot read /a/worker/files/a/b.png")
    reply.diagnostics = [
      ServedDiagnostic(
        severity: "error", message: "/a/worker/answer", file: "/a/worker/files/c")
    ]
    let checked = try #require(reply.checked(folder: "/a/worker"))
    #expect(checked.failure?.message == "cannot read a/b.png")
    #expect(
      checked.diagnostics.first?.message == "answer" && checked.diagnostics.first?.file == "c")
    try withService { ask in
      let ended = try failure(ask([("act", "words")]))
      #expect(ended?.message.hasSuffix("cannot read files/a.png") == true, "\(ended as Any)")
    }
  }

  /// Where the service cannot read the file systems that workers mount, they mount none.
  @Test func foldersThatAreHiddenAreNotMounted() throws {
    try withService(hidesFolders: true) { ask in
      if case .failure(let failure) = try ask([("act", "draw")]).result { Issue.record(failure) }
    }
  }

  /// A path that is longer than the kernel accepts is removed with the worker.
  @Test func deepFoldersAreRemoved() throws {
    try withService { ask in
      for _ in 0..<2 { #expect(try failure(ask([("act", "deep")]))?.code == "worker") }
      if case .failure(let failure) = try ask([("act", "draw")]).result { Issue.record(failure) }
    }
  }

  @Test func secretsStayInTheService() throws {
    let all = ["PATH": "a", "LC_ALL": "b", "GLAZE_API": "c", "DATABASE_URL": "d", "AWS_KEY": "e"]
    #expect(Set(WorkerEnvironment.variables(of: all).keys) == ["PATH", "LC_ALL", "GLAZE_API"])
    try withService { ask in
      let names = try #require(try failure(ask([("act", "variables")]))).message
        .split(separator: " ").map(String.init)
      let all = ProcessInfo.processInfo.environment
      let dropped = Set(all.keys).subtracting(WorkerEnvironment.variables(of: all).keys)
      // Shells and launchers of Python set these again.
      let own = names.filter { name in
        ["PWD", "OLDPWD", "SHLVL", "PYENV", "_", "TMPDIR", "SWIFT_BACKTRACE"]
          .contains { name.hasPrefix($0) }
      }
      #expect(dropped.subtracting(own).isDisjoint(with: names))
      #expect(names.contains("TMPDIR"))
    }
  }

  // MARK: Cache

  private func answer(_ count: Int, message: String? = nil) -> Answer {
    Answer(
      type: "image/png",
      diagnostics: message.map { [ServedDiagnostic(severity: "warning", message: $0)] } ?? [],
      content: .bytes(ByteBuffer(repeating: 0, count: count)))
  }

  /// Random uses against a list that is searched.
  @Test func theCacheForgetsTheOldest() {
    var random = SystemRandomNumberGenerator()
    var cache = ResultCache(limit: 64 << 10)
    var model: [(key: UInt8, cost: Int)] = []
    for _ in 0..<20_000 {
      let name = UInt8.random(in: 0..<40, using: &random)
      let key = ResultCache.Key(digest: [name])
      let known = model.firstIndex { $0.key == name }
      if Bool.random(using: &random) {
        #expect((cache.answer(for: key) != nil) == (known != nil))
        if let known { model.append(model.remove(at: known)) }
      } else {
        let new = answer(Int.random(in: 0..<9000, using: &random))
        cache.insert(new, for: key)
        guard new.cost <= cache.largestContent else { continue }
        if let known { model.remove(at: known) }
        model.append((name, new.cost))
        while model.reduce(0, { $0 + $1.cost }) > 64 << 10 { model.removeFirst() }
      }
      #expect(cache.count == model.count && cache.byteCount == model.reduce(0) { $0 + $1.cost })
    }
  }

  @Test func diagnosticsCountInTheCache() {
    var cache = ResultCache(limit: 80_000)
    cache.insert(
      answer(10, message: String(repeating: "a", count: 20_000)), for: .init(digest: [1]))
    #expect(cache.count == 0)
    cache.insert(answer(10, message: "short"), for: .init(digest: [1]))
    #expect(cache.count == 1 && cache.byteCount > 1024)
  }

  @Test func keysAreWhatWasUnderstood() throws {
    func key(_ query: String, token: String? = nil) throws -> ResultCache.Key {
      try RenderRequest(
        query: query[...], type: nil, body: ByteBuffer(string: "x"), version: "1", token: token
      ).key
    }
    #expect(try key("size=10x10&scale=2") == key("scale=2&size=10x10"))
    #expect(try key("size=10x10&size=20x20") != key("size=20x20&size=10x10"))
    #expect(try key("size=10x10", token: "a") != key("size=10x10", token: "b"))
    #expect(try key("size=10x10", token: "a") != key("size=10x10"))
  }

  // MARK: Forms

  /// The file system splits names at bytes: a slash with a combining mark is a slash.
  @Test(arguments: ["../\u{338}x", "a/../\u{338}x", "a/\u{338}/../b", "..", "a//b"])
  func namesStayInTheFolder(name: String) {
    #expect(throws: ServedFailure.self) { try form([name]) }
  }

  @Test(arguments: [
    ["a", "a/b"], ["a", "a/\u{338}b"], ["a/b", "a"], ["a/b/c", "a/b"], ["x/y/z/w", "x/y"],
  ])
  func filesAreNotFolders(names: [String]) {
    #expect(throws: ServedFailure.self) { try form(names) }
  }

  @Test func formsHaveFewFolders() throws {
    #expect(try form(["a/b", "a/c", "d", "a/d/e"]).files.count == 4)
    let error = #expect(throws: ServedFailure.self) {
      try form((0..<2000).map { "\($0)/b/c/d" })
    }
    #expect(error?.status == 413)
  }

  @discardableResult
  private func form(_ names: [String]) throws(ServedFailure) -> MultipartForm {
    let parts = names.map {
      "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\($0)\"\r\n\r\nbody\r\n"
    }
    return try MultipartForm(ByteBuffer(string: parts.joined() + "--x--\r\n"), boundary: "x")
  }
}
