// For unshare.
#define _GNU_SOURCE
#include "CGlazeServe.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static bool write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = write(file, text, strlen(text));
  close(file);
  return count == (ssize_t)strlen(text);
}

static bool map_own(const char *path, unsigned number) {
  char text[64];
  snprintf(text, sizeof text, "%u %u 1", number, number);
  return write_text(path, text);
}

/// Enters namespaces without anything of the system in them but its files.
static bool enter_namespaces(void) {
  const int own = CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS;
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(CLONE_NEWUSER | own) == 0) {
    // Without this a process could drop a group that forbids it something.
    write_text("/proc/self/setgroups", "deny");
    if (!map_own("/proc/self/uid_map", user) || !map_own("/proc/self/gid_map", group)) return false;
  } else if (unshare(own) != 0) {
    return false;
  }
  return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

static bool mount_folder(const char *folder, uint64_t bytes, uint64_t files) {
  char options[128];
  snprintf(
      options, sizeof options, "size=%llu,nr_inodes=%llu,mode=0700", (unsigned long long)bytes,
      (unsigned long long)files);
  return mount("glaze", folder, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) == 0;
}

static unsigned isolate(const char *folder, uint64_t bytes, uint64_t files) {
  if (!enter_namespaces()) return 0;
  bool has_folder = bytes > 0 && mount_folder(folder, bytes, files);
  return GLAZE_ISOLATED | (has_folder ? GLAZE_ISOLATED_FOLDER : 0);
}

unsigned glaze_isolate(const char *folder, uint64_t bytes, uint64_t files) {
  // Some systems permit the first step and refuse a later one. A child tries all of them, because there is no
  // way back.
  pid_t child = fork();
  if (child < 0) return 0;
  if (child == 0) _exit((int)isolate(folder, bytes, files));
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return 0;
  unsigned works = (unsigned)WEXITSTATUS(status);
  if (!(works & GLAZE_ISOLATED)) return 0;
  return isolate(folder, bytes, files);
}

bool glaze_is_delegated(const char *group) {
  char value = 0;
  return (getxattr(group, "user.delegate", &value, 1) == 1 ||
          getxattr(group, "trusted.delegate", &value, 1) == 1) &&
      value == '1';
}

bool glaze_limit_processes(unsigned count) {
  // The kernel does not count the processes of the administrator.
  if (geteuid() == 0) return false;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NPROC, &limit) != 0) return false;
  if (limit.rlim_max > count) limit.rlim_max = count;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_NPROC, &limit) == 0;
}
