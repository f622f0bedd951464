// The sweep for x86-64 processors with AVX2. FMA is disabled, since both compilations must give the same
// bits.
#if defined(__x86_64__)
// Declared before the attribute is pushed.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define NAME(name) avx2_##name
#include "cover.h"
#pragma clang attribute pop
#endif
