import ArgumentParser
import Foundation
import Glaze
import GlazeDrawing

/// `glaze farm`: renders with Slurm jobs.
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm",
    abstract: "Draw on a cluster, as a Slurm job array.",
    discussion: """
      All nodes must see the same folders, and the command at the same path. Next to
      the output, video.mp4 or frames/, lies video.mp4.farm with logs, scripts, parts
      and farm.json. If a node fails, another one draws its shard. To draw missing
      shards, submit again.

      EXAMPLES:
        glaze farm submit -o video.mp4 --shards 100 -- Clock.ca --to 60 --fps 30
        glaze farm submit -o thumbs/ --shards 16 --sbatch=--partition=day -- *.ca
        glaze farm status video.mp4 --wait
        glaze farm cancel video.mp4
      """,
    subcommands: [FarmSubmit.self, FarmStatus.self, FarmCancel.self])

  func run() throws { throw ValidationError("name a command: submit, status or cancel") }

  /// Runs `body` and reports its errors.
  static func told(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ValidationError {
      throw error
    } catch let status as Status {
      throw status
    } catch {
      Console.tell("glaze: \(error)\n")
      throw Status.failure
    }
  }

  /// Returns the farm of an output.
  static func farm(_ output: String) throws(FarmError) -> Farm {
    guard let farm = try Farm.load(output) else {
      throw FarmError("\(output) has no farm: \(Farm.folder(of: output)) does not exist")
    }
    return farm
  }
}

/// `glaze farm submit`.
struct FarmSubmit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Draw an output, or its missing parts.",
    usage: "glaze farm submit -o OUT --shards N [--sbatch=OPTION]... -- RENDER...",
    discussion: """
      OUT is a video (.mp4, .mov, .webm, .y4m, .raw) or a folder that ends in /, for
      numbered PNGs or for the images of many documents. RENDER are the arguments
      of glaze render, without -o, --shard and --resume.

      EXAMPLES:
        glaze farm submit -o video.mp4 --shards 100 -- Clock.ca --to 60 --fps 30
        glaze farm submit -o f/ --shards 9 --sbatch=--mem=2G -- Clock.ca --to 60
      """)

  @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The output.", valueName: "out"))
  var output: String

  @Option(help: ArgumentHelp("The number of parts.", valueName: "n"))
  var shards: Int

  @Option(help: ArgumentHelp("An option for sbatch, for all jobs.", valueName: "option"))
  var sbatch: [String] = []

  @Argument(parsing: .postTerminator, help: "The arguments of glaze render.")
  var render: [String] = []

  func validate() throws {
    if render.isEmpty { throw ValidationError("name the arguments of glaze render after --") }
    if let output = render.first(where: { $0 == "-" }) {
      throw ValidationError("\(output): nodes cannot read your standard input; name files")
    }
    if output.isEmpty || output == "-" || output.contains("%") && !output.hasSuffix("/") {
      throw ValidationError("-o must be a video or a folder that ends in /")
    }
  }

  func run() throws {
    try FarmCommand.told {
      var farm = try makeFarm()
      if let old = try Farm.load(output) {
        guard farm.drawsSame(as: old) else {
          throw FarmError(
            "\(farm.folder) draws something else; remove it to start again, or choose another -o")
        }
        farm = old
        if try FarmProgress(farm).isAlive {
          throw FarmError("\(output) is being drawn; see glaze farm status, or cancel it first")
        }
        if farm.isComplete { return Console.tell("glaze: \(output) is complete\n") }
      }
      try submit(&farm)
    }
  }

  /// Makes a farm from the arguments, as `glaze render` understands them.
  private func makeFarm() throws -> Farm {
    let folder = FileManager.default.currentDirectoryPath
    var farm = Farm(
      output: output, count: 0, shards: shards, arguments: render, workingFolder: folder)
    let command = try parsed()
    let sequence = command.sequence
    if let times = try sequence.times() {
      farm.count = sequence.allFrames(times).count
      if output.hasSuffix("/") {
        guard sequence.frames == nil else {
          throw ValidationError("--frames cannot be combined with numbered images; draw a video")
        }
        let name = Input(command.inputs[0]).baseName.replacing("%", with: "%%")
        farm.pattern = output.replacing("%", with: "%%") + name + "_%05d.png"
        farm.firstNumber = sequence.startNumber
      } else {
        try checkFormat(sequence)
      }
    } else {
      guard output.hasSuffix("/") else {
        throw ValidationError("-o \(output): images of documents need a folder that ends in /")
      }
      farm.count = command.inputs.count
    }
    guard 1...max(1, farm.count) ~= shards else {
      throw ValidationError("--shards \(shards): there are \(farm.count) \(farm.things) to draw")
    }
    return farm
  }

  private func checkFormat(_ sequence: SequenceArguments) throws(ValidationError) {
    do throws(JoinError) {
      let format = try VideoPart.format(of: output)
      if sequence.format ?? format == format { return }
    } catch {
      throw ValidationError("-o \(error)")
    }
    throw ValidationError("-o \(output): --format names another format")
  }

  /// Parses the arguments of `glaze render`.
  private func parsed() throws -> RenderCommand {
    let command: RenderCommand
    do {
      command = try RenderCommand.parse(render)
    } catch {
      throw ValidationError("glaze render: \(RenderCommand.message(for: error))")
    }
    if command.output != nil || command.sequence.shard != nil || command.sequence.resume {
      throw ValidationError("remove -o, --shard and --resume from the arguments of glaze render")
    }
    return command
  }

  private func submit(_ farm: inout Farm) throws {
    for folder in [farm.logFolder, farm.doneFolder] { try Output.makeFolder(folder) }
    if farm.isVideo { try Output.makeFolder(farm.partFolder) }
    if farm.output.hasSuffix("/") { try Output.makeFolder(farm.outputPath) }
    let scripts = FarmScripts(farm: farm, glaze: try Self.executable())
    let paths = (shard: farm.folder + "/shard.sh", join: farm.folder + "/join.sh")
    try OutputFile.write(Array(scripts.shard.utf8), to: paths.shard)
    try OutputFile.write(Array(scripts.join.utf8), to: paths.join)
    let missing = farm.missingShards()
    var job: String?
    if !missing.isEmpty {
      let number = try Slurm.submit(paths.shard, scripts.shardOptions(missing, sbatch))
      job = number
      farm.drawingJobs.append(number)
      // Saved now, so that the job is known even if the second one fails.
      farm.joinJob = nil
      try farm.save()
    }
    do {
      farm.joinJob = try Slurm.submit(paths.join, scripts.joinOptions(after: job, sbatch))
      try farm.save()
    } catch {
      if let job { try? Slurm.cancel([job]) }
      throw error
    }
    let jobs = [job, farm.joinJob].compactMap(\.self).joined(separator: " and ")
    Console.tell(
      "glaze: \(farm.count) \(farm.things) in \(missing.count) of \(farm.shards) shards, jobs \(jobs); "
        + "see glaze farm status \(output)\n")
  }

  /// The path of this command, which nodes use.
  private static func executable() throws(FarmError) -> String {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { throw FarmError("the path of this command is not known") }
    return path
  }
}

/// `glaze farm status`.
struct FarmStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Report the progress of a farm.",
    usage: "glaze farm status OUT [--wait]",
    discussion: """
      The exit status is 0 while jobs run and when the output is complete, and 1 if
      no job is left and something is missing.

      EXAMPLES:
        glaze farm status video.mp4 --wait
      """)

  @Argument(help: "The output.")
  var output: String

  @Flag(help: "Wait for the end, and print a line for each change.")
  var wait = false

  func run() throws {
    try FarmCommand.told {
      let farm = try FarmCommand.farm(output)
      var told: [String] = []
      while true {
        let progress = try FarmProgress(farm)
        let lines = progress.lines.map { Console.harmless($0) }
        if lines != told { try Program.say(lines.joined(separator: "\n")) }
        told = lines
        if farm.isComplete { return }
        guard progress.isAlive else { throw Status.failure }
        guard wait else { return }
        sleep(Self.interval)
      }
    }
  }

  /// The polling interval, in seconds: each request is work for Slurm's controller.
  private static let interval: UInt32 = 5
}

/// `glaze farm cancel`.
struct FarmCancel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "End the jobs of a farm; finished shards remain.",
    usage: "glaze farm cancel OUT",
    discussion: """
      EXAMPLES:
        glaze farm cancel video.mp4
      """)

  @Argument(help: "The output.")
  var output: String

  func run() throws {
    try FarmCommand.told {
      let farm = try FarmCommand.farm(output)
      let jobs = [farm.drawingJobs.last, farm.joinJob].compactMap(\.self)
      guard try FarmProgress(farm).isAlive else {
        return Console.tell("glaze: \(output): no job is running\n")
      }
      try Slurm.cancel(jobs)
      Console.tell("glaze: jobs \(jobs.joined(separator: " and ")) end; submit again to continue\n")
    }
  }
}
