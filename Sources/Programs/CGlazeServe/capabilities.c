// syscall.
#define _GNU_SOURCE
#include "CGlazeServe.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

void glaze_drop_capabilities(void) {
  // Programs that are started later cannot regain them either. Numbers that the kernel does not support are
  // rejected.
  for (int number = 0; number < 64; number++) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {0};
  syscall(SYS_capset, &head, none);
}
