// Tells which builds of the core this processor can run, and whether 512-bit code is worth it.
#include <nanobind/nanobind.h>

namespace {
// Everything that code compiled for that level of x86-64 may use, and an operating system that saves the registers.
bool supports_v3() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v3");
#else
  return false;
#endif
}

bool supports_v4() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4");
#else
  return false;
#endif
}

// The first processors with AVX-512 (Skylake to Cooper Lake) slow their clock down for it; those that came after have
// VBMI2.
bool prefers_v4() {
#if defined(__x86_64__)
  return supports_v4() && __builtin_cpu_supports("avx512vbmi2");
#else
  return false;
#endif
}
}  // namespace

NB_MODULE(_cpu, m) {
  m.def("supports_v3", &supports_v3,
        "True where all of x86-64-v3 is there: AVX2, FMA, BMI1 and 2, LZCNT, MOVBE, F16C.");
  m.def("supports_v4", &supports_v4, "True where all of x86-64-v4 is there: AVX-512 F, BW, CD, DQ and VL too.");
  m.def("prefers_v4", &prefers_v4,
        "True where 512-bit code does not slow the processor's clock down: Ice Lake, Zen 4 and later.");
}
