import Foundation

/// The scripts that Slurm runs.
struct FarmScripts {
  let farm: Farm
  /// The path of the command.
  let glaze: String

  /// The script that draws the shard with the number that Slurm sets.
  ///
  /// Finished output is reused: a task that another node starts again, or that two nodes draw because one of them is
  /// unreachable, gives the same files.
  var shard: String {
    """
    #!/bin/sh
    # Draws one shard of \(Self.comment(farm.output)); Slurm sets its number.
    set -eu
    cd \(Self.quoted(farm.workingFolder))
    \(Self.quoted(glaze)) render\(farm.arguments.map { " " + Self.quoted($0) }.joined()) \\
      -o \(Self.quoted(farm.drawnPath)) \\
      --shard "$SLURM_ARRAY_TASK_ID/\(farm.shards)"\(farm.isSequence ? " --resume" : "") --stats
    : > \(Self.quoted(farm.doneFolder))/"$SLURM_ARRAY_TASK_ID"

    """
  }

  /// The script that joins the parts of a video, or checks that all images exist.
  var join: String {
    let work: String
    if farm.isVideo {
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
      work = "# Images of many documents: each shard reported its own results."
    }
    return """
      #!/bin/sh
      # Ends \(Self.comment(farm.output)) when all shards are drawn.
      set -eu
      \(work)
      : > \(Self.quoted(farm.doneFolder))/all

      """
  }

  /// The options of sbatch for the shards.
  func shardOptions(_ missing: [Shard], _ more: [String]) -> [String] {
    [
      "--job-name=glaze", "--array=" + Self.ranges(missing), "--requeue", "--open-mode=append",
      "--output=" + Self.slurmPath(farm.logFolder) + "/shard-%a.log",
    ] + more
  }

  /// The options of sbatch for the last job; with nil it waits for no job.
  func joinOptions(after job: String?, _ more: [String]) -> [String] {
    let wait = job.map { ["--dependency=afterok:\($0)", "--kill-on-invalid-dep=yes"] } ?? []
    return ["--job-name=glaze-join", "--requeue", "--open-mode=append"] + wait
      + ["--output=" + Self.slurmPath(farm.logFolder) + "/join.log"] + more
  }

  /// Returns the numbers of shards as ranges: `1-3,7`.
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

  /// Returns a text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Returns a text as a comment of one line.
  private static func comment(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Escapes percent signs, which Slurm replaces by numbers.
  private static func slurmPath(_ path: String) -> String { path.replacing("%", with: "%%") }
}
