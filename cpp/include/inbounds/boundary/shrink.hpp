// Moves a donor straight towards a feasible point, just far enough to be inside.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

template <class Anchor>
void shrink_towards(double* donor, const Box& box, Anchor&& anchor) {
  constexpr std::size_t lanes = row_multiple;
  double least[lanes];
  for (double& share : least) share = 1.0;
  for (std::size_t j = 0; j < box.stride; j += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) {
      const double value = donor[j + k], low = box.lower[j + k], high = box.upper[j + k], from = anchor(j + k);
      const double share = ((value < low ? low : high) - from) / (value - from);
      const double kept = Box::inside(value, low, high) || !(share < least[k]) ? least[k] : share;
      least[k] = kept < 0.0 ? 0.0 : kept;
    }
  }
  double alpha = 1.0;
  for (const double share : least) alpha = share < alpha ? share : alpha;
  for (std::size_t j = 0; j < box.stride; ++j)
    donor[j] = alpha > 0.0 ? (1.0 - alpha) * anchor(j) + alpha * donor[j] : anchor(j);
}

}  // namespace inbounds
