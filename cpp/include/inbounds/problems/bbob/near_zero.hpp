// exp(x) - 1 and log(1 + x) without cancellation near zero.
#pragma once

#include "inbounds/simd.hpp"

namespace inbounds::problems::bbob {

using simd::f64x4;

[[gnu::always_inline]] inline f64x4 expm1(f64x4 x) {
  const f64x4 small = x + (x * x) * simd::polynomial(x, 0.5000000000000001, 0.16666666666666669, 0.041666666666623824,
                                                     0.008333333333330039, 0.0013888888917367081, 0.00019841269863171557,
                                                     2.4801521057868204e-05, 2.7557268276905696e-06,
                                                     2.7620201591031547e-07, 2.5100472505694996e-08);
  return simd::abs(x) < 0.34 ? small : simd::exp(x) - 1.0;
}

// For x >= 0.
[[gnu::always_inline]] inline f64x4 log1p(f64x4 x) {
  const f64x4 sum = 1.0 + x;
  return simd::log(sum) - ((sum - 1.0) - x) / sum;
}

}  // namespace inbounds::problems::bbob
