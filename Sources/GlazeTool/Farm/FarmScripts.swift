import Foundation

/// The scripts that Slurm runs.
struct FarmScripts {
  let farm: Farm
  /// The command that draws.
  let glaze: String

  /// Draws the shard whose number Slurm gives.
  ///
  /// What is whole is kept: a task that another node begins anew, or that two nodes draw as one of them is only out
  /// of reach, gives the same files.
  var shard: String {
    """
    #!/bin/sh
    # Draws one shard of \(Self.comment(farm.output)); Slurm says which.
    set -eu
    cd \(Self.quoted(farm.workingFolder))
    \(Self.quoted(glaze)) render\(farm.arguments.map { " " + Self.quoted($0) }.joined()) \\
      -o \(Self.quoted(farm.drawnPath)) \\
      --shard "$SLURM_ARRAY_TASK_ID/\(farm.shards)"\(farm.isSequence ? " --resume" : "") --stats
    : > \(Self.quoted(farm.doneFolder))/"$SLURM_ARRAY_TASK_ID"

    """
  }

  /// Joins the parts of a film, or looks for all pictures.
  var join: String {
    let work: String
    if farm.isFilm {
      work = """
        \(Self.quoted(glaze)) join \(Self.quoted(farm.partFolder)) \\
          -o \(Self.quoted(farm.outputPath)) --frames \(farm.count)
        rm -r -- \(Self.quoted(farm.partFolder))
        """
    } else if farm.isSequence {
      work = """
        \(Self.quoted(glaze)) join \(Self.quoted(farm.drawnPath)) --frames \(farm.count) \\
          --start-number \(farm.firstNumber) --shards \(farm.shards)
        """
    } else {
      work = "# Pictures of many documents: each shard said what became of its own."
    }
    return """
      #!/bin/sh
      # Ends \(Self.comment(farm.output)) when all shards are drawn.
      set -eu
      \(work)
      : > \(Self.quoted(farm.doneFolder))/all

      """
  }

  /// What sbatch is told about the shards.
  func shardOptions(_ missing: [Shard], _ more: [String]) -> [String] {
    [
      "--job-name=glaze", "--array=" + Self.ranges(missing), "--requeue", "--open-mode=append",
      "--output=" + Self.slurmPath(farm.logFolder) + "/shard-%a.log",
    ] + more
  }

  /// What sbatch is told about the end; nil waits for no job.
  func joinOptions(after job: String?, _ more: [String]) -> [String] {
    let wait = job.map { ["--dependency=afterok:\($0)", "--kill-on-invalid-dep=yes"] } ?? []
    return ["--job-name=glaze-join", "--requeue", "--open-mode=append"] + wait
      + ["--output=" + Self.slurmPath(farm.logFolder) + "/join.log"] + more
  }

  /// `1-3,7`.
  static func ranges(_ shards: [Shard]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for shard in shards {
      if let last = ranges.last, last.upperBound + 1 == shard.number {
        ranges[ranges.count - 1] = last.lowerBound...shard.number
      } else {
        ranges.append(shard.number...shard.number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// A word that a shell takes as it is.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Text that stays on its line.
  private static func comment(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Slurm puts numbers where a percent sign stands.
  private static func slurmPath(_ path: String) -> String { path.replacing("%", with: "%%") }
}
