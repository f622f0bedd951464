// The kernels for x86-64 processors with AVX-512, on blocks of twice as many pixels. FMA is disabled, since all
// compilations must give the same bits.
#if defined(__x86_64__)
#include "CGlazeKernels.h"
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,tune=znver4"))), \
                             apply_to = function)
#define NAME(name) avx512_##name
#define LANES 16
#define MULTIPLY_HIGH(a, b) (uvec)__builtin_ia32_pmulhuw512((short32)(a), (short32)(b))
#define MULTIPLY_ROUNDED(a, b) (uvec)__builtin_ia32_pmulhrsw512((short32)(a), (short32)(b))
#define PERMUTE(values, places) (fvec)__builtin_ia32_permvarsf512((float16)(values), (int16)(places))
#define LOAD_LANES(row, lanes) (uvec)__builtin_ia32_loaddqusi512_mask((const int *)(row), (int16){}, lanes)
#define STORE_LANES(row, lanes, pixels) __builtin_ia32_storedqusi512_mask((int *)(row), (int16)(pixels), lanes)
typedef float float16 __attribute__((vector_size(64)));
typedef int int16 __attribute__((vector_size(64)));
typedef short short32 __attribute__((vector_size(64)));
#include "kernels.h"
#pragma clang attribute pop
#endif
