import ArgumentParser
import Foundation
import Glaze
import GlazeDrawing

/// `glaze farm`: a render as jobs of Slurm.
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm",
    abstract: "Draw on a cluster: shards as a job array of Slurm.",
    discussion: """
      All nodes must see the same folders, and the command at the same path. Beside
      the output, film.mp4 or frames/, lies film.mp4.farm with logs, scripts, parts
      and farm.json. A shard of a node that fails is drawn by another one; submit
      again draws what is missing.

      EXAMPLES:
        glaze farm submit -o film.mp4 --shards 100 -- Clock.ca --to 60 --fps 30
        glaze farm submit -o thumbs/ --shards 16 --sbatch=--partition=day -- *.ca
        glaze farm status film.mp4 --wait
        glaze farm cancel film.mp4
      """,
    subcommands: [FarmSubmit.self, FarmStatus.self, FarmCancel.self])

  /// Runs `body` and tells its errors.
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

  /// The farm of an output.
  static func farm(_ output: String) throws(FarmError) -> Farm {
    guard let farm = try Farm.load(output) else {
      throw FarmError("\(output) is not drawn by a farm: there is no \(Farm.folder(of: output))")
    }
    return farm
  }
}

/// `glaze farm submit`.
struct FarmSubmit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Draw an output, or what is missing of it.",
    usage: "glaze farm submit -o OUT --shards N [--sbatch=OPTION]... -- RENDER...",
    discussion: """
      OUT is a film (.mp4, .mov, .webm, .y4m, .raw) or a folder that ends in /, for
      numbered PNGs or for the pictures of many documents. RENDER is what would
      stand behind glaze render, without -o, --shard and --resume.

      EXAMPLES:
        glaze farm submit -o film.mp4 --shards 100 -- Clock.ca --to 60 --fps 30
        glaze farm submit -o f/ --shards 9 --sbatch=--mem=2G -- Clock.ca --to 60
      """)

  @Option(name: [.customShort("o"), .long], help: ArgumentHelp("What is drawn.", valueName: "out"))
  var output: String

  @Option(help: ArgumentHelp("Into how many parts the work is cut.", valueName: "n"))
  var shards: Int

  @Option(help: ArgumentHelp("An option for sbatch, of all jobs.", valueName: "option"))
  var sbatch: [String] = []

  @Argument(parsing: .postTerminator, help: "What glaze render is told.")
  var render: [String] = []

  func validate() throws {
    if render.isEmpty { throw ValidationError("put what glaze render is told behind --") }
    if let output = render.first(where: { $0 == "-" }) {
      throw ValidationError("\(output): a node has no standard input of yours; name files")
    }
    if output.isEmpty || output == "-" || output.contains("%") && !output.hasSuffix("/") {
      throw ValidationError("-o is a film or a folder that ends in /")
    }
  }

  func run() throws {
    try FarmCommand.told {
      var farm = try makeFarm()
      if let old = try Farm.load(output) {
        guard farm.drawsSame(as: old) else {
          throw FarmError(
            "\(farm.folder) draws something else; remove it to begin anew, or choose another -o")
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

  /// What is to be drawn, by what `glaze render` would say of its arguments.
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
          throw ValidationError("pictures of some --frames are not farmed; draw films of them")
        }
        let name = Input(command.inputs[0]).baseName.replacing("%", with: "%%")
        farm.pattern = output.replacing("%", with: "%%") + name + "_%05d.png"
        farm.firstNumber = sequence.startNumber
      } else {
        try checkFormat(sequence)
      }
    } else {
      guard output.hasSuffix("/") else {
        throw ValidationError("-o \(output): pictures of documents go to a folder that ends in /")
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
      let format = try FilmPart.format(of: output)
      if sequence.format ?? format == format { return }
    } catch {
      throw ValidationError("-o \(error)")
    }
    throw ValidationError("-o \(output): --format says something else")
  }

  /// As `glaze render` reads its arguments.
  private func parsed() throws -> RenderCommand {
    let command: RenderCommand
    do {
      command = try RenderCommand.parse(render)
    } catch {
      throw ValidationError("glaze render: \(RenderCommand.message(for: error))")
    }
    if command.output != nil || command.sequence.shard != nil || command.sequence.resume {
      throw ValidationError("leave -o, --shard and --resume to the farm")
    }
    return command
  }

  private func submit(_ farm: inout Farm) throws {
    for folder in [farm.logFolder, farm.doneFolder] { try Output.makeFolder(folder) }
    if farm.isFilm { try Output.makeFolder(farm.partFolder) }
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
      // Known from now on, whatever becomes of the second job.
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

  /// This command, as nodes find it.
  private static func executable() throws(FarmError) -> String {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { throw FarmError("the path of this command is not known") }
    return path
  }
}

/// `glaze farm status`.
struct FarmStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Tell how far a farm is.",
    usage: "glaze farm status OUT [--wait]",
    discussion: """
      The exit status is 0 while jobs are at work and when all is complete, and 1
      when no job is left and something is missing.

      EXAMPLES:
        glaze farm status film.mp4 --wait
      """)

  @Argument(help: "What is drawn.")
  var output: String

  @Flag(help: "Wait for the end, with a line whenever something changed.")
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

  /// In seconds: each question is work for Slurm's controller.
  private static let interval: UInt32 = 5
}

/// `glaze farm cancel`.
struct FarmCancel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "End the jobs of a farm; what is drawn stays.",
    usage: "glaze farm cancel OUT",
    discussion: """
      EXAMPLES:
        glaze farm cancel film.mp4
      """)

  @Argument(help: "What is drawn.")
  var output: String

  func run() throws {
    try FarmCommand.told {
      let farm = try FarmCommand.farm(output)
      let jobs = [farm.drawingJobs.last, farm.joinJob].compactMap(\.self)
      guard try FarmProgress(farm).isAlive else {
        return Console.tell("glaze: no job of \(output) is at work\n")
      }
      try Slurm.cancel(jobs)
      Console.tell("glaze: jobs \(jobs.joined(separator: " and ")) end; submit again goes on\n")
    }
  }
}
