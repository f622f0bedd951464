import Foundation
import Testing

@Suite struct UsageTests {
  private func run(_ arguments: [String], input: String = "") throws -> Tool.Result {
    try withScratchFolder { try Tool(folder: $0).run(arguments, input: input) }
  }

  @Test func knowsItsVersion() throws {
    let result = try run(["--version"])
    #expect(result.status == 0)
    #expect(result.text.wholeMatch(of: /glaze \d+\.\d+\.\d+\n/) != nil)
    #expect(result.messages.isEmpty)
  }

  @Test(arguments: [
    [], ["render"], ["show"], ["strip"], ["plan"], ["tree"], ["check"], ["join"], ["bench"],
    ["inspect"], ["info"], ["devices"], ["serve"],
  ])
  func helpsOnOneScreen(command: [String]) throws {
    for arguments in [["help"] + command, command + ["--help"]] {
      let result = try run(arguments)
      #expect(result.status == 0)
      #expect(result.messages.isEmpty)
      #expect(result.text.contains("EXAMPLES:"))
      let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 60)
      #expect(lines.allSatisfy { $0.count <= 80 })
    }
  }

  @Test(arguments: [
    ["frobnicate"], ["render"], ["render", "--frobnicate", "a.json"],
    ["render", "a.json", "b.json", "-o", "out.png"], ["render", "a.json", "b.json", "-o", "-"],
    ["render", "-", "-"], ["render", "x/a.json", "y/a.json"],
    ["render", "a.json", "-o", "%x.png"], ["render", "a.json", "-o", "a.json"],
    ["render", "a.json", "-o", ""], ["render", "a.json", "--size", "3"],
    ["render", "a.json", "--size", "3x4", "--scale", "2"], ["render", "a.json", "--scale", "0"],
    ["render", "a.json", "--scale", "nan"], ["render", "a.json", "--time", "soon"],
    ["render", "a.json", "--background", "blurple"], ["render", "a.json", "--backend", "cuda"],
    ["render", "a.json", "--device", "gpu"],
    ["render", "a.json", "--backend", "software", "--device", "egl:0"],
    ["render", "a.json", "--asset-root", "none"], ["strip"], ["strip", "a.json", "--frames", "0"],
    ["strip", "a.json", "--times", "1,x"], ["strip", "a.json", "--times", "1", "--frames", "2"],
    ["strip", "a.json", "--time", "1"], ["strip", "a.json", "b.json"], ["plan"],
    ["plan", "a.json", "b.json"],
    ["check"], ["check", "-", "-"], ["check", "a.json", "--backend", "auto"],
    ["check", "a.json", "--backend", "gl,gl"], ["check", "a.json", "--tolerance", "300"],
    ["check", "a.json", "--tolerance", "1:x"], ["check", "a.json", "--only", "sideways"],
    ["check", "a.json", "--backend", "software", "--device", "egl:0"],
    ["serve", "a.json"], ["serve", "--listen", "localhost:80"], ["serve", "--workers", "0"],
    ["serve", "--memory", "1M"], ["serve", "--deadline", "0"], ["serve", "--sandbox", "some"],
    ["serve", "--backend", "software", "--device", "egl:0"], ["serve", "--limit", "cats=1"],
    ["tree"], ["devices", "a.json"], ["bench"], ["bench", "-"],
    ["bench", "a.json", "--frames", "0"], ["bench", "a.json", "--format", "xml"],
    ["bench", "a.json", "--backend", "auto"], ["bench", "a.json", "--move", "-1"],
    ["bench", "a.json", "--hud"], ["bench", "a.json", "--format", "race", "--compare", "gl"],
    ["bench", "a.json", "--backend", "gl", "--compare", "gl,software"],
    ["bench", "a.json", "--backend", "gl,software", "--format", "race"],
    ["bench", "a.json", "--read-back", "--incremental"],
    ["bench", "a.json", "--read-back", "--format", "race"],
  ])
  func refusesWrongUsage(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.messages.first?.hasPrefix("Error: ") == true)
  }

  @Test func saysWhenThereIsNoDevice() throws {
    let arguments = ["render", "-", "--device", "egl:4711", "-o", "-"]
    let result = try run(arguments, input: Documents.red)
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.messages.first?.contains("egl:4711") == true)
    #expect(try run(["info", "--device", "egl:4711"]).status == 3)
  }

  @Test func badInputNeedsNoDevice() throws {
    let arguments = ["render", "-", "--device", "egl:4711", "-o", "-"]
    #expect(try run(arguments, input: "{").status == 1)
  }

  @Test func printsPlansAndTrees() throws {
    let plan = try run(["plan", "-", "--size", "40x30"], input: Documents.red)
    #expect(plan.status == 0)
    #expect(plan.messages.isEmpty)
    #expect(plan.text.contains("40"))
    #expect(plan.text.hasSuffix("\n"))
    let tree = try run(["tree", "-"], input: Documents.red)
    #expect(tree.status == 0)
    #expect(tree.text.contains("CALayer"))
    #expect(tree.text.contains("backgroundColor"))
    for command in ["plan", "tree"] {
      let bad = try run([command, "-"], input: "{")
      #expect(bad.status == 1)
      #expect(bad.messages.count == 1)
      #expect(bad.output.isEmpty)
    }
  }

  @Test func printsInfoAndDevices() throws {
    let info = try run(["info"])
    #expect(info.status == 0)
    for name in ["glaze ", "system ", "processors ", "backend ", "images "] {
      #expect(info.text.contains("\n" + name) || info.text.hasPrefix(name), "\(name)")
    }
    let software = try run(["info", "--backend", "software"])
    #expect(software.status == 0)
    #expect(software.text.contains("software backend"))
    let devices = try run(["devices"])
    #expect(devices.status == 0)
    #expect(devices.text.contains("DEVICE"))
    #expect(try run(["render", "--device", "list"]).text == devices.text)
  }

  /// Shells complete the values of options, and file names for inputs and outputs.
  @Test(arguments: ["bash", "zsh", "fish"]) func shellsCompleteValues(shell: String) throws {
    let result = try run(["--generate-completion-script", shell])
    #expect(result.status == 0)
    for value in [
      "software", "gles", "without-batch", "kitty", "kms", "layers=", "webm", "checkerboard",
    ] {
      #expect(result.text.contains(value), "\(value)")
    }
    if shell == "zsh" {
      #expect(!result.text.contains("=()"))
      #expect(!result.text.contains("':input:'") && !result.text.contains("'*:input:'"))
    }
  }

  @Test func unknownVariantsNameTheNearest() throws {
    let near = try run(["check", "a.json", "--only", "tiles,mirored"])
    #expect(near.status == 2 && near.messages[0].contains("mirored (did you mean mirrored?)"))
    let far = try run(["check", "a.json", "--only", "sideways"])
    #expect(far.status == 2 && far.messages[0].contains("glaze check --help lists them"))
  }
}
