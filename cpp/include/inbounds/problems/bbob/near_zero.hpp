// exp(x) - 1 and log(1 + x) without cancellation near zero.
#pragma once

#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

[[gnu::always_inline]] inline Lanes expm1(Lanes x) {
  const Lanes small = x + (x * x) * simd::detail::exp_tail(x);
  return simd::select(simd::abs(x) < 0.34, small, simd::exp(x) - 1.0);
}

// For x >= 0.
[[gnu::always_inline]] inline Lanes log1p(Lanes x) {
  const Lanes sum = 1.0 + x;
  return simd::log(sum) - ((sum - 1.0) - x) / sum;
}

}  // namespace inbounds::problems::bbob
