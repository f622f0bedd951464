import ArgumentParser

@main
struct GlazeTool: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "glaze")
}
