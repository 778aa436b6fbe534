// Tells which build of the core this processor can run.
#include <nanobind/nanobind.h>

namespace {
bool supports_v3() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}
}  // namespace

NB_MODULE(_cpu, m) { m.def("supports_v3", &supports_v3, "True where AVX2, FMA and BMI2 are there."); }
