// For methods that treat bad coordinates one by one, with draws or logarithms that do not fit a vector loop.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

// Replaces each coordinate outside the box by replacement(value, lower, upper, j). What is not a number, before or
// after, becomes the target's.
template <class Replacement>
void replace_outside(double* donor, const BoundaryContext& at, Replacement&& replacement) {
  for (std::size_t j = 0; j < at.box.width; ++j) {
    const double value = donor[j], low = at.box.lower[j], high = at.box.upper[j];
    if (Box::inside(value, low, high)) continue;
    donor[j] = value == value ? replacement(value, low, high, j) : at.target[j];
  }
  settle(donor, at.box, at.target);
}

}  // namespace inbounds
