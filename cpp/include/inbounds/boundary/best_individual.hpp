// The best individual of the generation, for methods that repair towards it.
#pragma once

#include <algorithm>

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct BestIndividual {
  void prepare(const Generation& now) {
    best = now.x[static_cast<std::size_t>(std::min_element(now.f, now.f + now.x.count) - now.f)];
  }

  const double* best = nullptr;
};

}  // namespace inbounds
