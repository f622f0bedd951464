// For O_PATH and syscall.
#define _GNU_SOURCE
#include "CGlazeServe.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Constants of linux/landlock.h, which distributions' headers may lack although the kernel has it.

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { RULE_PATH_BENEATH = 1 };

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_DIR = 1 << 7,
  MAKE_REG = 1 << 8,
  // All rights of the first version.
  FIRST = (1 << 13) - 1,
  // Since version 2.
  REFER = 1 << 13,
  // Since version 3.
  TRUNCATE = 1 << 14,
  // Since version 5.
  IOCTL_DEV = 1 << 15,
  // The rights that a rule for a file may contain.
  OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
};

struct ruleset {
  uint64_t files, network, scopes;
};

struct path_rule {
  uint64_t access;
  int32_t parent;
} __attribute__((packed));

int glaze_landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1);
  return version > 0 ? (int)version : 0;
}

static uint64_t known_rights(int version) {
  uint64_t rights = FIRST;
  if (version >= 2) rights |= REFER;
  if (version >= 3) rights |= TRUNCATE;
  if (version >= 5) rights |= IOCTL_DEV;
  return rights;
}

int glaze_landlock_make(void) {
  int version = glaze_landlock_version();
  struct ruleset rules = {
      .files = known_rights(version),
      // TCP ports; then abstract sockets and signals.
      .network = version >= 4 ? 3 : 0,
      .scopes = version >= 6 ? 3 : 0,
  };
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return (int)syscall(CREATE_RULESET, &rules, size, 0);
}

bool glaze_landlock_allow(int rules, const char *path, unsigned rights) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return false;
  uint64_t access = 0;
  if (rights & GLAZE_PATH_READ) access |= READ_FILE | READ_DIR;
  if (rights & GLAZE_PATH_EXECUTE) access |= EXECUTE;
  if (rights & GLAZE_PATH_WRITE) {
    access |= WRITE_FILE | TRUNCATE | MAKE_REG | MAKE_DIR | REMOVE_FILE | REMOVE_DIR;
  }
  if (rights & GLAZE_PATH_DEVICE) access |= WRITE_FILE | IOCTL_DEV;
  struct stat facts;
  if (fstat(file, &facts) == 0 && !S_ISDIR(facts.st_mode)) access &= OF_FILES;
  struct path_rule rule = {access & known_rights(glaze_landlock_version()), file};
  bool is_allowed = syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) == 0;
  int error = errno;
  close(file);
  errno = error;
  return is_allowed;
}

bool glaze_landlock_bind(int rules) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
}
