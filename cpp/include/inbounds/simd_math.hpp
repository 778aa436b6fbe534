// exp, log and sin of whole vectors: written once, so that neither speed nor bits depend on a C library.
//
// Accuracy, as tested against extended precision: exp, log within 1.5 ulp; sin within 3 ulp for |x| <= 1e7 (next to a
// zero: within 1e-17 absolute). Special values are IEEE's: exp(-inf) = 0, log(0) = -inf, log(-1) = NaN, NaN in, NaN
// out. The `_bounded` forms skip the special cases for callers that know their range.
#pragma once

#include "inbounds/simd.hpp"

namespace inbounds::simd {

// --- exp -----------------------------------------------------------------------------------------------------------

namespace detail {

inline constexpr double ln2_high = 0x1.62e42fefa2000p-1;  // 40 bits: k * ln2_high is exact for |k| < 2^13
inline constexpr double ln2_low = 0x1.9ef35793c7673p-41;
inline constexpr double per_ln2 = 1.4426950408889634;

// (exp(r) - 1 - r) / r² for |r| <= ln(2)/2
template <typename V>
[[gnu::always_inline]] inline V exp_tail(V r) {
  return polynomial(r, 0.5000000000000001, 0.16666666666666669, 0.041666666666623824, 0.008333333333330039,
                    0.0013888888917367081, 0.00019841269863171557, 2.4801521057868204e-05, 2.7557268276905696e-06,
                    2.7620201591031547e-07, 2.5100472505694996e-08);
}

template <typename V>
[[gnu::always_inline]] inline V exp_reduced(V r) {
  return 1.0 + (r + (r * r) * exp_tail(r));
}

}  // namespace detail

// For |x| <= 708.
template <typename V>
[[gnu::always_inline]] inline V exp_bounded(V x) {
  const V shifted = x * detail::per_ln2 + rounder;
  const V k = shifted - rounder;
  const V r = (x - k * detail::ln2_high) - k * detail::ln2_low;
  return from_bits(unsigned_bits(detail::exp_reduced(r)) + (unsigned_bits(shifted) << 52));
}

template <typename V>
[[gnu::always_inline]] inline V exp(V x) {
  const V clamped = max(min(x, 710.0), -746.0);  // both ends give inf and 0 by themselves
  const V shifted = clamped * detail::per_ln2 + rounder;
  const V k = shifted - rounder;
  const V r = (clamped - k * detail::ln2_high) - k * detail::ln2_low;
  // 2^k as a factor and its rest, so that neither overflows and a subnormal result is rounded once.
  const V rest = select<V>(k > 1000.0, 1.0, 0.0) + select<V>(k < -1000.0, -100.0, 0.0);
  const V scale_first = from_bits((unsigned_bits(k - rest + (rounder + 1023.0)) << 52));
  const V scale_second = from_bits((unsigned_bits(rest + (rounder + 1023.0)) << 52));
  return select(x == x, (detail::exp_reduced(r) * scale_first) * scale_second, x);
}

// --- log -----------------------------------------------------------------------------------------------------------

namespace detail {

// x = 2^k m with m in [sqrt(1/2), sqrt(2)), for positive normal x.
template <typename V>
[[gnu::always_inline]] inline void split(V x, V& k, V& m) {
  constexpr std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
  constexpr std::uint64_t root_half = std::bit_cast<std::uint64_t>(0x1.6a09e667f3bcdp-1);
  const auto biased = (unsigned_bits(x) + (one - root_half)) >> 52;  // k + 1023
  m = from_bits(unsigned_bits(x) - (biased << 52) + one);
  k = from_bits(biased | std::bit_cast<std::uint64_t>(0x1p52)) - (0x1p52 + 1023.0);
}

}  // namespace detail

// For positive, finite, normal x.
template <typename V>
[[gnu::always_inline]] inline V log_bounded(V x) {
  V k, m;
  detail::split(x, k, m);
  const V f = m - 1.0;
  const V s = f / (2.0 + f);  // log(1 + f) = 2 atanh(s)
  const V u = s * s;
  const V tail = u * polynomial(u, 0.666666666666667, 0.3999999999989703, 0.2857142862709691, 0.22222210952099322,
                                0.18182902409658547, 0.15331280911137393, 0.14621885923046002);
  const V half_square = 0.5 * f * f;
  return k * detail::ln2_high - ((half_square - (s * (half_square + tail) + k * detail::ln2_low)) - f);
}

template <typename V>
[[gnu::always_inline]] inline V log(V x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto subnormal = x < std::numeric_limits<double>::min();
  const V normal = select(subnormal, x * 0x1p54, x);
  V result = log_bounded(normal) - select<V>(subnormal, 54 * 0.6931471805599453, 0.0);
  result = select(x < infinity, result, x);  // inf and NaN pass through
  result = select(x == 0.0, all_lanes<V>(-infinity), result);
  return select(x < 0.0, all_lanes<V>(std::numeric_limits<double>::quiet_NaN()), result);
}

// --- sin -----------------------------------------------------------------------------------------------------------

namespace detail {

inline constexpr double per_pi = 0.3183098861837907;
inline constexpr double pi_high = 0x1.921fb54000000p+1;  // 28 bits: k * pi_high is exact for |k| < 2^25
inline constexpr double pi_middle = 0x1.10b4610000000p-29;
inline constexpr double pi_low = 0x1.a62633145c06ep-57;

// sin(r) for |r| <= pi/2 (a little more does not hurt).
template <typename V>
[[gnu::always_inline]] inline V sin_reduced(V r) {
  const V u = r * r;
  const V tail =
      polynomial(u, -0.16666666666666666, 0.008333333333333316, -0.0001984126984125486, 2.7557319219132584e-06,
                 -2.5052107613095433e-08, 1.6058977059718268e-10, -7.643962232442654e-13, 2.731344277439919e-15);
  return r + r * (u * tail);
}

// `value` with its sign turned where the integer in the low bits of `shifted` is odd
template <typename V>
[[gnu::always_inline]] inline V turn_if_odd(V value, V shifted) {
  return from_bits(unsigned_bits(value) ^ (unsigned_bits(shifted) << 63));
}

}  // namespace detail

// For |x| <= 1e7.
template <typename V>
[[gnu::always_inline]] inline V sin_bounded(V x) {
  const V shifted = x * detail::per_pi + rounder;
  const V k = shifted - rounder;
  const V r = ((x - k * detail::pi_high) - k * detail::pi_middle) - k * detail::pi_low;
  return detail::turn_if_odd(detail::sin_reduced(r), shifted);
}

// --- half turns ----------------------------------------------------------------------------------------------------

namespace detail {

// sin(pi s) for |s| <= 1/2.
template <typename V>
[[gnu::always_inline]] inline V sin_half_turns_reduced(V s) {
  return s * polynomial(s * s, 3.141592653589793, -5.167712780049969, 2.5501640398773002, -0.5992645293189403,
                        0.08214588657302717, -0.007370430505217146, 0.0004662998126284068, -2.1903487684769023e-05,
                        7.697726639610672e-07);
}

}  // namespace detail

// sin(pi x), |x| < 2^51: the reduction is exact.
template <typename V>
[[gnu::always_inline]] inline V sin_half_turns(V x) {
  const V shifted = x + rounder;
  return detail::turn_if_odd(detail::sin_half_turns_reduced(x - (shifted - rounder)), shifted);
}

// sin(pi x)^2 = (1 - cos(2 pi x)) / 2, |x| < 2^51, without cancellation near the integers.
template <typename V>
[[gnu::always_inline]] inline V sin_half_turns_squared(V x) {
  const V sine = detail::sin_half_turns_reduced(x - round_bounded(x));
  return sine * sine;
}

}  // namespace inbounds::simd
