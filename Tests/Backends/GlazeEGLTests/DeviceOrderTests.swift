import Foundation
import Testing

@testable import GlazeEGL

@Suite("The order in which devices are tried")
struct DeviceOrderTests {
  @Test("A laptop: GPUs, surfaceless, software; nodes only on request")
  func laptop() throws {
    let order = try Machines.order(Machines.laptop)
    #expect(order.routes == ["egl:0", "egl:1", "surfaceless", "egl:2", "surfaceless"])
    #expect(
      order.candidates.map(\.wanted) == [.hardware, .hardware, .hardware, .software, .software])
    #expect(order.candidates.map(\.mayCrash) == [true, true, true, false, true])
    #expect(order.candidates.last?.device.address == .software)
    #expect(order.rejections.isEmpty)
    #expect(order.notes.isEmpty)
  }

  @Test("Only GPUs: no software rasterizer, and no driver where there can be no GPU")
  func onlyGPUs() throws {
    func order(_ list: DeviceList, _ variables: [String: String] = [:]) -> DeviceOrder {
      DeviceOrder(DeviceSelection(.gpu, environment: variables), list: list)
    }
    #expect(order(Machines.laptop).routes == ["egl:0", "egl:1", "surfaceless"])
    #expect(order(Machines.laptop).candidates.allSatisfy { $0.wanted == .hardware })
    #expect(order(Machines.container).candidates.isEmpty)
    #expect(order(Machines.laptop, ["LIBGL_ALWAYS_SOFTWARE": "1"]).candidates.isEmpty)
    #expect(order(Machines.laptop, ["EGL_VISIBLE_DEVICES": "2"]).candidates.isEmpty)
    #expect(order(Machines.laptop, ["EGL_VISIBLE_DEVICES": "1"]).routes == ["egl:1"])
    // A driver that the environment names may find a GPU anywhere.
    let zink = order(Machines.container, ["GALLIUM_DRIVER": "zink"])
    #expect(zink.routes == ["surfaceless"] && zink.candidates.allSatisfy { $0.wanted == .hardware })
  }

  @Test("A container without /dev/dri: surfaceless, and nothing needs a child process")
  func container() throws {
    let order = try Machines.order(Machines.container)
    #expect(order.routes == ["surfaceless", "egl:0"])
    #expect(order.candidates.allSatisfy { !$0.mayCrash })
  }

  @Test("A container without permission for its node: a reason, and no child process")
  func forbidden() throws {
    let node = Device(
      address: .node("/dev/dri/renderD128"), renderNode: "/dev/dri/renderD128", nodeError: EACCES)
    let gpu = Device(
      address: .egl(0), renderNode: "/dev/dri/renderD128", nodeError: EACCES)
    let list = DeviceList(
      egl: [gpu, Machines.software(1)], surfaceless: Machines.surfaceless, nodes: [node])
    let order = try Machines.order(list)
    #expect(order.routes == ["surfaceless", "egl:1"])
    #expect(order.candidates.map(\.wanted) == [.any, .software])
    #expect(order.candidates.allSatisfy { !$0.mayCrash })
    #expect(order.rejections == [Rejection(.egl(0), .cannotOpen(errno: EACCES))])
    #expect(order.rejections.first?.description.contains("Permission denied") == true)
  }

  @Test("NVIDIA's own driver needs no DRM node")
  func forbiddenNVIDIA() throws {
    var list = Machines.server
    for index in list.egl.indices { list.egl[index].nodeError = EACCES }
    #expect(try Machines.order(list).routes.first == "egl:0")
  }

  @Test("A driver forced by Mesa's variables is tried in a child, unless known to be harmless")
  func forcedDriver() throws {
    for (name, mayCrash) in [("virpipe", true), ("zink", true), ("llvmpipe", false)] {
      for variable in ["GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE"] {
        let order = try Machines.order(Machines.container, nil, [variable: name])
        #expect(order.candidates.map(\.mayCrash) == [mayCrash, mayCrash], "\(variable)=\(name)")
      }
    }
  }

  @Test("Drivers in a folder from a variable are tried in a child")
  func placedDriver() throws {
    for variable in ["__EGL_VENDOR_LIBRARY_FILENAMES", "LIBGL_DRIVERS_PATH"] {
      for (value, mayCrash) in [("/opt/x", true), ("", false)] {
        let order = try Machines.order(Machines.container, nil, [variable: value])
        #expect(order.candidates.map(\.mayCrash) == [mayCrash, mayCrash], "\(variable)=\(value)")
      }
    }
  }

  @Test("libEGL without a driver: no candidate, a reason for each")
  func bare() throws {
    let order = try Machines.order(Machines.bare)
    #expect(order.candidates.isEmpty)
    #expect(order.rejections.map(\.device) == [.surfaceless, .software])
  }

  @Test("LIBGL_ALWAYS_SOFTWARE skips the GPUs, whatever else is visible")
  func alwaysSoftware() throws {
    let variables = ["LIBGL_ALWAYS_SOFTWARE": "1", "EGL_VISIBLE_DEVICES": "0"]
    let order = try Machines.order(Machines.laptop, nil, variables)
    #expect(order.routes == ["egl:2", "surfaceless"])
    #expect(order.candidates.allSatisfy { $0.wanted == .software && !$0.mayCrash })
    #expect(order.hidden == ["egl:0", "egl:1"])
  }
}

@Suite("Devices by name")
struct NamedDeviceTests {
  @Test("The name wins over every variable")
  func precedence() throws {
    let variables = [
      "EGL_VISIBLE_DEVICES": "1", "CUDA_VISIBLE_DEVICES": "0", "LIBGL_ALWAYS_SOFTWARE": "1",
    ]
    let order = try Machines.order(Machines.server, "egl:5", variables)
    #expect(order.routes == ["egl:5"])
    #expect(order.candidates.first?.wanted == .any)
  }

  @Test("An index beyond the list is rejected with the number of devices")
  func missing() throws {
    let order = try Machines.order(Machines.server, "egl:9")
    #expect(order.candidates.isEmpty)
    #expect(order.rejections == [Rejection(.egl(9), .noSuchDevice(count: 9))])
  }

  @Test("A node is opened by GBM, or else by the EGL device that has it")
  func node() throws {
    let order = try Machines.order(Machines.laptop, "/dev/dri/renderD129")
    #expect(order.routes == ["/dev/dri/renderD129", "egl:1"])
    let primary = try Machines.order(Machines.laptop, "/dev/dri/card0")
    #expect(primary.routes == ["/dev/dri/card0", "egl:1"])
    #expect(order.candidates.allSatisfy { $0.mayCrash })
  }

  @Test("Software is EGL's software device, then surfaceless if it turns out to be software")
  func software() throws {
    let order = try Machines.order(Machines.laptop, "software")
    #expect(order.routes == ["egl:2", "surfaceless"])
    #expect(order.candidates.allSatisfy { $0.wanted == .software })
    #expect(order.candidates.map(\.mayCrash) == [false, true])
  }
}

@Suite("EGL_VISIBLE_DEVICES and CUDA_VISIBLE_DEVICES")
struct VisibleDeviceTests {
  private func server(_ variables: [String: String]) throws -> DeviceOrder {
    try Machines.order(Machines.server, nil, variables)
  }

  @Test("EGL_VISIBLE_DEVICES orders and hides, and wins over CUDA_VISIBLE_DEVICES")
  func visibleEGL() throws {
    let order = try server(["EGL_VISIBLE_DEVICES": "6,2", "CUDA_VISIBLE_DEVICES": "0"])
    #expect(order.routes == ["egl:6", "egl:2", "egl:8", "surfaceless"])
    #expect(order.candidates.map(\.wanted) == [.any, .any, .software, .software])
    #expect(order.hidden == ["egl:0", "egl:1", "egl:3", "egl:4", "egl:5", "egl:7"])
  }

  @Test("Values that hide every device", arguments: ["", " ", "void", "none", "NONE", "-1"])
  func hidesAll(value: String) throws {
    let order = try server(["EGL_VISIBLE_DEVICES": value])
    #expect(order.routes == ["egl:8", "surfaceless"])
    #expect(order.hidden.count == 8)
    #expect(order.notes.isEmpty)
    let cuda = try server(["CUDA_VISIBLE_DEVICES": value])
    #expect(cuda.routes == ["egl:8", "surfaceless"])
    #expect(cuda.hidden.count == 8)
  }

  @Test("`all` has the same effect as an unset variable")
  func all() throws {
    let order = try server(["EGL_VISIBLE_DEVICES": "all", "CUDA_VISIBLE_DEVICES": "all"])
    let plain = try server([:])
    #expect(order.candidates == plain.candidates)
    #expect(order.rejections.isEmpty)
  }

  @Test("An index that EGL does not list is rejected, and the next is tried")
  func missing() throws {
    let order = try server(["EGL_VISIBLE_DEVICES": "42,1"])
    #expect(order.routes.first == "egl:1")
    #expect(order.rejections.first == Rejection(.egl(42), .noSuchDevice(count: 9)))
  }

  @Test("CUDA's number 3 of 8 is the EGL device with that number, not egl:3")
  func cuda() throws {
    let order = try server(["CUDA_VISIBLE_DEVICES": "3"])
    #expect(order.routes == ["egl:4", "egl:8", "surfaceless"])
    #expect(order.hidden.count == 7)
    #expect(order.notes.isEmpty)
  }

  @Test("Several CUDA numbers keep their order")
  func severalCUDA() throws {
    let order = try server(["CUDA_VISIBLE_DEVICES": "7,0"])
    #expect(order.routes.prefix(2) == ["egl:0", "egl:7"])
  }

  @Test("A driver that applied the variable itself is not filtered twice")
  func renumbered() throws {
    var list = Machines.server
    for index in 0..<8 { list.egl[index].cudaIndex = index == 5 ? 0 : nil }
    let order = try Machines.order(list, nil, ["CUDA_VISIBLE_DEVICES": "3"])
    #expect(order.routes.first == "egl:5")
    #expect(order.hidden.count == 7)
    #expect(order.notes.isEmpty)
  }

  @Test("Hiding the NVIDIA GPU of a laptop leaves the other GPU")
  func laptop() throws {
    let order = try Machines.order(Machines.laptop, nil, ["CUDA_VISIBLE_DEVICES": ""])
    #expect(order.routes == ["egl:1", "egl:2", "surfaceless"])
    #expect(order.hidden == ["egl:0"])
  }

  @Test("CUDA_VISIBLE_DEVICES has no effect without NVIDIA's driver, which a note reports")
  func withoutCUDA() throws {
    let order = try Machines.order(Machines.container, nil, ["CUDA_VISIBLE_DEVICES": "3"])
    #expect(order.routes == ["surfaceless", "egl:0"])
    #expect(order.notes.count == 1)
  }

  @Test("UUIDs are ignored with a note")
  func identifiers() throws {
    let order = try server(["CUDA_VISIBLE_DEVICES": "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"])
    #expect(order.routes.count == 11)
    #expect(order.hidden.isEmpty)
    #expect(order.notes.first?.contains("GPU-8932f937") == true)
  }

  @Test("A list ends at the first entry that is not an index")
  func endsAtRubbish() throws {
    let order = try server(["EGL_VISIBLE_DEVICES": "1, 2,x,3"])
    #expect(order.routes.prefix(2) == ["egl:1", "egl:2"])
    #expect(order.hidden.contains("egl:3"))
    #expect(order.notes.count == 1)
    #expect(
      VisibleDevices(variable: "V", in: ["V": "2,2,-1,3"])?.indices == [2])
  }
}
