import Foundation
import Testing

/// The system calls that a worker keeps, tried by a program that binds itself as workers do.
@Suite struct SystemCallTests {
  private static let program = """
    import ctypes, os, socket, subprocess, sys, threading, resource
    # Made before, as nothing can be made afterwards.
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    open("own", "w").close()
    library = ctypes.CDLL(sys.argv[1])
    library.glaze_seccomp_bind.restype = ctypes.c_bool
    if not library.glaze_seccomp_bind(): sys.exit("cannot bind")
    parent = os.getppid()
    c = ctypes.CDLL(None, use_errno=True)
    CLONE_NEWUSER = 0x10000000
    def in_child(attempt):
        # A leader of a group, as this process may be, can have no new session in any case.
        child = os.fork()
        if child == 0:
            try:
                attempt()
                os._exit(0)
            except PermissionError:
                os._exit(1)
        if os.waitpid(child, 0)[1] != 0: raise PermissionError
    refused = {
        "limits of the service": lambda: resource.prlimit(parent, resource.RLIMIT_CPU, (1, 1)),
        "priority of the service": lambda: os.setpriority(os.PRIO_PROCESS, parent, 19),
        "cores of the service": lambda: os.sched_setaffinity(parent, {0}),
        "chmod": lambda: os.chmod("own", 0o777),
        "times": lambda: os.utime("own", (1, 1)),
        "attributes": lambda: os.setxattr("own", "user.a", b"b"),
        "a message to an address": lambda: pair[0].sendto(b"x", "elsewhere"),
        "a socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
        "a session": lambda: in_child(os.setsid),
        "a group": lambda: os.setpgid(0, 0),
    }
    for name, attempt in refused.items():
        try:
            attempt()
            print("allowed:", name)
        except PermissionError:
            pass
        except OSError as error:
            print("other:", name, error)
    def call(name, number, *arguments):
        result = c.syscall(number, *arguments)
        if result == 0: os._exit(0)
        if result > 0 or ctypes.get_errno() not in (1, 38): print("allowed:", name, result)
    machine = os.uname().machine
    numbers = {"x86_64": (56, 435, 29), "aarch64": (220, 435, 194)}.get(machine)
    if numbers:
        call("clone of a namespace", numbers[0], CLONE_NEWUSER | 17, 0, 0, 0, 0)
        call("clone3", numbers[1], 0, 0)
        call("shared memory", numbers[2], 0, 4096, 0o1600)
    # Drawing needs these.
    thread = threading.Thread(target=lambda: print("thread"))
    thread.start()
    thread.join()
    print(subprocess.run(["/bin/echo", "program"], capture_output=True, text=True).stdout.strip())
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.setpriority(os.PRIO_PROCESS, 0, 1)
    pair[0].send(b"ok")
    print(pair[1].recv(2).decode())
    """

  @Test(.needsFaultLibraries) func whatWorkersDoNotNeedIsRefused() throws {
    try withScratchFolder { folder in
      try Documents.write(Self.program, to: folder + "/attempt.py")
      let library = try FaultLibrary.makeService("seccomp", in: folder)
      let attempts = try FaultLibrary.run(["python3", "attempt.py", library], in: folder)
      #expect(attempts.status == 0)
      #expect(attempts.text == "thread\nprogram\nok\n")
    }
  }
}
