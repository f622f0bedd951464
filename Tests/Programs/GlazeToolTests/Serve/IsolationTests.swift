import Foundation
import Testing

/// The namespaces of a worker, entered by a program that isolates itself as workers do.
@Suite struct IsolationTests {
  private static let program = """
    import ctypes, errno, os, socket, sys
    library = ctypes.CDLL(sys.argv[1])
    folder = sys.argv[2].encode()
    if os.geteuid() == 0:
        # The kernel does not count the processes of the administrator.
        os.chown(folder, 65534, 65534)
        os.setgroups([])
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
        ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
    open(folder + b"/before", "w").close()
    library.glaze_isolate.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
    got = library.glaze_isolate(folder, 1 << 20, 50)
    if got != 3:
        print("unavailable", got)
        sys.exit(0)
    if os.listdir(folder): print("the folder is not its own")
    if [name for _, name in socket.if_nameindex() if name != "lo"]: print("there are networks")
    try:
        with open(folder + b"/large", "wb") as file: file.write(bytes(2 << 20))
        print("no limit of bytes")
    except OSError as error:
        if error.errno != errno.ENOSPC: print(error)
    os.remove(folder + b"/large")
    try:
        for number in range(100): open(folder + b"/%d" % number, "w").close()
        print("no limit of files")
    except OSError as error:
        if error.errno != errno.ENOSPC: print(error)
    if not library.glaze_limit_processes(20): print("no limit of processes")
    count = 0
    try:
        while count < 100:
            if os.fork() == 0:
                import time
                time.sleep(30)
                os._exit(0)
            count += 1
        print("no limit of processes")
    except BlockingIOError:
        pass
    print("done", count < 20)
    sys.stdout.flush()
    os.kill(0, 9)
    """

  @Test(.needsFaultLibraries) func aWorkerHasNamespacesOfItsOwn() throws {
    try withScratchFolder { folder in
      try Documents.write(Self.program, to: folder + "/attempt.py")
      mkdir(folder + "/own", 0o777)
      chmod(folder, 0o755)
      let library = try FaultLibrary.makeService("isolate", in: folder)
      let words = ["setsid", "--wait", "python3", "attempt.py", library, folder + "/own"]
      let text = try FaultLibrary.run(words, in: folder).text
      if text.hasPrefix("unavailable") { return }
      // The launcher adds that the program was killed.
      #expect(text.hasPrefix("done True\n"), "\(text)")
      // Outside nothing of it remains.
      #expect(try OutputFolder.names(folder + "/own") == ["before"])
    }
  }
}
