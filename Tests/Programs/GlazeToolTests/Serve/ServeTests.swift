import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// The answers of a service.
@Suite struct ServeTests {
  static let moving = Documents.scene(
    #""bounds":[0,0,4,3],"backgroundColor":[1,0,0],"cornerRadius":1.5,"animations":["#
      + #"{"keyPath":"transform.rotation.z","fromValue":0,"toValue":3,"duration":1}]"#)

  /// Returns the output of `glaze render` for the same document.
  private func rendered(
    _ folder: String, _ input: String, _ arguments: [String], _ name: String
  )
    throws -> Data
  {
    let result = try Tool(folder: folder).run(
      ["render", input, "--backend", "software", "-q", "-o", name] + arguments)
    try #require(result.status == 0, "\(result.messages)")
    return try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
  }

  // MARK: Images

  @Test func imagesAreThoseOfRender() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder)
      try Documents.write(Self.moving, to: folder + "/a.json")
      let cases: [(String, [String], String, String)] = [
        ("", [], "a.png", "image/png"),
        (
          "size=64x48&time=0.5&background=white",
          ["--size", "64x48", "--time", "0.5", "--background", "white"],
          "b.png", "image/png"
        ),
        ("scale=3&flipped", ["--scale", "3", "--flipped"], "c.png", "image/png"),
        ("to=1&fps=8&format=apng", ["--to", "1", "--fps", "8"], "d.apng", "image/apng"),
        ("to=1&fps=8&format=webp", ["--to", "1", "--fps", "8"], "e.webp", "image/webp"),
        (
          "to=1&fps=8&format=raw&frames=2-3", ["--to", "1", "--fps", "8", "--frames", "2-3"],
          "f.raw", "application/octet-stream"
        ),
      ]
      for (query, arguments, name, type) in cases {
        let answer = try service.draw(Self.moving, query)
        #expect(answer.status == 200 && answer.headers["content-type"] == type, "\(answer.text)")
        #expect(try answer.body == rendered(folder, "a.json", arguments, name), "\(query)")
      }
      let webP = try service.draw(Self.moving, "format=webp&scale=4")
      let image = try ImageDecoder.decode(Array(webP.body), name: "webp", as: .color)
      let png = try service.draw(Self.moving, "scale=4")
      #expect(
        try image.pixels == ImageDecoder.decode(Array(png.body), name: "png", as: .color).pixels)
    }
  }

  /// A scene in an archive, with the image that it names; as an archive, and as a folder of files.
  @Test func archivesBringTheirImages() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder)
      try FileManager.default.createDirectory(
        atPath: folder + "/card/art", withIntermediateDirectories: true)
      try Documents.write(
        Documents.scene(#""bounds":[0,0,4,3],"contents":"art/a.png""#),
        to: folder + "/card/scene.json")
      let colors: [UInt8] = (0..<12).flatMap { [$0 * 20, 90, 200, 255] }
      let png = try PNG.encode(CGImage(width: 4, height: 3, premultipliedRGBA: colors))
      try Data(png).write(to: URL(fileURLWithPath: folder + "/card/art/a.png"))
      let tar = Process()
      tar.executableURL = URL(fileURLWithPath: "/bin/tar")
      tar.arguments = ["-czf", folder + "/card.tgz", "-C", folder, "card"]
      try tar.run()
      tar.waitUntilExit()
      let archive = try Data(contentsOf: URL(fileURLWithPath: folder + "/card.tgz"))
      let image = try rendered(folder, "card/scene.json", [], "a.png")
      #expect(try rendered(folder, "card.tgz", [], "b.png") == image)
      #expect(try rendered(folder, "card", [], "c.png") == image)
      let answer = try service.ask("/render", archive)
      #expect(answer.status == 200 && answer.body == image, "\(answer.text)")
      #expect(answer.headers["glaze-warnings"] == nil)
    }
  }

  @Test func videosAreThoseOfRender() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder)
      try Documents.write(Self.moving, to: folder + "/a.json")
      // Twice, because the first request may change the worker.
      for size in ["64x48", "32x24"] {
        let answer = try service.draw(Self.moving, "to=1&fps=8&size=\(size)")
        let arguments = ["--to", "1", "--fps", "8", "--size", size]
        // If ffmpeg is missing, the answer names it; the tests of the command check its error.
        guard answer.status == 200 else {
          #expect(answer.text.contains("ffmpeg"))
          continue
        }
        #expect(answer.headers["content-type"] == "video/mp4")
        #expect(try answer.body == rendered(folder, "a.json", arguments, "a.mp4"))
      }
    }
  }

  @Test func largeAnswersAreSentInPieces() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--cache", "8M", "--workers", "1")
      try Documents.write(Self.moving, to: folder + "/a.json")
      let query = "to=1&fps=8&size=512x384&format=raw"
      let client = try Client(path: service.path)
      client.send(RunningService.request("/render?" + query, Data(Self.moving.utf8)))
      // A slow reader does not occupy a worker: another request is drawn before this answer is
      // read.
      try service.wait {
        try service.metric("glaze_cache_requests_total{result=\"miss\"}") == 1
          && service.metric("glaze_workers{state=\"idle\"}") == 1
      }
      #expect(try service.metric("glaze_requests_total{status=\"200\"}") == 0)
      #expect(try service.draw(Documents.red).status == 200)
      let answer = try client.response()
      let arguments = ["--to", "1", "--fps", "8", "--size", "512x384"]
      try #require(answer.status == 200, "\(answer.text)\n\(service.log)")
      let expected = try rendered(folder, "a.json", arguments, "a.raw")
      // Not by ==, which would print both on failure.
      #expect(answer.body.count == expected.count)
      let place = zip(answer.body, expected).enumerated().first { $1.0 != $1.1 }?.offset
      #expect(place == nil)
      #expect(try service.metric("glaze_cache_entries") == 1)
    }
  }

  @Test func filesComeWithForms() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder)
      let image = CGImage(width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
      let png = Data(try PNG.encode(image))
      let scene = Documents.scene(#""bounds":[0,0,4,3],"contents":"art/a.png""#)
      try FileManager.default.createDirectory(
        atPath: folder + "/art", withIntermediateDirectories: false)
      try png.write(to: URL(fileURLWithPath: folder + "/art/a.png"))
      try Documents.write(scene, to: folder + "/a.json")
      var form = Form()
      form.add("image", name: "art/a.png", png)
      form.add("document", name: "a.json", Data(scene.utf8))
      let answer = try service.ask("/render", form.body, headers: form.type)
      #expect(try answer.body == rendered(folder, "a.json", [], "a.png"), "\(answer.text)")
      #expect(answer.headers["glaze-warnings"] == nil)
      // A lone document has no files, which causes a warning.
      let alone = try service.draw(scene)
      #expect(alone.status == 200 && alone.headers["glaze-warnings"] == "1")
      #expect(alone.headers["glaze-diagnostics"]?.contains("art/a.png") == true)
      #expect(try service.draw(scene, "strict").status == 422)
      // The files of a bundle are a complete document.
      var bundle = Form()
      bundle.add("file", name: "main.caml", Data(Documents.greenCAML.utf8))
      #expect(
        try service.ask("/render", bundle.body, headers: bundle.type).body
          == service.draw(Documents.greenCAML).body)
      // So are those of an archive.
      try Documents.write(Documents.greenCAML, to: folder + "/main.caml")
      let tar = Process()
      tar.executableURL = URL(fileURLWithPath: "/bin/tar")
      tar.arguments = ["--format=ustar", "-cf", folder + "/a.tar", "-C", folder, "main.caml"]
      try tar.run()
      tar.waitUntilExit()
      let archive = try Data(contentsOf: URL(fileURLWithPath: folder + "/a.tar"))
      #expect(
        try service.ask("/render", archive).body == service.draw(Documents.greenCAML).body)
    }
  }

  // MARK: Errors

  @Test func errorsAreToldWithTheirPlace() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder, "--limit", "layers=3", "--body", "10000")
      let broken = try service.draw("{\n\"width\": x}", headers: ["X-Request-Id": "mine"])
      #expect(broken.status == 422 && broken.code == "document")
      #expect(broken.text.contains(#""line":2"#) && broken.text.contains(#""request":"mine""#))
      #expect(broken.headers["x-request-id"] == "mine")
      let many = Documents.scene(#""sublayers":[{},{},{},{}]"#)
      #expect(try service.draw(many).code == "limit")
      // Requests can lower limits, but not raise them.
      #expect(try service.draw(many, "limit=layers%3D100").code == "limit")
      #expect(try service.draw(Documents.red, "limit=layers%3D0").code == "limit")
      #expect(try service.draw(Documents.red, "state=none").status == 422)
      for query in [
        "size=3", "sise=3x3", "asset-root=/", "o=/x", "resume=1", "strict=maybe", "format=gif",
        "to=1&format=png", "fps=3", "size=%zz", "backend=gl", "scale=nan",
      ] {
        let answer = try service.draw(Documents.red, query)
        #expect(answer.status == 400 && answer.code == "usage", "\(query): \(answer.text)")
      }
      #expect(try service.ask("/render", Data()).code == "emptyBody")
      #expect(try service.draw(String(repeating: " ", count: 10_001)).status == 413)
      #expect(try service.ask("/nothing").status == 404)
      let method = try service.ask("/render", method: "GET")
      #expect(method.status == 405 && method.headers["allow"] == "POST")
      #expect(try service.draw(Documents.red).status == 200)
      #expect(try service.metric("glaze_worker_ends_total{reason=\"crash\"}") == 0)
    }
  }

  @Test(arguments: [
    "../a.png", "/etc/hostname", "a/../../b.png", "file:///etc/hostname", "http://localhost/a.png",
  ])
  func documentsReadWhatCameWithThem(name: String) throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder)
      let caml = Documents.greenCAML.replacingOccurrences(
        of: "/>", with: "><contents type=\"CGImage\" src=\"\(name)\"/></CALayer>")
      let scene = Documents.scene(#""bounds":[0,0,4,3],"contents":"\#(name)""#)
      for (document, title) in [(scene, "a.json"), (caml, "a.caml")] {
        var form = Form()
        form.add("document", name: title, Data(document.utf8))
        let answer = try service.ask("/render?strict", form.body, headers: form.type)
        #expect(answer.status == 422 && answer.code == "document", "\(answer.text)")
      }
      var form = Form()
      form.add("document", name: name, Data(Documents.red.utf8))
      let answer = try service.ask("/render", form.body, headers: form.type)
      #expect(answer.status == 400 && answer.code == "pathLeadsOut", "\(answer.text)")
    }
  }

  // MARK: Cache

  @Test func whatWasDrawnIsCached() throws {
    try withScratchFolder { folder in
      let service = try RunningService(in: folder)
      func state(_ query: String) throws -> String? {
        try service.draw(Self.moving, query).headers["glaze-cache"]
      }
      #expect(try state("size=8x6&time=1") == "miss")
      #expect(try state("time=1&size=8x6") == "hit")
      #expect(try state("time=1&size=8x7") == "miss")
      // The same files in another form.
      for expected in ["miss", "hit"] {
        var form = Form()
        form.add("document", name: "a.json", Data(Self.moving.utf8))
        let answer = try service.ask("/render", form.body, headers: form.type)
        #expect(answer.headers["glaze-cache"] == expected)
      }
      #expect(try service.metric("glaze_cache_requests_total{result=\"hit\"}") == 2)
      #expect(try service.metric("glaze_cache_entries") == 3)
    }
    try withScratchFolder { folder in
      // Only images of at most 8 bytes are cached, so none is.
      let service = try RunningService(in: folder, "--cache", "64")
      for _ in 0..<2 {
        #expect(try service.draw(Self.moving).headers["glaze-cache"] == "miss")
      }
      #expect(try service.metric("glaze_cache_bytes") == 0)
    }
  }
}
