import ArgumentParser
import Foundation
import Glaze

/// `glaze render`: documents to PNG files.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw documents into PNG files.",
    usage: "glaze render INPUT... [-o OUT] [options]",
    discussion: """
      PNGs are sRGB with straight alpha, as large as the document's root layer.
      OUT is a file, a folder (existing, or ending in /), - for standard output,
      or a pattern: %s is the input's name, %d (or %03d) its number from 1.
      Without -o: NAME.png in the current folder.

      EXAMPLES:
        glaze render Clock.ca --size 512x512 --background white
        glaze render *.ca -o 'thumbs/%s@2x.png' --scale 2
        glaze render - --backend software -o - < a.json > a.png
        glaze render --device list

      ENVIRONMENT:
        EGL_VISIBLE_DEVICES, CUDA_VISIBLE_DEVICES, LIBGL_ALWAYS_SOFTWARE choose
        devices. GLAZE_DISABLE=name,name switches optimisations off:
        all, \(optimizationNames).
      """)

  @Argument(
    help: ArgumentHelp("A .ca folder, a .caml or .json file, or -.", valueName: "input"))
  var inputs: [String] = []

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where the pictures go.", valueName: "out"))
  var output: String?

  @OptionGroup var canvas: CanvasOptions
  @OptionGroup var devices: DeviceOptions
  @OptionGroup var document: DocumentOptions

  @Flag(help: "Print what each picture took, on standard error.")
  var stats = false

  @Flag(
    inversion: .prefixedNo,
    help: "Hide the steps of gradients and wide shadows under a fixed pattern.")
  var dither = true

  func validate() throws {
    if devices.wantsList { return }
    if inputs.isEmpty { throw ValidationError("name an input: a .ca folder, .caml, .json, or -") }
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read only once")
    }
    do throws(OutputNamingError) {
      _ = try outputs()
    } catch {
      throw ValidationError(error.description)
    }
  }

  private func outputs() throws(OutputNamingError) -> [(Input, Output)] {
    let inputs = inputs.map(Input.init)
    let naming = try OutputNaming(option: output, inputCount: inputs.count)
    return Array(zip(inputs, try naming.outputs(for: inputs)))
  }

  func run() throws {
    if devices.wantsList { return try DevicesCommand.list(devices) }
    var job = RenderJob(self, optimizations: Environment.optimizations())
    let status = job.run(try outputs())
    if status != .success { throw status }
  }
}
