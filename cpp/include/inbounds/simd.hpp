// Four doubles at a time, in plain GCC/Clang vector extensions, with elementary functions of our own.
//
// The compiler lowers the type to whatever the target has (one AVX2 register, two SSE2 registers, two NEON registers),
// so this header names no instruction set. The elementary functions need no vector math library.
//
// Accuracy, as tested against extended precision: exp, log within 1.5 ulp; sin, cos within 3 ulp for |x| <= 1e7 (next to
// a zero of the function: within 1e-17 absolute) and the C library's value beyond. Special values are IEEE's: exp(-inf) = 0, log(0) = -inf, log(-1) = NaN, sin(inf) = NaN, NaN in, NaN out.
// The `_bounded` forms skip the special cases for callers that know their range.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

// Every function here is inlined, so how a 32-byte vector would travel in a call does not matter.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace inbounds::simd {

using f64x4 = double __attribute__((vector_size(32)));
using i64x4 = std::int64_t __attribute__((vector_size(32)));
using u64x4 = std::uint64_t __attribute__((vector_size(32)));

inline constexpr std::size_t width = 4;

// --- moving values -------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline f64x4 splat(double value) { return f64x4{value, value, value, value}; }

[[gnu::always_inline]] inline f64x4 load(const double* from) {
  f64x4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

[[gnu::always_inline]] inline void store(double* to, f64x4 value) { std::memcpy(to, &value, sizeof value); }

// The first `count` (1..4) doubles at `from`, then `fill`; never reads beyond them.
[[gnu::always_inline]] inline f64x4 load_first(const double* from, std::size_t count, double fill = 0.0) {
  f64x4 value = splat(fill);
  for (std::size_t lane = 0; lane < count; ++lane) value[lane] = from[lane];
  return value;
}

[[gnu::always_inline]] inline void store_first(double* to, f64x4 value, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane) to[lane] = value[lane];
}

[[gnu::always_inline]] inline i64x4 bits(f64x4 value) { return std::bit_cast<i64x4>(value); }
[[gnu::always_inline]] inline f64x4 from_bits(i64x4 value) { return std::bit_cast<f64x4>(value); }

// --- choosing ------------------------------------------------------------------------------------------------------

// `mask` is the result of a comparison: all ones or all zeros in each lane.
[[gnu::always_inline]] inline f64x4 select(i64x4 mask, f64x4 yes, f64x4 no) { return mask ? yes : no; }
[[gnu::always_inline]] inline i64x4 as_mask(auto comparison) { return std::bit_cast<i64x4>(comparison); }

[[gnu::always_inline]] inline bool any(i64x4 mask) { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }
[[gnu::always_inline]] inline bool all(i64x4 mask) { return (mask[0] & mask[1] & mask[2] & mask[3]) != 0; }

// If either is NaN, the second argument: max(x, 0.0) of a NaN is 0.
[[gnu::always_inline]] inline f64x4 min(f64x4 a, f64x4 b) { return a < b ? a : b; }
[[gnu::always_inline]] inline f64x4 max(f64x4 a, f64x4 b) { return a > b ? a : b; }

// --- bits of a double ----------------------------------------------------------------------------------------------

inline constexpr std::int64_t sign_bit = std::numeric_limits<std::int64_t>::min();

[[gnu::always_inline]] inline f64x4 abs(f64x4 x) { return from_bits(bits(x) & ~sign_bit); }
[[gnu::always_inline]] inline f64x4 copysign(f64x4 magnitude, f64x4 sign) {
  return from_bits((bits(magnitude) & ~sign_bit) | (bits(sign) & sign_bit));
}

// --- rounding ------------------------------------------------------------------------------------------------------

// Adding and subtracting 1.5 * 2^52 rounds to the nearest integer, which then sits in the low bits of the sum.
inline constexpr double rounder = 0x1.8p52;

// Nearest integer, ties to even, for |x| < 2^51.
[[gnu::always_inline]] inline f64x4 round_bounded(f64x4 x) { return (x + rounder) - rounder; }

[[gnu::always_inline]] inline f64x4 round(f64x4 x) {
  const f64x4 rounded = copysign(round_bounded(x), x);
  return abs(x) < 0x1p51 ? rounded : x;  // beyond, every double the caller meets is an integer, or inf, or NaN
}

// For |x| < 2^51.
[[gnu::always_inline]] inline f64x4 floor_bounded(f64x4 x) {
  const f64x4 rounded = round_bounded(x);
  return rounded - (rounded > x ? splat(1.0) : splat(0.0));
}

[[gnu::always_inline]] inline f64x4 floor(f64x4 x) { return abs(x) < 0x1p51 ? floor_bounded(x) : x; }

[[gnu::always_inline]] inline f64x4 sqrt(f64x4 x) {
  f64x4 root;
  for (std::size_t lane = 0; lane < width; ++lane) root[lane] = __builtin_sqrt(x[lane]);
  return root;
}

// --- sums and transposes -------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline double sum(f64x4 x) { return (x[0] + x[2]) + (x[1] + x[3]); }

[[gnu::always_inline]] inline void transpose(f64x4& a, f64x4& b, f64x4& c, f64x4& d) {
  const f64x4 ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const f64x4 ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const f64x4 cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const f64x4 cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

// c0 + c1 x + c2 x^2 + …
template <typename... Coefficients>
[[gnu::always_inline]] inline f64x4 polynomial(f64x4 x, double c0, Coefficients... higher) {
  if constexpr (sizeof...(higher) == 0)
    return splat(c0);
  else if constexpr (sizeof...(higher) == 1)
    return c0 + x * (higher + ...);
  else
    return c0 + x * polynomial(x, higher...);
}

// --- exp -----------------------------------------------------------------------------------------------------------

namespace detail {

inline constexpr double ln2_high = 0x1.62e42fefa2000p-1;  // 40 bits: k * ln2_high is exact for |k| < 2^13
inline constexpr double ln2_low = 0x1.9ef35793c7673p-41;

// exp(r) for |r| <= ln(2)/2.
[[gnu::always_inline]] inline f64x4 exp_reduced(f64x4 r) {
  const f64x4 tail = polynomial(r, 0.5000000000000001, 0.16666666666666669, 0.041666666666623824, 0.008333333333330039,
                                0.0013888888917367081, 0.00019841269863171557, 2.4801521057868204e-05,
                                2.7557268276905696e-06, 2.7620201591031547e-07, 2.5100472505694996e-08);
  return 1.0 + (r + (r * r) * tail);
}

}  // namespace detail

// For |x| <= 708.
[[gnu::always_inline]] inline f64x4 exp_bounded(f64x4 x) {
  const f64x4 shifted = x * 1.4426950408889634 + rounder;
  const f64x4 k = shifted - rounder;
  const f64x4 r = (x - k * detail::ln2_high) - k * detail::ln2_low;
  return from_bits(bits(detail::exp_reduced(r)) + (bits(shifted) << 52));
}

[[gnu::always_inline]] inline f64x4 exp(f64x4 x) {
  const f64x4 clamped = max(min(x, splat(710.0)), splat(-746.0));  // both ends give inf and 0 by themselves
  const f64x4 shifted = clamped * 1.4426950408889634 + rounder;
  const f64x4 k = shifted - rounder;
  const f64x4 r = (clamped - k * detail::ln2_high) - k * detail::ln2_low;
  // 2^k as a factor and its rest, so that neither overflows and a subnormal result is rounded once.
  const i64x4 exponent = bits(shifted) - std::bit_cast<std::int64_t>(rounder);
  const i64x4 rest = (as_mask(k > 1000.0) & 1) | (as_mask(k < -1000.0) & -100);
  const f64x4 scale_first = from_bits((exponent - rest + 1023) << 52);
  const f64x4 scale_second = from_bits((rest + 1023) << 52);
  const f64x4 result = (detail::exp_reduced(r) * scale_first) * scale_second;
  return x == x ? result : x;
}

// --- log -----------------------------------------------------------------------------------------------------------

// For positive, finite, normal x.
[[gnu::always_inline]] inline f64x4 log_bounded(f64x4 x) {
  // x = 2^k m with m in [sqrt(1/2), sqrt(2))
  constexpr std::int64_t one = std::bit_cast<std::int64_t>(1.0);
  constexpr std::int64_t root_half = std::bit_cast<std::int64_t>(0x1.6a09e667f3bcdp-1);
  const i64x4 biased = std::bit_cast<i64x4>(std::bit_cast<u64x4>(bits(x) + (one - root_half)) >> 52);  // k + 1023
  const f64x4 m = from_bits(bits(x) - (biased << 52) + one);
  const f64x4 k = from_bits(biased | std::bit_cast<std::int64_t>(0x1p52)) - (0x1p52 + 1023.0);
  const f64x4 f = m - 1.0;
  const f64x4 s = f / (2.0 + f);  // log(1 + f) = 2 atanh(s)
  const f64x4 u = s * s;
  const f64x4 tail = u * polynomial(u, 0.666666666666667, 0.3999999999989703, 0.2857142862709691, 0.22222210952099322,
                                    0.18182902409658547, 0.15331280911137393, 0.14621885923046002);
  const f64x4 half_square = 0.5 * f * f;
  return k * detail::ln2_high - ((half_square - (s * (half_square + tail) + k * detail::ln2_low)) - f);
}

[[gnu::always_inline]] inline f64x4 log(f64x4 x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const i64x4 subnormal = as_mask(x < std::numeric_limits<double>::min());
  const f64x4 normal = select(subnormal, x * 0x1p54, x);
  f64x4 result = log_bounded(normal) - select(subnormal, splat(54 * 0.6931471805599453), splat(0.0));
  result = x < infinity ? result : x;  // inf and NaN pass through
  result = x == 0.0 ? splat(-infinity) : result;
  return x < 0.0 ? splat(std::numeric_limits<double>::quiet_NaN()) : result;
}

// --- sin and cos ---------------------------------------------------------------------------------------------------

namespace detail {

inline constexpr double pi_high = 0x1.921fb54000000p+1;  // 28 bits: k * pi_high is exact for |k| < 2^25
inline constexpr double pi_middle = 0x1.10b4610000000p-29;
inline constexpr double pi_low = 0x1.a62633145c06ep-57;

// sin(r) for |r| <= pi/2 (a little more does not hurt).
[[gnu::always_inline]] inline f64x4 sin_reduced(f64x4 r) {
  const f64x4 u = r * r;
  const f64x4 tail = polynomial(u, -0.16666666666666666, 0.008333333333333316, -0.0001984126984125486,
                                2.7557319219132584e-06, -2.5052107613095433e-08, 1.6058977059718268e-10,
                                -7.643962232442654e-13, 2.731344277439919e-15);
  return r + r * (u * tail);
}

}  // namespace detail

// For |x| <= 1e7.
[[gnu::always_inline]] inline f64x4 sin_bounded(f64x4 x) {
  const f64x4 shifted = x * 0.3183098861837907 + rounder;
  const f64x4 k = shifted - rounder;
  const f64x4 r = ((x - k * detail::pi_high) - k * detail::pi_middle) - k * detail::pi_low;
  return from_bits(bits(detail::sin_reduced(r)) ^ (bits(shifted) << 63));
}

// For |x| <= 1e7.
[[gnu::always_inline]] inline f64x4 cos_bounded(f64x4 x) {
  // cos(x) = (-1)^j sin(x - (j - 1/2) pi), with j the integer nearest to x/pi + 1/2
  const f64x4 shifted = (x * 0.3183098861837907 + 0.5) + rounder;
  const f64x4 k = (shifted - rounder) - 0.5;
  const f64x4 r = ((x - k * detail::pi_high) - k * detail::pi_middle) - k * detail::pi_low;
  return from_bits(bits(detail::sin_reduced(r)) ^ (bits(shifted) << 63));
}

namespace detail {

inline constexpr double trigonometric_limit = 1e7;

}  // namespace detail

[[gnu::always_inline]] inline f64x4 sin(f64x4 x) {
  f64x4 result = sin_bounded(x);
  if (!all(as_mask(abs(x) <= detail::trigonometric_limit))) [[unlikely]]
    for (std::size_t lane = 0; lane < width; ++lane)
      if (!(std::fabs(x[lane]) <= detail::trigonometric_limit)) result[lane] = std::sin(x[lane]);
  return result;
}

[[gnu::always_inline]] inline f64x4 cos(f64x4 x) {
  f64x4 result = cos_bounded(x);
  if (!all(as_mask(abs(x) <= detail::trigonometric_limit))) [[unlikely]]
    for (std::size_t lane = 0; lane < width; ++lane)
      if (!(std::fabs(x[lane]) <= detail::trigonometric_limit)) result[lane] = std::cos(x[lane]);
  return result;
}

[[gnu::always_inline]] inline void sincos(f64x4 x, f64x4& sine, f64x4& cosine) {
  sine = sin(x);
  cosine = cos(x);
}

// --- half turns ----------------------------------------------------------------------------------------------------

namespace detail {

// sin(pi s) for |s| <= 1/2.
[[gnu::always_inline]] inline f64x4 sin_half_turns_reduced(f64x4 s) {
  const f64x4 u = s * s;
  return s * polynomial(u, 3.141592653589793, -5.167712780049969, 2.5501640398773002, -0.5992645293189403,
                        0.08214588657302717, -0.007370430505217146, 0.0004662998126284068, -2.1903487684769023e-05,
                        7.697726639610672e-07);
}

}  // namespace detail

// sin(pi x), |x| < 2^51: the reduction is exact.
[[gnu::always_inline]] inline f64x4 sin_half_turns(f64x4 x) {
  const f64x4 shifted = x + rounder;
  const f64x4 s = x - (shifted - rounder);
  return from_bits(bits(detail::sin_half_turns_reduced(s)) ^ (bits(shifted) << 63));
}

// sin(pi x)^2 = (1 - cos(2 pi x)) / 2, |x| < 2^51, without cancellation near the integers.
[[gnu::always_inline]] inline f64x4 sin_half_turns_squared(f64x4 x) {
  const f64x4 sine = detail::sin_half_turns_reduced(x - round_bounded(x));
  return sine * sine;
}

}  // namespace inbounds::simd
