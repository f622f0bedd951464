import Foundation

/// The progress of a farm: the content of its folder, and the states of its jobs.
struct FarmProgress {
  let farm: Farm
  let missing: [Shard]
  let tasks: [Slurm.Task]

  init(_ farm: Farm) throws {
    self.farm = farm
    // Queried first: a shard that ends in between is reported as done.
    tasks =
      farm.isComplete
      ? [] : try Slurm.tasks(of: farm.drawingJobs + (farm.joinJob.map { [$0] } ?? []))
    missing = farm.isComplete ? [] : farm.missingShards()
  }

  private var drawing: [Slurm.Task] { tasks.filter { $0.job != farm.joinJob } }
  private var join: Slurm.Task? { tasks.last { $0.job == farm.joinJob } }

  /// A Boolean value that indicates whether jobs wait or run.
  var isAlive: Bool { tasks.contains { $0.isWaiting || $0.isRunning } }

  /// The shards that failed, with Slurm's state.
  var failed: [(shard: Int, state: String)] {
    let numbers = Set(missing.map(\.number))
    let newest = farm.drawingJobs.last
    return drawing.compactMap { task in
      guard let index = task.index, numbers.contains(index), task.job == newest, !task.isWaiting,
        !task.isRunning, !task.isDone
      else { return nil }
      return (index, task.state)
    }.sorted { $0.shard < $1.shard }
  }

  /// One line, and one for each failed shard, ten at most.
  var lines: [String] {
    if farm.isComplete { return ["\(farm.output): complete, \(farm.count) \(farm.things)"] }
    let done = farm.shards - missing.count
    let running = drawing.count(where: \.isRunning)
    var line = "\(farm.output): \(done) of \(farm.shards) shards are drawn, \(running) run"
    if missing.isEmpty { line += "; " + joinText }
    if !isAlive { line += "; no job is left, submit again to go on" }
    let failed = failed
    let more = failed.count > 10 ? ["and \(failed.count - 10) more shards"] : []
    return [line]
      + failed.prefix(10).map {
        "shard \($0.shard): \($0.state), see \(farm.logFolder)/shard-\($0.shard).log"
      }
      + more
  }

  private var joinText: String {
    guard let join else { return "the state of the join is unknown" }
    if join.isWaiting { return "the join waits" }
    if join.isRunning { return "the join runs" }
    return "the join ended with \(join.state), see \(farm.logFolder)/join.log"
  }
}
