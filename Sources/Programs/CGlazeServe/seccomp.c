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
// such as encoders. Pairs of sockets remain allowed, but nothing can be sent to an address.
static const int refused[] = {
    // Networks.
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendmsg,
    SYS_sendmmsg,
    // The same by other means.
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    // Other processes.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open,
    SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
    // The service ends the process group of a worker.
    SYS_setsid, SYS_setpgid,
    // Memory and queues that outlive a process.
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget,
    SYS_semop, SYS_semtimedop, SYS_semctl, SYS_mq_open, SYS_mq_unlink,
    // Rights, owners and times of files, which Landlock does not restrict.
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
    SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
#ifdef SYS_fchmodat2
    SYS_fchmodat2,
#endif
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

// System calls that are allowed with 0 as an argument only: a process that means itself, or no address.
static const struct {
  int number, argument;
} own[] = {
    {SYS_prlimit64, 0},     {SYS_sched_setaffinity, 0}, {SYS_sched_setscheduler, 0},
    {SYS_sched_setparam, 0}, {SYS_sched_setattr, 0},     {SYS_setpriority, 1},
    {SYS_ioprio_set, 1},    {SYS_sendto, 4},
};

// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME.
static const uint32_t namespaces = 0x7E020080;

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
static struct sock_filter load(size_t place) {
  return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)place);
}

static struct sock_filter answer(uint32_t value) {
  return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value);
}

/// Jumps over `count` steps unless the value is `value`.
static struct sock_filter unless(uint32_t value, uint8_t count) {
  return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
}

/// The place of the lower or the upper half of an argument, on little-endian machines.
static size_t place(int argument, int half) {
  return offsetof(struct seccomp_data, args) + 8 * (size_t)argument + 4 * (size_t)half;
}

bool glaze_seccomp_bind(void) {
  enum { REFUSED = sizeof refused / sizeof *refused, OWN = sizeof own / sizeof *own };
  struct sock_filter steps[7 + 2 * REFUSED + 7 * OWN + 7 + 1];
  unsigned short count = 0;
#define STEP(step) steps[count++] = (step)
  // Numbers have another meaning in programs of another architecture, which are not run here.
  STEP(load(offsetof(struct seccomp_data, arch)));
  STEP(((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0)));
  STEP(answer(SECCOMP_RET_KILL_PROCESS));
  STEP(load(offsetof(struct seccomp_data, nr)));
  // These are the second set of numbers of x86-64.
  STEP(((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1)));
  STEP(answer(SECCOMP_RET_ERRNO | EPERM));
  for (int i = 0; i < REFUSED; i++) {
    STEP(unless((uint32_t)refused[i], 1));
    STEP(answer(SECCOMP_RET_ERRNO | EPERM));
  }
  // The library of C uses clone where clone3, whose flags lie in memory, does not exist.
  STEP(unless(SYS_clone3, 1));
  STEP(answer(SECCOMP_RET_ERRNO | ENOSYS));
  STEP(unless(SYS_clone, 4));
  STEP(load(place(0, 0)));
  STEP(((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, namespaces, 0, 1)));
  STEP(answer(SECCOMP_RET_ERRNO | EPERM));
  STEP(answer(SECCOMP_RET_ALLOW));
  for (int i = 0; i < OWN; i++) {
    // Processes have 32 bits, and addresses 64.
    uint32_t halves = own[i].number == SYS_sendto ? 2 : 1;
    STEP(unless((uint32_t)own[i].number, (uint8_t)(2 * halves + 2)));
    for (uint32_t half = 0; half < halves; half++) {
      STEP(load(place(own[i].argument, (int)half)));
      STEP(unless(0, (uint8_t)(2 * (halves - half - 1) + 1)));
    }
    STEP(answer(SECCOMP_RET_ALLOW));
    STEP(answer(SECCOMP_RET_ERRNO | EPERM));
  }
  STEP(answer(SECCOMP_RET_ALLOW));
#undef STEP
  struct sock_fprog program = {count, steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}
#else
bool glaze_seccomp_bind(void) {
  errno = ENOSYS;
  return false;
}
#endif
