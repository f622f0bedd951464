import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

/// The page of `glaze inspect`, read as a browser reads it, and in a browser.
@Suite(.serialized) struct InspectTests {
  /// Groups, a mask, a blur, an animation, and names that need HTML
  /// escapes.
  private static let scene = """
    {"width": 120, "height": 80, "root": {
      "name": "</script><b>root", "backgroundColor": [0.9, 0.9, 1],
      "sublayers": [
        {"name": "group", "position": [30, 30], "bounds": [0, 0, 40, 40], "opacity": 0.5, "sublayers": [
          {"position": [15, 15], "bounds": [0, 0, 30, 30], "backgroundColor": [1, 0, 0]},
          {"position": [25, 25], "bounds": [0, 0, 30, 30], "backgroundColor": [0, 1, 0]}]},
        {"name": "masked", "position": [80, 30], "bounds": [0, 0, 40, 40], "backgroundColor": [0, 0, 1],
          "mask": {"position": [20, 20], "bounds": [0, 0, 20, 20], "backgroundColor": [0, 0, 0, 0.5]}},
        {"name": "blurred", "position": [60, 60], "bounds": [0, 0, 30, 20], "backgroundColor": [1, 0.5, 0],
          "filters": [{"type": "gaussianBlur", "inputRadius": 3}]},
        {"name": "turning", "position": [100, 60], "bounds": [0, 0, 20, 10], "backgroundColor": [0, 0.5, 0],
          "hidden": false,
          "animations": [{"keyPath": "opacity", "fromValue": 0.2, "toValue": 1, "duration": 2}]}]}}
    """

  private func page(of scene: String, in folder: String) throws -> String {
    try Data(scene.utf8).write(to: URL(fileURLWithPath: folder + "/scene.json"))
    try Program.run("glaze", "inspect", "scene.json", "-o", "report", "--time", "1", in: folder)
    return try String(contentsOfFile: folder + "/report/index.html", encoding: .utf8)
  }

  /// The data of the page, as far as tests need it.
  private struct Report: Decodable {
    struct Layer: Decodable {
      struct Property: Decodable {
        var name, value: String
        var standard: String?
      }
      struct Reason: Decodable {
        var cause: String
        var milliseconds: Double?
      }
      struct Cost: Decodable { var passes, instances, pixels: Int }
      var name, className: String
      var parent: Int
      var role: String?
      var quad: [[Double]]
      var properties: [Property]
      var reasons: [Reason]
      var cost: Cost?
      var plate: Patch?
    }
    struct Target: Decodable {
      var width, height, most: Int
      var mean: Double
      var format: String
    }
    struct CostMap: Decodable {
      var columns, rows: Int
      var milliseconds: [Double]
    }
    struct Pass: Decodable { var number, target, firstStep: Int }
    struct Patch: Decodable {
      var x, y, width, height: Int
      var image: String
    }
    struct Step: Decodable {
      var pass: Int
      var patch: Patch?
    }
    struct Animation: Decodable {
      struct Curve: Decodable {
        var least, most: Double
        var points: [Double]
      }
      var node: Int
      var keyPath: String
      var begin: Double
      var end: Double?
      var curves: [Curve]
    }
    var layers: [Layer]
    var targets: [Target]
    var passes: [Pass]
    var steps: [Step]
    var image: String
    var costMap: CostMap
    var animations: [Animation]
  }

  private func report(on page: String) throws -> Report {
    let head = "<script type=\"application/json\" id=\"report\">"
    let start = try #require(page.range(of: head))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let json = Data(page[start.upperBound..<end.lowerBound].utf8)
    return try JSONDecoder().decode(Report.self, from: json)
  }

  private func decoded(_ address: String) throws -> CGImage {
    let head = "data:image/png;base64,"
    try #require(address.hasPrefix(head))
    let data = try #require(Data(base64Encoded: String(address.dropFirst(head.count))))
    return try ImageDecoder.decode([UInt8](data), name: "image")
  }

  /// Returns the contents of a target after the last step, as the page composes it.
  private func lastImage(of target: Int, _ report: Report) throws -> [[UInt8]] {
    let (width, height) = (report.targets[target].width, report.targets[target].height)
    var rows = [[UInt8]](repeating: [UInt8](repeating: 0, count: width * 4), count: height)
    for step in report.steps
    where report.passes.first(where: { $0.number == step.pass })?.target == target {
      guard let patch = step.patch else { continue }
      let image = try decoded(patch.image)
      #expect(image.width == patch.width && image.height == patch.height)
      for y in 0..<patch.height {
        for x in 0..<patch.width {
          let place = (patch.x + x) * 4
          rows[patch.y + y].replaceSubrange(place..<place + 4, with: image.premultiplied(x, y))
        }
      }
    }
    return rows
  }

  @Test func stepsEndInTheImageOfRender() throws {
    try withFolder { folder in
      let report = try report(on: page(of: Self.scene, in: folder))
      try Program.run(
        "glaze", "render", "scene.json", "-o", "a.png", "--time", "1", "--backend", "software",
        in: folder)
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/a.png"))
      let expected = try ImageDecoder.decode([UInt8](data), name: "a.png")
      let last = try lastImage(of: 0, report)
      let shown = try decoded(report.image)
      for y in 0..<expected.height {
        for x in 0..<expected.width {
          let color = expected.premultiplied(x, y)
          #expect(Array(last[y][x * 4..<x * 4 + 4]) == color && shown.premultiplied(x, y) == color)
        }
      }
      // Every target is drawn into, and every pass has steps.
      #expect(report.targets.count > 3)
      for target in report.targets.indices.dropFirst() {
        #expect(try lastImage(of: target, report).contains { $0.contains { $0 > 0 } })
      }
      #expect(report.passes.allSatisfy { pass in report.steps[pass.firstStep].pass == pass.number })
    }
  }

  @Test func targetsOfAlphaAloneAreShownInBlack() throws {
    let scene = """
      {"width": 60, "height": 40, "root": {"sublayers": [
        {"position": [30, 20], "bounds": [0, 0, 30, 20], "shadowOpacity": 1, "shadowRadius": 2,
          "sublayers": [
          {"position": [5, 10], "bounds": [0, 0, 8, 14], "backgroundColor": [1, 0, 0]},
          {"position": [20, 10], "bounds": [0, 0, 8, 14], "backgroundColor": [0, 1, 0]}]}]}}
      """
    try withFolder { folder in
      let report = try report(on: page(of: scene, in: folder))
      let blurred = report.targets.indices.filter { report.targets[$0].format == "alpha16" }
      #expect(blurred.count == 2)
      for target in blurred {
        let pixels = try lastImage(of: target, report).joined()
        #expect(pixels.contains { $0 > 100 })
        #expect(pixels.enumerated().allSatisfy { $0 % 4 == 3 || $1 == 0 })
      }
    }
  }

  @Test func theReportKnowsAllLayers() throws {
    try withFolder { folder in
      let page = try page(of: Self.scene, in: folder)
      // The namespace of SVG is only a name, and is not loaded.
      let loaded = page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
      #expect(!loaded.contains("http:") && !loaded.contains("https:") && !page.contains("@import"))
      let report = try report(on: page)
      #expect(report.layers.count == 8)
      #expect(
        report.layers.map(\.name) == [
          "</script><b>root", "group", "", "", "masked", "", "blurred", "turning",
        ])
      #expect(report.layers[5].role == "mask" && report.layers[5].parent == 4)
      #expect(report.layers[1].quad == [[10, 10], [50, 10], [50, 50], [10, 50]])
      let opacity = try #require(report.layers[1].properties.first { $0.name == "opacity" })
      #expect(opacity.value == "0.5" && opacity.standard == "1")
      let hidden = try #require(report.layers[1].properties.first { $0.name == "hidden" })
      #expect(hidden.value == "false" && hidden.standard == nil)
      func causes(_ node: Int) -> String {
        report.layers[node].reasons.map(\.cause).joined(separator: " ")
      }
      #expect(causes(1).contains("opacity") && causes(4).contains("mask"))
      #expect(causes(6).contains("filters") && causes(7).isEmpty)
      // Without the group there is one pass less, and its two layers are not drawn.
      let cost = try #require(report.layers[1].cost)
      #expect(cost.passes == 1 && cost.instances == 3 && cost.pixels > 0)
      // Every cause of off-screen drawing was measured without it; a mask's causes count with its
      // masked layer.
      #expect(report.layers.allSatisfy { $0.reasons.allSatisfy { $0.milliseconds != nil } })
      let map = report.costMap
      #expect(map.columns * map.rows == map.milliseconds.count && map.columns > map.rows)
      #expect(map.rows > 5 && map.milliseconds.allSatisfy { $0 > 0 })
      // The red layer alone, through the surrounding group.
      let plate = try #require(report.layers[2].plate)
      #expect((plate.x, plate.y, plate.width, plate.height) == (10, 10, 30, 30))
      #expect(try decoded(plate.image).premultiplied(15, 15) == [128, 0, 0, 128])
      let overdraw = report.targets[0]
      #expect(overdraw.most >= 2 && overdraw.mean > 1 && overdraw.mean < 3)
      let animation = try #require(report.animations.first)
      #expect(animation.node == 7 && animation.keyPath == "opacity")
      #expect(animation.begin == 0 && animation.end == 2)
      let curve = try #require(animation.curves.first)
      #expect(curve.points.count > 20 && abs(curve.least - 0.2) < 0.05)
    }
  }

  @Test func aPageOfShowHasIt() throws {
    try withFolder { folder in
      try Data(Self.scene.utf8).write(to: URL(fileURLWithPath: folder + "/scene.json"))
      let show = try Program(
        "glaze", ["show", "scene.json", "--display", "web", "--backend", "software", "--paused"],
        in: folder)
      defer { show.signal(SIGTERM) }
      #expect(waitFor { show.said.hasSuffix("/\n") })
      let start = try #require(show.said.range(of: "http://127.0.0.1:"))
      let address = try #require(URL(string: show.said[start.lowerBound...].trimmed))
      let port = UInt16(try #require(address.port))
      let answer = try Browser(port).get(address.path + "/inspect")
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      let report = try report(on: answer)
      #expect(report.layers.count == 8 && report.targets[0].width == 120)
    }
  }

  @Test func manyInstancesShareSteps() throws {
    try withFolder { folder in
      let dots = (0..<900).map { index in
        let (x, y) = (index % 30 * 4, index / 30 * 4)
        return
          #"{"position": [\#(x), \#(y)], "bounds": [0, 0, 3, 3], "backgroundColor": [1, 0, 0]}"#
      }
      let scene =
        #"{"width": 120, "height": 120, "root": {"sublayers": [\#(dots.joined(separator: ","))]}}"#
      let report = try report(on: page(of: scene, in: folder))
      #expect(report.steps.count <= 201 && report.steps.count > 100)
      #expect(report.layers.count == 901)
    }
  }

  @Test(.enabled(if: Program.areThere("chromium")))
  func aBrowserRunsThePageWithoutErrors() throws {
    try withFolder { folder in
      let page = try page(of: Self.scene, in: folder)
      // Errors are collected from the beginning; the key presses follow the page's own script.
      let listener =
        "<script>window.errors = []; addEventListener('error', event => "
        + "errors.push(event.message)); addEventListener('unhandledrejection', event => "
        + "errors.push(String(event.reason)));</script>"
      let actions = """
        <script>
        const said = [];
        for (const row of document.querySelectorAll('.tree [data-node]')) {
          row.click();
          const text = document.querySelector('.details').textContent;
          if (/null|undefined|NaN/.test(text)) errors.push(text);
        }
        document.querySelector('.tree [data-node="4"]').click();
        said.push(document.querySelector('.details h2').textContent,
          document.querySelectorAll('polygon.selected').length,
          document.querySelector('.plate.selected').alt);
        const box = document.getElementById('stage').getBoundingClientRect();
        document.getElementById('stage').dispatchEvent(new MouseEvent('click',
          { clientX: box.left + box.width * 60 / 120, clientY: box.top + box.height * 60 / 80 }));
        said.push(document.querySelector('.details h2').textContent);
        for (const [id] of tabs) document.getElementById('tab-' + id).click();
        said.push(document.querySelectorAll('section.shown').length);
        planView.show(3).then(() => planView.show(report.steps.length - 1)).then(() => {
          const canvas = document.getElementById('canvas');
          const pixel = canvas.getContext('2d').getImageData(100, 10, 1, 1).data;
          document.body.append(make('output', { id: 'said',
            textContent: JSON.stringify({ said, errors, pixel: [...pixel], size: [canvas.width, canvas.height] }) }));
        });
        </script>
        """
      let tested = page.replacingOccurrences(of: "<meta charset", with: listener + "<meta charset")
        .replacingOccurrences(of: "</html>", with: actions + "</html>")
      try Data(tested.utf8).write(to: URL(fileURLWithPath: folder + "/tested.html"))
      let text = try Program.run(
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900",
        "--user-data-dir=\(folder)/profile", "--virtual-time-budget=4000",
        "--enable-logging=stderr",
        "--dump-dom", "file://\(folder)/tested.html", in: folder)
      #expect(!text.contains("CONSOLE"))
      let said = #""said":["masked",1,"masked","blurred",1],"errors":[]"#
      #expect(text.contains(said))
      #expect(text.contains(#""pixel":[230,230,255,255],"size":[120,80]"#))
    }
  }

  /// Tabs, the tree, the search, the address and Back, as someone without a mouse uses them.
  @Test(.enabled(if: Program.areThere("chromium"))) func keysReachEverything() throws {
    try withFolder { folder in
      let page = try page(of: Self.scene, in: folder)
      let actions = """
        <script>
        (async () => {
          const said = [], key = (id, name) =>
            byId(id).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
          const shown = () => layersView.rows.filter(row => row.style.display !== 'none').length;
          const wait = () => new Promise(resolve => setTimeout(resolve, 50));
          key('tabs', 'ArrowRight'); said.push(shownTab, document.activeElement.id);
          history.back(); await wait(); said.push(shownTab);
          select(1); key('tree', 'ArrowLeft'); said.push(shown());
          key('tree', 'ArrowDown'); said.push(selected);
          select(1); key('tree', 'ArrowRight'); said.push(shown());
          key('tree', 'ArrowRight'); said.push(selected);
          key('tree', 'End'); said.push(selected);
          key('tree', 'Home'); said.push(selected);
          byId('search').oninput({ target: { value: 'gaussian' } }); said.push(shown());
          byId('search').oninput({ target: { value: '' } }); said.push(shown());
          location.hash = '#costs/4'; await wait(); said.push(shownTab, selected);
          said.push(layersView.rows.filter(row => row.tabIndex === 0).length);
          said.push(document.querySelectorAll('#verdict .link').length > 0);
          document.body.append(make('output', { textContent: JSON.stringify(said) }));
        })();
        </script>
        """
      let tested = page.replacingOccurrences(of: "</html>", with: actions + "</html>")
      try Data(tested.utf8).write(to: URL(fileURLWithPath: folder + "/tested.html"))
      let text = try Program.run(
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900",
        "--user-data-dir=\(folder)/profile", "--virtual-time-budget=4000", "--dump-dom",
        "file://\(folder)/tested.html", in: folder)
      let said =
        #"["lifted","tab-lifted","layers",6,4,8,2,7,0,1,8,"costs",4,1,true]"#
      #expect(text.contains(said), "\(text.suffix(300))")
    }
  }
}

extension Substring {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension CGImage {
  /// The four components of a pixel.
  fileprivate func premultiplied(_ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return Array(pixels[start..<start + 4])
  }
}
