import Foundation

/// The reason why a GPU or a driver is missing in the list of devices, and its remedy.
package struct DriverProblem: Sendable, Hashable {
  /// The facts, in one line.
  package var finding: String
  /// The command or the option that solves the problem, in one line.
  package var fix: String

  package init(_ finding: String, fix: String) {
    self.finding = finding
    self.fix = fix
  }
}

extension DriverSurvey {
  /// The options by which a container gets NVIDIA's driver with its OpenGL libraries.
  static let nvidiaContainer =
    "start the container with --gpus all -e NVIDIA_DRIVER_CAPABILITIES=graphics,utility"
  private static let nvidiaPackages =
    "install libegl-nvidia0 and nvidia-egl-icd (Debian) or libnvidia-gl-VERSION (Ubuntu), "
    + "in the version of the kernel module"

  /// The problems of this machine.
  ///
  /// - Parameters:
  ///   - devices: The devices, after they were tried. Nothing is reported about a GPU that draws.
  ///   - rejections: The devices that `auto` did not take.
  package func problems(
    devices: [Device], rejections: [Rejection] = []
  ) -> [DriverProblem] {
    let gpus = devices.filter { $0.version != nil && $0.kind == .hardware }
    var problems = vendorFiles.compactMap(problem(of:)) + noVendorFile(devices)
    if !gpus.contains(where: \.isNVIDIA) { problems += nvidiaProblems }
    let unused = renderNodes.filter { node in !gpus.contains { $0.renderNode == node.path } }
    problems += unused.compactMap(problem(of:))
    if gpus.isEmpty { problems += hiddenGPUs.map(problem(of:)) }
    if !gpus.contains(where: \.isDirect3D) { problems += wslProblems }
    return problems + softwareProblems(devices) + hidingProblems(rejections)
  }
}

extension Device {
  /// Whether the device draws with NVIDIA's own driver.
  fileprivate var isNVIDIA: Bool { hasCUDA || (vendor ?? "").contains("NVIDIA") }
  /// Whether the device draws with Direct3D 12 of WSL's host.
  fileprivate var isDirect3D: Bool { (renderer ?? "").hasPrefix("D3D12") }
}

// MARK: - Vendor files

extension DriverSurvey {
  private func problem(of file: VendorFile) -> DriverProblem? {
    switch file.failure {
    case nil: return nil
    case .unreadable:
      let variable = vendorPlace.variable.map { ", which \($0) names," } ?? ""
      return DriverProblem(
        "the vendor file \(file.path)\(variable) cannot be read",
        fix: vendorPlace.variable.map { "unset \($0)" } ?? "chmod a+r \(file.path)")
    case .namesNoLibrary:
      return DriverProblem(
        "the vendor file \(file.path) names no library (ICD.library_path)",
        fix: "install its package again; dpkg -S \(file.path) prints the name")
    case .cannotLoad(let reason, let link):
      let library = file.library ?? ""
      var finding =
        "the vendor file \(file.path) names \(library), which cannot be loaded (\(reason))"
      if let link {
        finding += "; \(link.path) links to \(link.target), which does not exist"
      }
      return DriverProblem(finding, fix: fix(forLibrary: library, of: file))
    }
  }

  private func fix(forLibrary library: String, of file: VendorFile) -> String {
    if file.isNVIDIA {
      guard isContainer else { return Self.nvidiaPackages }
      guard providesGraphics, !nvidiaNodes.isEmpty else { return Self.nvidiaContainer }
      return "create the container again, so that it gets the libraries of the host's driver"
    }
    if library.contains("libEGL_mesa") { return "sudo apt install libegl-mesa0 libgl1-mesa-dri" }
    return "install the package with \(library), or remove \(file.path)"
  }

  private func noVendorFile(_ devices: [Device]) -> [DriverProblem] {
    // A libEGL that is not libglvnd's finds drivers without vendor files.
    guard vendorFiles.isEmpty, !devices.contains(where: { $0.version != nil }) else { return [] }
    if let variable = vendorPlace.variable {
      let value = environment[variable] ?? ""
      return [
        DriverProblem("\(variable)=\"\(value)\" names no vendor file", fix: "unset \(variable)")
      ]
    }
    return [
      DriverProblem(
        "no driver is installed: no vendor file is in "
          + VendorPlace.standardFolders.joined(separator: " or "),
        fix: "sudo apt install libegl-mesa0 libgl1-mesa-dri, or install your GPU's driver")
    ]
  }
}

// MARK: - NVIDIA

extension DriverSurvey {
  /// Whether the container's options include the driver's OpenGL libraries.
  private var providesGraphics: Bool {
    let names = (environment["NVIDIA_DRIVER_CAPABILITIES"] ?? "").split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return names.contains("graphics") || names.contains("all")
  }

  private var nvidiaProblems: [DriverProblem] {
    let drivers = vendorFiles.filter { $0.isNVIDIA }
    guard let node = nvidiaNodes.first else {
      guard let driver = drivers.first(where: { $0.failure == nil }) else { return [] }
      return [
        DriverProblem(
          "NVIDIA's driver is installed (\(driver.path)), but there is no /dev/nvidia0",
          fix: isContainer ? Self.nvidiaContainer : "sudo modprobe nvidia; nvidia-smi")
      ]
    }
    var problems = nvidiaNodes.compactMap(problem(of:))
    if !hasNVIDIAControl {
      problems.append(
        DriverProblem(
          "\(node.path) exists, but /dev/nvidiactl does not",
          fix: isContainer ? Self.nvidiaContainer : "sudo nvidia-modprobe"))
    }
    if drivers.isEmpty {
      problems.append(noNVIDIAVendorFile(node))
    } else if let nvidiaModule, let nvidiaLibrary, nvidiaModule != nvidiaLibrary {
      problems.append(
        DriverProblem(
          "NVIDIA's kernel module is \(nvidiaModule), but its EGL library is \(nvidiaLibrary)",
          fix: isContainer
            ? "create the container again, so that it gets the libraries of the host's driver"
            : "restart the machine, which loads the module of the installed version"))
    }
    return problems
  }

  private func noNVIDIAVendorFile(_ node: Node) -> DriverProblem {
    let finding = "\(node.path) exists, but no EGL vendor file names NVIDIA's driver"
    if let variable = vendorPlace.variable {
      return DriverProblem(
        "\(finding): \(variable)=\"\(environment[variable] ?? "")\"", fix: "unset \(variable)")
    }
    let place = "\(VendorPlace.standardFolders[1])/10_nvidia.json"
    if nvidiaLibrary != nil {
      let json = #"{"file_format_version":"1.0.0","ICD":{"library_path":"libEGL_nvidia.so.0"}}"#
      return DriverProblem(
        "\(finding): \(place) is missing", fix: "echo '\(json)' | sudo tee \(place)")
    }
    if isContainer && !providesGraphics {
      let value = environment["NVIDIA_DRIVER_CAPABILITIES"]
      let reason =
        value.map { "NVIDIA_DRIVER_CAPABILITIES=\($0) does not include graphics" }
        ?? "NVIDIA_DRIVER_CAPABILITIES is not set"
      return DriverProblem(
        "\(finding): \(place) is missing, and \(reason)", fix: Self.nvidiaContainer)
    }
    return DriverProblem(
      "\(finding): \(place) is missing",
      fix: isContainer
        ? "install the NVIDIA Container Toolkit 1.11 or later on the host" : Self.nvidiaPackages)
  }
}

// MARK: - Nodes

extension DriverSurvey {
  private func problem(of node: Node) -> DriverProblem? {
    node.problem(isContainer: isContainer)
  }

  private func problem(of gpu: HiddenGPU) -> DriverProblem {
    DriverProblem(
      "the kernel has a GPU (\(gpu.driver)), but \(gpu.path) does not exist",
      fix: isContainer
        ? "start the container with --device /dev/dri"
        : "sudo udevadm trigger --subsystem-match=drm")
  }

  private var wslProblems: [DriverProblem] {
    guard let wsl else { return [] }
    if let problem = problem(of: wsl.node) { return [problem] }
    let finding = "/dev/dxg exists (WSL), but"
    if !wsl.hasLibraries {
      return [
        DriverProblem(
          "\(finding) /usr/lib/wsl/lib/libd3d12.so does not",
          fix: isContainer
            ? "start the container with "
              + "-v /usr/lib/wsl:/usr/lib/wsl -e LD_LIBRARY_PATH=/usr/lib/wsl/lib"
            : "run wsl --update in Windows")
      ]
    }
    if let error = wsl.loadError {
      return [
        DriverProblem(
          "\(finding) libd3d12.so cannot be loaded (\(error))",
          fix: "export LD_LIBRARY_PATH=/usr/lib/wsl/lib")
      ]
    }
    if !wsl.hasMesaDriver {
      return [
        DriverProblem(
          "\(finding) Mesa's driver d3d12 is missing", fix: "sudo apt install libgl1-mesa-dri")
      ]
    }
    // With one of these variables, Mesa does not try the driver.
    guard softwareSettings.isEmpty else { return [] }
    return [
      DriverProblem(
        "\(finding) no device draws with Mesa's driver d3d12", fix: "export GALLIUM_DRIVER=d3d12")
    ]
  }
}

extension DriverSurvey.Node {
  /// The problem of a node that the process may not use; nil when it may.
  func problem(isContainer: Bool) -> DriverProblem? {
    guard let error else { return nil }
    let finding = "\(path) cannot be opened: \(String(cString: strerror(error)))"
    guard error == EACCES, let group else {
      return DriverProblem(
        finding,
        fix: isContainer
          ? "start the container with --device \(path)" : "sudo chmod a+rw \(path)")
    }
    return DriverProblem(
      "\(finding); its group is \(group.name ?? "\(group.id)")",
      fix: fix(for: group, isContainer: isContainer))
  }

  private func fix(for group: MachineFiles.Group, isContainer: Bool) -> String {
    if isContainer { return "start the container with --group-add \(group.id)" }
    guard group.id != 0, let name = group.name else {
      return "sudo chgrp render \(path), and add yourself to the group render"
    }
    return "sudo usermod -aG \(name) $USER, then log in again"
  }
}

// MARK: - Variables

extension DriverSurvey {
  /// A variable with its value.
  private struct Setting: CustomStringConvertible {
    var variable: String
    var value: String
    var description: String { "\(variable)=\"\(value)\"" }
  }

  /// The variables that select a software rasterizer although there may be a GPU.
  private func softwareProblems(_ devices: [Device]) -> [DriverProblem] {
    guard hasNodes || devices.contains(where: { $0.kind == .hardware }) else { return [] }
    return softwareSettings.map {
      DriverProblem("\($0) makes OpenGL draw on the CPU", fix: "unset \($0.variable)")
    }
  }

  private var softwareSettings: [Setting] {
    let always = DeviceEnvironment(environment).softwareValue.map {
      Setting(variable: "LIBGL_ALWAYS_SOFTWARE", value: $0)
    }
    let drivers = ["MESA_LOADER_DRIVER_OVERRIDE", "GALLIUM_DRIVER"].compactMap { name in
      environment[name].map { Setting(variable: name, value: $0) }
    }
    return [always].compactMap(\.self) + drivers.filter { DeviceEnvironment.isSoftware($0.value) }
  }

  /// The variables that hide devices from the automatic order.
  private func hidingProblems(_ rejections: [Rejection]) -> [DriverProblem] {
    let variables = DeviceEnvironment(environment)
    return [variables.visibleEGL, variables.visibleCUDA].compactMap(\.self).compactMap { list in
      let reason = Rejection.Reason.hidden(variable: list.variable, value: list.value)
      let names = rejections.filter { $0.reason == reason }.map { "\($0.device)" }
      if names.isEmpty { return nil }
      return DriverProblem(
        "\(list.variable)=\"\(list.value)\" hides \(names.joined(separator: ", ")) from auto",
        fix: "unset \(list.variable)")
    }
  }
}
