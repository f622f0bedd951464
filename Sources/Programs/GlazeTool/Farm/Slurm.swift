import Foundation

/// Slurm, through its commands.
enum Slurm {
  /// The state of a task of a job.
  struct Task: Equatable {
    var job: String
    /// The index in the job array; nil for other jobs.
    var index: Int?
    /// The state in Slurm's spelling: PENDING, RUNNING, COMPLETED, FAILED, NODE_FAIL, ...
    var state: String

    var isWaiting: Bool { ["PENDING", "REQUEUED", "SUSPENDED", "REQUEUE_HOLD"].contains(state) }
    var isRunning: Bool { ["RUNNING", "CONFIGURING", "COMPLETING", "RESIZING"].contains(state) }
    var isDone: Bool { state == "COMPLETED" }
  }

  /// Submits a script.
  ///
  /// - Returns: The number of the job.
  /// - Throws: `ExternalProgram.Failure` with the message of sbatch.
  static func submit(
    _ script: String, _ options: [String]
  ) throws(ExternalProgram.Failure) -> String {
    let text = try ExternalProgram(name: "sbatch").run(["--parsable"] + options + [script])
    // With several clusters the name of the cluster follows the number.
    let number = text.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first ?? ""
    guard let number = UInt64(number) else {
      throw .init(description: "sbatch returned no job number: \(text)")
    }
    return "\(number)"
  }

  /// Ends jobs, including running ones.
  static func cancel(_ jobs: [String]) throws(ExternalProgram.Failure) {
    try ExternalProgram(name: "scancel").run(jobs)
  }

  /// Returns all tasks of jobs: from the queue, which forgets them after minutes, and from the accounting, if there
  /// is one.
  ///
  /// - Throws: `ExternalProgram.Failure` if neither answers.
  static func tasks(of jobs: [String]) throws(ExternalProgram.Failure) -> [Task] {
    if jobs.isEmpty { return [] }
    let queue = ExternalProgram(name: "squeue")
    var tasks: [Task] = []
    var failure: ExternalProgram.Failure?
    for job in jobs {
      do {
        let text = try queue.run(["-h", "-r", "-t", "all", "-j", job, "-o", "%i %T"])
        tasks += lines(of: text, separator: " ")
      } catch {
        // The message for forgotten jobs.
        if !error.description.contains("Invalid job id") { failure = error }
      }
    }
    let accounting = try? ExternalProgram(name: "sacct").run([
      "-n", "-X", "-P", "-j", jobs.joined(separator: ","), "-o", "JobID,State",
    ])
    if let failure, accounting == nil { throw failure }
    let known = Set(tasks.map { "\($0.job)_\($0.index ?? 0)" })
    let older = lines(of: accounting ?? "", separator: "|")
    return tasks + older.filter { !known.contains("\($0.job)_\($0.index ?? 0)") }
  }

  /// Parses lines such as `12_3 RUNNING`; sacct prints `CANCELLED by 0`.
  static func lines(of text: String, separator: Character) -> [Task] {
    text.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: separator, maxSplits: 1)
      guard columns.count == 2, let state = columns[1].split(separator: " ").first else {
        return nil
      }
      let id = columns[0].split(separator: "_")
      // Waiting tasks may be one line, 12_[3-8]: their index is not needed.
      return Task(
        job: String(id[0]), index: id.count > 1 ? Int(id[1]) : nil, state: String(state))
    }
  }
}
