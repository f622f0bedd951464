// For syscall.
#define _GNU_SOURCE
#include "CGlazeServe.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// System calls that drawing does not need. Landlock restricts files and the programs that may be started,
// such as encoders. Socket pairs do not lead outside, so they remain allowed.
static const int refused[] = {
    // Networks.
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    // The same by other means.
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    // Other processes.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open,
    SYS_pidfd_getfd, SYS_pidfd_send_signal,
    // The file system as a whole.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_open_tree, SYS_move_mount, SYS_fsopen,
    SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_open_by_handle_at, SYS_name_to_handle_at,
    SYS_swapon, SYS_swapoff, SYS_quotactl, SYS_acct,
    // The kernel.
    SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key,
    SYS_request_key, SYS_keyctl, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_reboot, SYS_syslog, SYS_personality, SYS_sethostname, SYS_setdomainname,
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm,
#endif
};

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
bool glaze_seccomp_bind(void) {
  enum { COUNT = sizeof refused / sizeof *refused, HEAD = 5 };
  struct sock_filter steps[HEAD + COUNT + 2];
  const struct sock_filter head[HEAD] = {
      // Numbers have another meaning in programs of another architecture, which are not run here.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // These are the second set of numbers of x86-64.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, COUNT + 1, 0),
  };
  _Static_assert(COUNT + 1 < 256, "jumps are bytes");
  for (int i = 0; i < HEAD; i++) steps[i] = head[i];
  for (int i = 0; i < COUNT; i++) {
    steps[HEAD + i] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)refused[i], (uint8_t)(COUNT - i), 0);
  }
  steps[HEAD + COUNT] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  steps[HEAD + COUNT + 1] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog program = {HEAD + COUNT + 2, steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}
#else
bool glaze_seccomp_bind(void) {
  errno = ENOSYS;
  return false;
}
#endif
