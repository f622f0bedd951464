// The kernels for every processor of the architecture.
#define NAME(name) baseline_##name
#include "kernels.h"

#if defined(__x86_64__)
extern const GlazeKernels avx2_kernels;
#endif

const GlazeKernels *glaze_kernels(bool baseline) {
#if defined(__x86_64__)
  if (!baseline && __builtin_cpu_supports("avx2")) return &avx2_kernels;
#endif
  return &baseline_kernels;
}

GlazeSource glaze_source(vec4 color) {
  vec4 c = color * UNIT;
  Sources s = sources_of((f8)c.x, (f8)c.y, (f8)c.z, (f8)c.w);
  return (GlazeSource){s.redBlue[0], s.greenAlpha[0], s.keep[0]};
}

uint32_t glaze_source_pixel(GlazeSource source) {
  return ((source.redBlue >> 8) & 0x00FF00FF) | (source.greenAlpha & 0xFF00FF00);
}
