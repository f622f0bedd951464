import CGlazeServe
import Foundation

/// The control groups of workers, where the system delegated its own group to the service.
///
/// Source: cgroups(7) and systemd's rules of delegation.
struct ControlGroups: Sendable {
  /// The limits of one worker with all processes that it starts.
  struct Limits: Sendable {
    /// In bytes.
    var memory: Int
    var processes: Int
  }

  /// The group that contains those of the workers.
  let folder: String
  let limits: Limits

  /// The group for the service itself: a group whose children have limits has no processes of its own.
  private static let ownName = "service"

  /// Prepares the group of this process; nil if it was not delegated.
  static func delegated(_ limits: Limits) -> ControlGroups? {
    guard let own = ownFolder() else { return nil }
    let parent = (own as NSString).deletingLastPathComponent
    if (own as NSString).lastPathComponent == ownName, isDelegated(parent) {
      return ControlGroups(preparing: parent, limits)
    }
    guard isDelegated(own) else { return nil }
    let service = own + "/" + ownName
    guard mkdir(service, 0o755) == 0 || errno == EEXIST,
      write("\(getpid())", to: service + "/cgroup.procs")
    else { return nil }
    return ControlGroups(preparing: own, limits)
  }

  /// - Parameter folder: A group without processes of its own.
  init(preparing folder: String, _ limits: Limits) {
    self.folder = folder
    self.limits = limits
    // A system may delegate one of them only.
    for controller in ["+memory", "+pids"] {
      _ = Self.write(controller, to: folder + "/cgroup.subtree_control")
    }
  }

  /// Makes the group of a worker; nil if that fails.
  func group(_ number: Int) -> ControlGroup? {
    let group = ControlGroup(folder: folder + "/worker-\(number)")
    guard mkdir(group.folder, 0o755) == 0 || errno == EEXIST else { return nil }
    // A service that was killed may have left it.
    group.end()
    _ = Self.write("\(limits.memory)", to: group.folder + "/memory.max")
    _ = Self.write("1", to: group.folder + "/memory.oom.group")
    _ = Self.write("\(limits.processes)", to: group.folder + "/pids.max")
    return group
  }

  /// Writes to a file that exists.
  fileprivate static func write(_ text: String, to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Glibc.write(file, text, text.utf8.count) == text.utf8.count
  }

  // MARK: Delegation

  /// Returns the folder of the group of this process; nil without groups of version 2.
  private static func ownFolder() -> String? {
    let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    guard let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return nil
    }
    let place = mounts.split(separator: "\n").lazy.compactMap { line -> Substring? in
      let fields = line.split(separator: " ")
      guard line.contains(" - cgroup2 "), fields.count > 4, fields[3] == "/" else { return nil }
      return fields[4]
    }.first
    let path = line.dropFirst("0::".count)
    return place.map { path == "/" ? String($0) : String($0) + path }
  }

  /// Returns whether a group is the service's to divide.
  ///
  /// systemd marks what it delegates. Without the mark, an administrator could write to every group, and a user to
  /// those of a session with other programs.
  private static func isDelegated(_ folder: String) -> Bool {
    access(folder + "/cgroup.subtree_control", W_OK) == 0 && glaze_is_delegated(folder)
  }
}

/// The control group of a worker.
struct ControlGroup: Sendable {
  let folder: String

  /// Moves a process into the group.
  func add(_ process: pid_t) -> Bool {
    ControlGroups.write("\(process)", to: folder + "/cgroup.procs")
  }

  /// Ends all processes in it.
  func end() { _ = ControlGroups.write("1", to: folder + "/cgroup.kill") }

  /// Removes it, for which the last process must have ended.
  ///
  /// It waits for that, for at most a second.
  func remove() {
    end()
    for _ in 0..<100 {
      if rmdir(folder) == 0 || errno != EBUSY { return }
      usleep(10_000)
    }
  }
}
