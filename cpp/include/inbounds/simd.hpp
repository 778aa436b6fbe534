// Several doubles at a time, in plain GCC/Clang vector extensions.
//
// f64x8 is eight doubles and f64x4 four, in as many registers side by side as the processor's width asks for: the steps
// of a long computation alternate between them, and none waits for the one before.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

// 512-bit registers, with the integer operations on them that x86-64-v4 has.
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define INBOUNDS_AVX512 1
#endif
#if defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

// Every function here is inlined, so how a wide vector would travel in a call does not matter.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace inbounds::simd {

// --- one register ----------------------------------------------------------------------------------------------------

template <std::size_t Lanes>
struct Register {
  typedef double F64 __attribute__((vector_size(Lanes * sizeof(double))));
  typedef std::int64_t I64 __attribute__((vector_size(Lanes * sizeof(double))));
  typedef std::uint64_t U64 __attribute__((vector_size(Lanes * sizeof(double))));
};

template <typename V>
using RegisterOf = Register<sizeof(V) / sizeof(double)>;

template <typename V>
concept OneRegister = std::is_same_v<V, typename RegisterOf<V>::F64>;
template <typename M>
concept OneMask = std::is_same_v<M, typename RegisterOf<M>::I64>;
template <typename W>
concept OneOfWords = OneMask<W> || std::is_same_v<W, typename RegisterOf<W>::U64>;

// Integer vectors of the lanes' bits; a comparison of doubles gives signed ones.
template <OneRegister V>
[[gnu::always_inline]] inline auto bits(V value) {
  return std::bit_cast<typename RegisterOf<V>::I64>(value);
}
template <OneRegister V>
[[gnu::always_inline]] inline auto unsigned_bits(V value) {
  return std::bit_cast<typename RegisterOf<V>::U64>(value);
}
template <OneOfWords W>
[[gnu::always_inline]] inline auto from_bits(W value) {
  return std::bit_cast<typename RegisterOf<W>::F64>(value);
}

template <OneRegister V>
[[gnu::always_inline]] inline void spread(V& to, double value) {
  to = value - V{};
}

// `mask` is the result of a comparison: all ones or all zeros in each lane.
template <OneMask M, OneRegister V>
[[gnu::always_inline]] inline V select(M mask, V yes, V no) {
  return mask ? yes : no;
}

// Whether every lane of a comparison holds.
template <OneMask M>
[[gnu::always_inline]] inline bool all(M mask) {
#if defined(INBOUNDS_AVX512)
  if constexpr (sizeof mask == 64) return _mm512_movepi64_mask(std::bit_cast<__m512i>(mask)) == 0xff;
#endif
#if defined(__AVX__)
  if constexpr (sizeof mask == 32) return _mm256_movemask_pd(std::bit_cast<__m256d>(mask)) == 0xf;
#elif defined(__SSE2__)
  if constexpr (sizeof mask == 16) return _mm_movemask_pd(std::bit_cast<__m128d>(mask)) == 0x3;
#endif
  std::int64_t both = -1;
  for (std::size_t lane = 0; lane < sizeof mask / sizeof both; ++lane) both &= mask[lane];
  return both != 0;
}

// If either is NaN, the second argument: max(x, 0.0) of a NaN is 0.
template <OneRegister V>
[[gnu::always_inline]] inline V min(V a, V b) {
#if defined(INBOUNDS_AVX512)  // GCC makes a comparison and a blend of the general form, and warns of the unmasked one
  if constexpr (sizeof a == 64)
    return std::bit_cast<V>(_mm512_maskz_min_pd(0xff, std::bit_cast<__m512d>(a), std::bit_cast<__m512d>(b)));
#endif
  return a < b ? a : b;
}
template <OneRegister V>
[[gnu::always_inline]] inline V max(V a, V b) {
#if defined(INBOUNDS_AVX512)
  if constexpr (sizeof a == 64)
    return std::bit_cast<V>(_mm512_maskz_max_pd(0xff, std::bit_cast<__m512d>(a), std::bit_cast<__m512d>(b)));
#endif
  return a > b ? a : b;
}

template <OneRegister V>
[[gnu::always_inline]] inline V sqrt(V x) {
#if defined(INBOUNDS_AVX512)
  if constexpr (sizeof x == 64) return std::bit_cast<V>(_mm512_maskz_sqrt_pd(0xff, std::bit_cast<__m512d>(x)));
#endif
  V root;
  for (std::size_t lane = 0; lane < sizeof x / sizeof x[0]; ++lane) root[lane] = __builtin_sqrt(x[lane]);
  return root;
}

template <typename V>
  requires OneRegister<V> || OneOfWords<V>
[[gnu::always_inline]] inline void load(V& to, const auto* from) {
  std::memcpy(&to, from, sizeof to);
}
template <OneRegister V>
[[gnu::always_inline]] inline void store(double* to, V value) {
  std::memcpy(to, &value, sizeof value);
}

// --- registers side by side ------------------------------------------------------------------------------------------

// Two vectors (or two pairs of them) that are computed with as one; plain numbers count for every lane.
template <typename T>
struct Twice {
  T low;
  T high;
};

template <typename T>
inline constexpr bool is_twice = false;
template <typename T>
inline constexpr bool is_twice<Twice<T>> = true;

// Half of a pair; a plain number is its own half.
template <typename T>
[[gnu::always_inline]] inline const T& low(const Twice<T>& pair) {
  return pair.low;
}
template <typename T>
[[gnu::always_inline]] inline const T& high(const Twice<T>& pair) {
  return pair.high;
}
template <typename S>
  requires std::is_arithmetic_v<S>
[[gnu::always_inline]] inline S low(S number) {
  return number;
}
template <typename S>
  requires std::is_arithmetic_v<S>
[[gnu::always_inline]] inline S high(S number) {
  return number;
}

// function(…) of the low halves next to function(…) of the high ones.
template <typename Function, typename... Operands>
[[gnu::always_inline]] inline auto each(Function function, const Operands&... operands)
    -> Twice<decltype(function(low(operands)...))> {
  return {function(low(operands)...), function(high(operands)...)};
}

// At least one operand is a pair, and the other one too or a number.
template <typename A, typename B>
concept Operands =
    (is_twice<A> && (is_twice<B> || std::is_arithmetic_v<B>)) || (std::is_arithmetic_v<A> && is_twice<B>);

template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator+(const A& a, const B& b) {
  return each([](auto x, auto y) { return x + y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator-(const A& a, const B& b) {
  return each([](auto x, auto y) { return x - y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator*(const A& a, const B& b) {
  return each([](auto x, auto y) { return x * y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator/(const A& a, const B& b) {
  return each([](auto x, auto y) { return x / y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator&(const A& a, const B& b) {
  return each([](auto x, auto y) { return x & y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator|(const A& a, const B& b) {
  return each([](auto x, auto y) { return x | y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator^(const A& a, const B& b) {
  return each([](auto x, auto y) { return x ^ y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator<<(const A& a, const B& b) {
  return each([](auto x, auto y) { return x << y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator>>(const A& a, const B& b) {
  return each([](auto x, auto y) { return x >> y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator<(const A& a, const B& b) {
  return each([](auto x, auto y) { return x < y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator<=(const A& a, const B& b) {
  return each([](auto x, auto y) { return x <= y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator>(const A& a, const B& b) {
  return each([](auto x, auto y) { return x > y; }, a, b);
}
template <typename A, typename B>
  requires Operands<A, B>
[[gnu::always_inline]] inline auto operator==(const A& a, const B& b) {
  return each([](auto x, auto y) { return x == y; }, a, b);
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
  return each([](auto part) { return bits(part); }, x);
}
template <typename T>
[[gnu::always_inline]] inline auto unsigned_bits(const Twice<T>& x) {
  return each([](auto part) { return unsigned_bits(part); }, x);
}
template <typename T>
[[gnu::always_inline]] inline auto from_bits(const Twice<T>& x) {
  return each([](auto part) { return from_bits(part); }, x);
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
template <typename M>
[[gnu::always_inline]] inline bool all(const Twice<M>& mask) {
  return all(mask.low & mask.high);
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
template <typename T>
[[gnu::always_inline]] inline void load(Twice<T>& to, const auto* from) {
  load(to.low, from);
  load(to.high, from + sizeof(T) / sizeof *from);
}
template <typename T>
[[gnu::always_inline]] inline void store(double* to, const Twice<T>& value) {
  store(to, value.low);
  store(to + sizeof(T) / sizeof(double), value.high);
}

// --- the vectors that are computed with ------------------------------------------------------------------------------

// A vector wider than the registers would live in memory: without AVX a register holds two doubles.
#if defined(__AVX__)
using f64x4 = Register<4>::F64;
#else
using f64x4 = Twice<Register<2>::F64>;
#endif
#if defined(INBOUNDS_AVX512)
using f64x8 = Register<8>::F64;
#else
using f64x8 = Twice<f64x4>;
#endif

// One register, the widest there is.
#if defined(INBOUNDS_AVX512)
using OneWide = Register<8>::F64;
#elif defined(__AVX__)
using OneWide = Register<4>::F64;
#else
using OneWide = Register<2>::F64;
#endif
inline constexpr std::size_t lanes_of_one = sizeof(OneWide) / sizeof(double);

template <typename V>
[[gnu::always_inline]] inline V load(const auto* from) {
  V vector;
  load(vector, from);
  return vector;
}

// Random words for as many lanes.
using u64x4 = decltype(unsigned_bits(f64x4{}));
using u64x8 = decltype(unsigned_bits(f64x8{}));

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

// Whether every one of many comparisons holds in every lane. Doubles keep count: of a mask that lives from one step to
// the next GCC makes branches lane by lane where only SSE2 is sure.
template <typename V>
class AllOf {
 public:
  template <typename M>
  [[gnu::always_inline]] void operator&=(const M& mask) {
    held_ = select(mask, held_, all_lanes<V>(0.0));
  }
  [[gnu::always_inline]] bool hold() const { return all(held_ == 1.0); }

 private:
  V held_ = all_lanes<V>(1.0);
};

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

// From 2^51 on every double is taken for an integer (halves up to 2^52 are not worth a step more), as are inf and NaN.
template <typename V>
[[gnu::always_inline]] inline V floor(V x) {
  return select(abs(x) < 0x1p51, floor_bounded(x), x);
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
