#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What Swift cannot say for itself: system calls that have no function of glibc's, and a hash.

// MARK: Landlock

/// What may be done below a path.
enum {
  GLAZE_PATH_READ = 1,
  GLAZE_PATH_EXECUTE = 2,
  /// Files may be made, written, renamed and removed, and folders, too; no links, no devices.
  GLAZE_PATH_WRITE = 4,
  /// A device, which may be written and asked for what devices know.
  GLAZE_PATH_DEVICE = 8,
};

/// The version of Landlock that the kernel has; 0 where it has none.
int glaze_landlock_version(void);
/// Rules that allow nothing yet, as a descriptor; -1 with `errno`.
int glaze_landlock_make(void);
/// Allows a path, or what is below it; false with `errno` where there is no such path.
bool glaze_landlock_allow(int rules, const char *path, unsigned rights);
/// Binds this thread, and all that it starts later; the descriptor stays open.
bool glaze_landlock_bind(int rules);

// MARK: Capabilities

/// Gives up what an administrator may do, for good; does nothing for others.
void glaze_drop_capabilities(void);

// MARK: seccomp

/// Takes sockets, tracing, mounting, and what else no drawing needs from all threads for good.
///
/// What is called all the same fails with `EPERM`. False where the kernel has no filters.
bool glaze_seccomp_bind(void);

// MARK: Processes

enum {
  /// The worker's end of the pair of sockets.
  GLAZE_WORKER_SOCKET = 3,
};

/// Starts a worker with this end of a pair of sockets, no input, and a file for what it says; no other file of
/// this process stays open in it.
///
/// In a session of its own: signals of a terminal are none of its, and it can be ended with what it started.
/// Returns 0, or the number of an error.
int glaze_spawn_worker(
    pid_t *process, char *const arguments[], char *const variables[], int socket,
    const char *errors);
/// Has the kernel end this process when the thread that started it ends.
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

/// Where some bytes stand in others for the first time; -1 when they do not.
///
/// Complexity: O(`count`).
long glaze_find(const void *bytes, size_t count, const void *mark, size_t length);
