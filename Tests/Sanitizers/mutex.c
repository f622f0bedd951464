/* Makes ThreadSanitizer see Swift's Mutex: preload it into a program that was built with --sanitize=thread.
 *
 * The sanitizer sees the inlined code that takes a free lock. Waiting for a lock is code of
 * libswiftSynchronization, which it does not see: without this file, it reports a race for every lock that was
 * ever waited for.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* _MutexHandle._lockSlow(UInt32), ._tryLockSlow() -> Bool and ._unlockSlow(). */
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

typedef SWIFT void lock_function(uint32_t, SELF);
typedef SWIFT bool try_lock_function(SELF);
typedef SWIFT void unlock_function(SELF);
typedef void annotation(void *);

static lock_function *swift_lock;
static try_lock_function *swift_try_lock;
static unlock_function *swift_unlock;
static annotation *acquired, *released;

/* Programs that the tested program starts have no sanitizer, and need not have a Mutex. */
__attribute__((constructor)) static void find(void) {
  swift_lock = (lock_function *)dlsym(RTLD_NEXT, LOCK);
  swift_try_lock = (try_lock_function *)dlsym(RTLD_NEXT, TRY_LOCK);
  swift_unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
  acquired = (annotation *)dlsym(RTLD_DEFAULT, "__tsan_acquire");
  released = (annotation *)dlsym(RTLD_DEFAULT, "__tsan_release");
  if (acquired != NULL && (swift_lock == NULL || swift_try_lock == NULL || swift_unlock == NULL)) {
    fputs("Tests/Sanitizers/mutex.c: Swift's Mutex has other functions now; name them here\n", stderr);
    abort();
  }
}

SWIFT void lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF mutex) {
  swift_lock(thread, mutex);
  if (acquired != NULL) acquired(mutex);
}

SWIFT bool try_lock(SELF mutex) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF mutex) {
  bool is_locked = swift_try_lock(mutex);
  if (is_locked && acquired != NULL) acquired(mutex);
  return is_locked;
}

SWIFT void unlock(SELF mutex) __asm__(UNLOCK);
SWIFT void unlock(SELF mutex) {
  if (released != NULL) released(mutex);
  swift_unlock(mutex);
}
