// BBOB's two non-linear changes of variable, written with selects so that a vector never branches.
#pragma once

#include <cstddef>
#include <limits>

#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

namespace detail {

// log(x) for positive normal x, without the care that simd::log_bounded takes of the last bits next to 1: within 1e-15
// absolute and an ulp.
[[gnu::always_inline]] inline Lanes quick_log(Lanes x) {
  Lanes k, m;
  simd::detail::split(x, k, m);
  const Lanes s = (m - 1.0) / (m + 1.0);
  const Lanes u = s * s;
  return k * 0.6931471805599453 + s * simd::polynomial(u, 2.0, 0.6666666666666197, 0.40000000011436293,
                                                       0.28571424065500595, 0.2222287018991813, 0.18139848705150702,
                                                       0.1662702085475061);
}

// sin(pi x) to 1e-13 absolute.
[[gnu::always_inline]] inline Lanes quick_sin_half_turns(Lanes x) {
  const Lanes shifted = x + simd::rounder;
  const Lanes s = x - (shifted - simd::rounder);
  const Lanes sine =
      s * simd::polynomial(s * s, 3.1415926535896346, -5.167712779987811, 2.5501640358988467, -0.599264433784177,
                           0.08214479337228944, -0.007364000396366063, 0.0004474847050037452);
  return simd::detail::turn_if_odd(sine, shifted);
}

// exp(t) for |t| <= 0.0985.
[[gnu::always_inline]] inline Lanes exp_small(Lanes t) {
  return 1.0 + (t + (t * t) * simd::polynomial(t, 0.5, 0.166666666666942, 0.0416666666666942, 0.00833333310631957,
                                               0.0013888888661880549, 0.0001984594929717928, 2.4806266671508917e-05));
}

inline constexpr double smallest = std::numeric_limits<double>::min();

// T_osz(x) = x exp(wiggle), with wiggle = 0.049 (sin(c1 log|x|) + sin(c2 log|x|)).
[[gnu::always_inline]] inline Lanes wiggle(Lanes x, Lanes log_x) {
  constexpr double per_pi = simd::detail::per_pi;
  const auto positive = x > 0.0;
  const Lanes c1 = simd::select<Lanes>(positive, 10.0 * per_pi, 5.5 * per_pi);
  const Lanes c2 = simd::select<Lanes>(positive, 7.9 * per_pi, 3.1 * per_pi);
  return 0.049 * (quick_sin_half_turns(c1 * log_x) + quick_sin_half_turns(c2 * log_x));
}

}  // namespace detail

// The transforms work on the coordinates x[0 … n) of a group in several passes. In one pass, a value's long chain of
// steps would fill the processor's window and the next value would have to wait; in short passes many values overlap.

// out = T_osz(x)
inline void oscillate(const Lanes* x, Lanes* out, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) out[j] = detail::quick_log(simd::max(simd::abs(x[j]), detail::smallest));
  for (std::size_t j = 0; j < n; ++j) out[j] = detail::wiggle(x[j], out[j]);
  for (std::size_t j = 0; j < n; ++j) out[j] = x[j] * detail::exp_small(out[j]);
}

[[gnu::always_inline]] inline Lanes oscillate(Lanes x) {
  Lanes out;
  oscillate(&x, &out, 1);
  return out;
}

namespace detail {

// x ← x exp(beta sqrt(x) log(x)) where positive, given the logarithms; they are overwritten.
inline void asymmetric_given_log(Lanes* x, Lanes* log_x, const double* beta, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) log_x[j] = simd::min(beta[j] * simd::sqrt(x[j]) * log_x[j], 700.0);
  for (std::size_t j = 0; j < n; ++j) x[j] = simd::select(x[j] > 0.0, x[j] * simd::exp_bounded(log_x[j]), x[j]);
}

}  // namespace detail

// x ← T_asy(x), that is x^(1 + beta sqrt(x)) for positive x; beta is each coordinate's share of the function's beta.
inline void asymmetric(Lanes* x, Lanes* work, const double* beta, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) work[j] = detail::quick_log(simd::max(x[j], detail::smallest));
  detail::asymmetric_given_log(x, work, beta, n);
}

// x ← T_asy(T_osz(x)); the second logarithm is known from the first.
inline void oscillate_asymmetric(Lanes* x, Lanes* log_x, Lanes* work, const double* beta, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) log_x[j] = detail::quick_log(simd::max(simd::abs(x[j]), detail::smallest));
  for (std::size_t j = 0; j < n; ++j) work[j] = detail::wiggle(x[j], log_x[j]);
  for (std::size_t j = 0; j < n; ++j) {
    x[j] = x[j] * detail::exp_small(work[j]);
    log_x[j] += work[j];
  }
  detail::asymmetric_given_log(x, log_x, beta, n);
}

}  // namespace inbounds::problems::bbob
