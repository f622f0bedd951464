#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Functions that Swift cannot provide: system calls without a function in glibc, and a hash.

// MARK: Landlock

/// The access that is allowed below a path.
enum {
  GLAZE_PATH_READ = 1,
  GLAZE_PATH_EXECUTE = 2,
  /// Files and folders may be created, written, renamed and removed, but not links or devices.
  GLAZE_PATH_WRITE = 4,
  /// A device, which may be written and controlled by ioctl.
  GLAZE_PATH_DEVICE = 8,
};

/// The version of Landlock that the kernel supports; 0 where it does not.
int glaze_landlock_version(void);
/// Creates rules that allow nothing yet, as a descriptor; -1 with `errno` on failure.
int glaze_landlock_make(void);
/// Allows a path, or everything below it; false with `errno` when the path does not exist.
bool glaze_landlock_allow(int rules, const char *path, unsigned rights);
/// Restricts this thread, and everything that it starts later; the descriptor stays open.
bool glaze_landlock_bind(int rules);

// MARK: Capabilities

/// Permanently drops the capabilities of an administrator; does nothing for other users.
void glaze_drop_capabilities(void);

// MARK: Namespaces

enum {
  /// The process has namespaces of its own for users, networks, mounts and IPC.
  GLAZE_ISOLATED = 1,
  /// Its folder is a file system of its own in memory, which ends with the process.
  GLAZE_ISOLATED_FOLDER = 2,
};

/// Moves this process, which must have one thread, into namespaces of its own, and mounts an empty file system
/// of a limited size over its folder, unless the size is 0.
///
/// Returns what the kernel and its settings permit; 0 if nothing. The process then has all capabilities in its
/// namespaces until they are dropped.
unsigned glaze_isolate(const char *folder, uint64_t bytes, uint64_t files);
/// Limits the processes and threads of this process's user in its namespace; false where the kernel does not.
bool glaze_limit_processes(unsigned count);

// MARK: Control groups

/// Whether systemd marked a control group as delegated to the one who asks.
bool glaze_is_delegated(const char *group);

// MARK: seccomp

/// Permanently blocks sockets, tracing, mounting, and other system calls that drawing does not need, for all
/// threads.
///
/// A blocked call fails with `EPERM`. Returns false where the kernel does not support filters.
bool glaze_seccomp_bind(void);

// MARK: Processes

enum {
  /// The worker's end of the socket pair.
  GLAZE_WORKER_SOCKET = 3,
};

/// Starts a worker with this end of a socket pair, no input, and a file for its output; no other file of this
/// process stays open in it.
///
/// The worker runs in a session of its own: it does not receive a terminal's signals, and it can be ended
/// together with its children. Returns 0, or the number of an error.
int glaze_spawn_worker(
    pid_t *process, char *const arguments[], char *const variables[], int socket,
    const char *errors);
/// Makes the kernel end this process when the thread that started it ends.
void glaze_end_with_parent(void);

// MARK: SHA-256

typedef struct {
  uint32_t state[8];
  uint64_t count;
  uint8_t block[64];
} glaze_sha256;

void glaze_sha256_begin(glaze_sha256 *hash);
void glaze_sha256_add(glaze_sha256 *hash, const void *bytes, size_t count);
void glaze_sha256_end(glaze_sha256 *hash, uint8_t digest[32]);

// MARK: Bytes

/// The position of the first occurrence of some bytes in others; -1 when they do not occur.
///
/// Complexity: O(`count`).
long glaze_find(const void *bytes, size_t count, const void *mark, size_t length);
