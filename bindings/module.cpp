// The native core as Python sees it, a table of contents.
#include <nanobind/nanobind.h>

#include "bind.hpp"

NB_MODULE(INBOUNDS_MODULE, m) {
  m.doc() = "Native core: problems, operators, one run stage by stage, and batches of runs.";
  bind_problems(m);
  bind_operators(m);
  bind_engine(m);
  bind_batch(m);
}
