// Several doubles at a time, in plain GCC/Clang vector extensions.
//
// f64x4 is four doubles. f64x8 is eight as registers side by side: the steps of a long computation alternate between
// them, and none waits for the one before.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

// Every function here is inlined, so how a 32-byte vector would travel in a call does not matter.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace inbounds::simd {

using f64x2 = double __attribute__((vector_size(16)));
using f64x4 = double __attribute__((vector_size(32)));
using i64x4 = std::int64_t __attribute__((vector_size(32)));
using u64x4 = std::uint64_t __attribute__((vector_size(32)));
using i64x2 = std::int64_t __attribute__((vector_size(16)));
using u64x2 = std::uint64_t __attribute__((vector_size(16)));

inline constexpr std::size_t width = 4;

// --- one register ----------------------------------------------------------------------------------------------------

// An integer vector of the lanes' bits; a comparison of doubles has the same type.
[[gnu::always_inline]] inline i64x4 bits(f64x4 value) { return std::bit_cast<i64x4>(value); }
[[gnu::always_inline]] inline i64x2 bits(f64x2 value) { return std::bit_cast<i64x2>(value); }
[[gnu::always_inline]] inline u64x4 unsigned_bits(f64x4 value) { return std::bit_cast<u64x4>(value); }
[[gnu::always_inline]] inline u64x2 unsigned_bits(f64x2 value) { return std::bit_cast<u64x2>(value); }
[[gnu::always_inline]] inline f64x4 from_bits(i64x4 value) { return std::bit_cast<f64x4>(value); }
[[gnu::always_inline]] inline f64x4 from_bits(u64x4 value) { return std::bit_cast<f64x4>(value); }
[[gnu::always_inline]] inline f64x2 from_bits(i64x2 value) { return std::bit_cast<f64x2>(value); }
[[gnu::always_inline]] inline f64x2 from_bits(u64x2 value) { return std::bit_cast<f64x2>(value); }

[[gnu::always_inline]] inline f64x4 splat(double value) { return f64x4{value, value, value, value}; }
[[gnu::always_inline]] inline void spread(f64x4& to, double value) { to = f64x4{value, value, value, value}; }
[[gnu::always_inline]] inline void spread(f64x2& to, double value) { to = f64x2{value, value}; }

// `mask` is the result of a comparison: all ones or all zeros in each lane.
[[gnu::always_inline]] inline f64x4 select(i64x4 mask, f64x4 yes, f64x4 no) { return mask ? yes : no; }
[[gnu::always_inline]] inline f64x2 select(i64x2 mask, f64x2 yes, f64x2 no) { return mask ? yes : no; }
[[gnu::always_inline]] inline i64x4 as_mask(auto comparison) { return std::bit_cast<i64x4>(comparison); }

[[gnu::always_inline]] inline bool all(i64x4 mask) { return (mask[0] & mask[1] & mask[2] & mask[3]) != 0; }

// If either is NaN, the second argument: max(x, 0.0) of a NaN is 0.
[[gnu::always_inline]] inline f64x4 min(f64x4 a, f64x4 b) { return a < b ? a : b; }
[[gnu::always_inline]] inline f64x4 max(f64x4 a, f64x4 b) { return a > b ? a : b; }
[[gnu::always_inline]] inline f64x2 min(f64x2 a, f64x2 b) { return a < b ? a : b; }
[[gnu::always_inline]] inline f64x2 max(f64x2 a, f64x2 b) { return a > b ? a : b; }

[[gnu::always_inline]] inline f64x4 sqrt(f64x4 x) {
  f64x4 root;
  for (std::size_t lane = 0; lane < 4; ++lane) root[lane] = __builtin_sqrt(x[lane]);
  return root;
}
[[gnu::always_inline]] inline f64x2 sqrt(f64x2 x) { return f64x2{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])}; }

[[gnu::always_inline]] inline double sum(f64x4 x) { return (x[0] + x[2]) + (x[1] + x[3]); }

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

// --- registers side by side ------------------------------------------------------------------------------------------

// Two vectors (or two pairs of them) that are computed with as one; `double` operands count for every lane.
template <typename T>
struct Twice {
  T low;
  T high;
};

template <typename T>
inline constexpr bool is_twice = false;
template <typename T>
inline constexpr bool is_twice<Twice<T>> = true;

template <typename T>
[[gnu::always_inline]] inline const T& low(const T& number) {
  return number;
}
template <typename T>
[[gnu::always_inline]] inline const T& low(const Twice<T>& pair) {
  return pair.low;
}
template <typename T>
[[gnu::always_inline]] inline const T& high(const T& number) {
  return number;
}
template <typename T>
[[gnu::always_inline]] inline const T& high(const Twice<T>& pair) {
  return pair.high;
}

template <typename T, typename Function>
[[gnu::always_inline]] inline auto each(const Twice<T>& a, Function function) -> Twice<decltype(function(a.low))> {
  return {function(a.low), function(a.high)};
}
template <typename A, typename B, typename Function>
[[gnu::always_inline]] inline auto each(const A& a, const B& b, Function function)
    -> Twice<decltype(function(low(a), low(b)))> {
  return {function(low(a), low(b)), function(high(a), high(b))};
}

template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator+(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x + y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator-(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x - y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator*(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x * y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator/(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x / y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator&(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x & y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator|(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x | y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator^(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x ^ y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator<<(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x << y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator>>(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x >> y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator<(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x < y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator<=(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x <= y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator>(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x > y; });
}
template <typename A, typename B>
  requires(is_twice<A> || is_twice<B>)
[[gnu::always_inline]] inline auto operator==(const A& a, const B& b) {
  return each(a, b, [](auto x, auto y) { return x == y; });
}
template <typename T>
[[gnu::always_inline]] inline Twice<T>& operator+=(Twice<T>& a, const Twice<T>& b) {
  return a = a + b;
}
template <typename T>
[[gnu::always_inline]] inline Twice<T>& operator*=(Twice<T>& a, const Twice<T>& b) {
  return a = a * b;
}
template <typename T>
[[gnu::always_inline]] inline Twice<T> operator-(const Twice<T>& a) {
  return {-a.low, -a.high};
}

template <typename T>
[[gnu::always_inline]] inline auto bits(const Twice<T>& x) {
  return each(x, [](auto part) { return bits(part); });
}
template <typename T>
[[gnu::always_inline]] inline auto unsigned_bits(const Twice<T>& x) {
  return each(x, [](auto part) { return unsigned_bits(part); });
}
template <typename T>
[[gnu::always_inline]] inline auto from_bits(const Twice<T>& x) {
  return each(x, [](auto part) { return from_bits(part); });
}
template <typename T>
[[gnu::always_inline]] inline void spread(Twice<T>& to, double value) {
  spread(to.low, value);
  spread(to.high, value);
}
template <typename M, typename T>
[[gnu::always_inline]] inline Twice<T> select(const Twice<M>& mask, const Twice<T>& yes, const Twice<T>& no) {
  return {select(mask.low, yes.low, no.low), select(mask.high, yes.high, no.high)};
}
template <typename T>
[[gnu::always_inline]] inline Twice<T> min(const Twice<T>& a, const Twice<T>& b) {
  return {min(a.low, b.low), min(a.high, b.high)};
}
template <typename T>
[[gnu::always_inline]] inline Twice<T> max(const Twice<T>& a, const Twice<T>& b) {
  return {max(a.low, b.low), max(a.high, b.high)};
}
template <typename T>
[[gnu::always_inline]] inline Twice<T> sqrt(const Twice<T>& x) {
  return {sqrt(x.low), sqrt(x.high)};
}

// Eight doubles. Without AVX a register holds two, and a vector of four would live in memory.
#if defined(__AVX__)
using f64x8 = Twice<f64x4>;
#else
using f64x8 = Twice<Twice<f64x2>>;
#endif

// --- whatever the vector ---------------------------------------------------------------------------------------------

template <typename V>
[[gnu::always_inline]] inline V all_lanes(double value) {
  V vector;
  spread(vector, value);
  return vector;
}

template <typename V, typename M>
[[gnu::always_inline]] inline V select(const M& mask, double yes, double no) {
  return select(mask, all_lanes<V>(yes), all_lanes<V>(no));
}
template <typename V>
[[gnu::always_inline]] inline V min(V a, double b) {
  return min(a, all_lanes<V>(b));
}
template <typename V>
[[gnu::always_inline]] inline V max(V a, double b) {
  return max(a, all_lanes<V>(b));
}

inline constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

template <typename V>
[[gnu::always_inline]] inline V abs(V x) {
  return from_bits(unsigned_bits(x) & ~sign_bit);
}

// Adding and subtracting 1.5 * 2^52 rounds to the nearest integer, which then sits in the low bits of the sum.
inline constexpr double rounder = 0x1.8p52;

// Nearest integer, ties to even, for |x| < 2^51.
template <typename V>
[[gnu::always_inline]] inline V round_bounded(V x) {
  return (x + rounder) - rounder;
}

// For |x| < 2^51.
template <typename V>
[[gnu::always_inline]] inline V floor_bounded(V x) {
  const V rounded = round_bounded(x);
  return rounded - select<V>(rounded > x, 1.0, 0.0);
}

// c0 + c1 x + c2 x^2 + …
template <typename V, typename... Coefficients>
[[gnu::always_inline]] inline V polynomial(V x, double c0, double c1, Coefficients... higher) {
  if constexpr (sizeof...(higher) == 0)
    return c0 + x * c1;
  else
    return c0 + x * polynomial(x, c1, higher...);
}

}  // namespace inbounds::simd
