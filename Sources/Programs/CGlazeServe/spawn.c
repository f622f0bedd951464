// For POSIX_SPAWN_SETSID and closefrom.
#define _GNU_SOURCE
#include "CGlazeServe.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int glaze_spawn_worker(
    pid_t *process, char *const arguments[], char *const variables[], int socket,
    const char *errors) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&files) != 0) return -1;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&files);
    return -1;
  }
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(
      &files, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, socket, GLAZE_WORKER_SOCKET);
  posix_spawn_file_actions_addclosefrom_np(&files, GLAZE_WORKER_SOCKET + 1);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  int code = posix_spawn(process, arguments[0], &files, &attributes, arguments, variables);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return code;
}

void glaze_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }
