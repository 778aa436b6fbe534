// BBOB's two non-linear changes of variable, written with selects so that a vector never branches.
#pragma once

#include <limits>

#include "inbounds/simd.hpp"

namespace inbounds::problems::bbob {

using simd::f64x4;

namespace detail {

// log(x) to 1e-13 absolute, for positive normal x. Enough here: it only enters through 0.049 sin(10 log|x|).
[[gnu::always_inline]] inline f64x4 coarse_log(f64x4 x) {
  constexpr std::int64_t one = std::bit_cast<std::int64_t>(1.0);
  constexpr std::int64_t root_half = std::bit_cast<std::int64_t>(0x1.6a09e667f3bcdp-1);
  const simd::i64x4 bits = simd::bits(x);
  const simd::i64x4 biased = std::bit_cast<simd::i64x4>(std::bit_cast<simd::u64x4>(bits + (one - root_half)) >> 52);
  const f64x4 m = simd::from_bits(bits - (biased << 52) + one);
  const f64x4 k = simd::from_bits(biased | std::bit_cast<std::int64_t>(0x1p52)) - (0x1p52 + 1023.0);
  const f64x4 s = (m - 1.0) / (m + 1.0);
  const f64x4 u = s * s;
  return k * 0.6931471805599453 + s * simd::polynomial(u, 2.0, 0.6666666666666197, 0.40000000011436293,
                                                       0.28571424065500595, 0.2222287018991813, 0.18139848705150702,
                                                       0.1662702085475061);
}

// sin(pi x) to 1e-13 absolute.
[[gnu::always_inline]] inline f64x4 coarse_sin_half_turns(f64x4 x) {
  const f64x4 shifted = x + simd::rounder;
  const f64x4 s = x - (shifted - simd::rounder);
  const f64x4 u = s * s;
  const f64x4 sine = s * simd::polynomial(u, 3.1415926535896346, -5.167712779987811, 2.5501640358988467,
                                          -0.599264433784177, 0.08214479337228944, -0.007364000396366063,
                                          0.0004474847050037452);
  return simd::from_bits(simd::bits(sine) ^ (simd::bits(shifted) << 63));
}

// exp(t) for |t| <= 0.0985.
[[gnu::always_inline]] inline f64x4 exp_small(f64x4 t) {
  return 1.0 + (t + (t * t) * simd::polynomial(t, 0.5, 0.166666666666942, 0.0416666666666942, 0.00833333310631957,
                                               0.0013888888661880549, 0.0001984594929717928, 2.4806266671508917e-05));
}

inline constexpr double smallest = std::numeric_limits<double>::min();

// T_osz(x) = x exp(wiggle), with wiggle = 0.049 (sin(c1 log|x|) + sin(c2 log|x|)).
[[gnu::always_inline]] inline f64x4 wiggle(f64x4 x, f64x4 log_x) {
  constexpr double per_pi = 0.3183098861837907;
  const auto positive = x > 0.0;
  const f64x4 c1 = positive ? simd::splat(10.0 * per_pi) : simd::splat(5.5 * per_pi);
  const f64x4 c2 = positive ? simd::splat(7.9 * per_pi) : simd::splat(3.1 * per_pi);
  return 0.049 * (coarse_sin_half_turns(c1 * log_x) + coarse_sin_half_turns(c2 * log_x));
}

}  // namespace detail

// T_osz
[[gnu::always_inline]] inline f64x4 oscillate(f64x4 x) {
  const f64x4 log_x = detail::coarse_log(simd::max(simd::abs(x), simd::splat(detail::smallest)));
  return x * detail::exp_small(detail::wiggle(x, log_x));
}

// T_asy: x^(1 + beta sqrt(x)) for positive x; `beta` is the coordinate's share of the function's beta.
[[gnu::always_inline]] inline f64x4 asymmetric(f64x4 x, double beta) {
  const f64x4 log_x = simd::log_bounded(simd::max(x, simd::splat(detail::smallest)));
  const f64x4 power = simd::exp_bounded(simd::min(beta * simd::sqrt(x) * log_x, simd::splat(700.0)));
  return x > 0.0 ? x * power : x;
}

// T_asy after T_osz; the second logarithm is known from the first.
[[gnu::always_inline]] inline f64x4 oscillate_asymmetric(f64x4 x, double beta) {
  const f64x4 log_x = detail::coarse_log(simd::max(simd::abs(x), simd::splat(detail::smallest)));
  const f64x4 wiggle = detail::wiggle(x, log_x);
  const f64x4 oscillated = x * detail::exp_small(wiggle);
  const f64x4 power =
      simd::exp_bounded(simd::min(beta * simd::sqrt(oscillated) * (log_x + wiggle), simd::splat(700.0)));
  return x > 0.0 ? oscillated * power : oscillated;
}

}  // namespace inbounds::problems::bbob
