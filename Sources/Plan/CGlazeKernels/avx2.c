// The kernels for x86-64 processors with AVX2. FMA is disabled, since all compilations must give the same
// bits.
#if defined(__x86_64__)
#include "CGlazeKernels.h"
#pragma clang attribute push(__attribute__((target("avx2,tune=haswell"))), apply_to = function)
#define NAME(name) avx2_##name
#define LANES 8
#define MULTIPLY_HIGH(a, b) (uvec)__builtin_ia32_pmulhuw256((short16)(a), (short16)(b))
#define MULTIPLY_ROUNDED(a, b) (uvec)__builtin_ia32_pmulhrsw256((short16)(a), (short16)(b))
#define PERMUTE(values, places) (fvec)__builtin_ia32_permvarsf256((float8)(values), (int8)(places))
typedef float float8 __attribute__((vector_size(32)));
typedef int int8 __attribute__((vector_size(32)));
typedef short short16 __attribute__((vector_size(32)));
#include "kernels.h"
#pragma clang attribute pop
#endif
