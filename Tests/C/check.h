/* Shared by the tests of libglaze: counts the checks that succeed and those that fail. */
#pragma once
#include <glaze.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_count, failure_count;

/* Counts a check. */
#define CHECK(condition)                                                                   \
  do {                                                                                     \
    check_count++;                                                                         \
    if (!(condition)) {                                                                    \
      failure_count++;                                                                     \
      fprintf(stderr, "%s:%d: %s (last error: %s)\n", __FILE__, __LINE__, #condition,      \
              glaze_error_message());                                                      \
    }                                                                                      \
  } while (0)

/* Checks that a call fails with a code, and that its thread has a message. */
#define FAILS(expected, call)                                       \
  do {                                                              \
    glaze_error_clear();                                            \
    CHECK((call) == (expected));                                    \
    CHECK(glaze_error_code() == (expected));                        \
    CHECK(glaze_error_message()[0] != 0);                           \
  } while (0)

/* Checks that a call that returns a handle or a text returns NULL for a reason. */
#define GIVES_NULL(expected, call)                                  \
  do {                                                              \
    glaze_error_clear();                                            \
    CHECK((call) == NULL);                                          \
    CHECK(glaze_error_code() == (expected));                        \
  } while (0)

#define WORKS(call) CHECK((call) == GLAZE_OK)

/* Prints the counts; call it at the end of main. */
static inline int report(const char *name) {
  printf("%s: %d checks, %d failed\n", name, check_count, failure_count);
  return failure_count != 0;
}
