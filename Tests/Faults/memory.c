// Preloaded into a program: one of its large allocations, whose sizes depend on the input, fails.
//
//   GLAZE_FAULT_AT=N         the number of the allocation that fails, from 1; without it, none fails
//   GLAZE_FAULT_REPORT=FILE  gets a line at the end of the program: the number of large allocations, and their peak in bytes
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Smaller allocations succeed as long as the program runs at all.
#define LARGE (64 << 10)

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static atomic_long count, bytes, peak;
static long at;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("GLAZE_FAULT_AT");
  if (text) at = atol(text);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("GLAZE_FAULT_REPORT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld %ld\n", atomic_load(&count), atomic_load(&peak));
  fclose(file);
}

// Returns whether this allocation must fail.
static _Bool fails(size_t size) {
  if (size < LARGE || atomic_fetch_add(&count, 1) + 1 != at) return 0;
  errno = ENOMEM;
  return 1;
}

static void *taken(void *block) {
  size_t size = block ? malloc_usable_size(block) : 0;
  if (size < LARGE) return block;
  long now = atomic_fetch_add(&bytes, (long)size) + (long)size;
  long most = atomic_load(&peak);
  while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {}
  return block;
}

static void given_back(void *block) {
  size_t size = block ? malloc_usable_size(block) : 0;
  if (size >= LARGE) atomic_fetch_sub(&bytes, (long)size);
}

void *malloc(size_t size) { return fails(size) ? NULL : taken(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) {
  size_t product;
  if (__builtin_mul_overflow(number, size, &product)) product = SIZE_MAX;
  return fails(product) ? NULL : taken(__libc_calloc(number, size));
}

void *realloc(void *block, size_t size) {
  if (fails(size)) return NULL;
  given_back(block);
  void *result = __libc_realloc(block, size);
  // After a failure the block is unchanged.
  taken(result || size == 0 ? result : block);
  return result;
}

void *memalign(size_t alignment, size_t size) {
  return fails(size) ? NULL : taken(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  given_back(block);
  __libc_free(block);
}
