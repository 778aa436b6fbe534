// Moves a donor straight towards a feasible point, just far enough to be inside.
#pragma once

#include <algorithm>

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

// anchor(j) are the point's eight coordinates from j on.
template <class Anchor>
[[gnu::always_inline]] inline void shrink_towards(double* donor, const BoundaryContext& at, Anchor&& anchor) {
  replace_nan(donor, at.box, at.target);
  Eight least = simd::all_lanes<Eight>(1.0);
  for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
    const Eight value = simd::load<Eight>(donor + j), from = anchor(j);
    const Eight low = simd::load<Eight>(&at.box.lower[j]), high = simd::load<Eight>(&at.box.upper[j]);
    const Eight share = (simd::select(value < low, low, high) - from) / (value - from);
    const Eight kept = simd::select((low <= value) & (value <= high), least, simd::min(share, least));
    least = simd::max(kept, 0.0);
  }
  double shares[row_multiple];
  simd::store(shares, least);
  const double alpha = *std::min_element(shares, shares + row_multiple);
  for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
    const Eight from = anchor(j);
    simd::store(donor + j, alpha > 0.0 ? (1.0 - alpha) * from + alpha * simd::load<Eight>(donor + j) : from);
  }
  settle(donor, at.box, at.target);
}

}  // namespace inbounds
