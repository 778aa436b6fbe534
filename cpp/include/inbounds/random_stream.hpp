// One run's own stream of random numbers: four interleaved xoshiro256++ generators (Blackman & Vigna 2021) that fill
// a block at a time, seeded from (seed, run), so that results depend on nothing else.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "inbounds/simd.hpp"

namespace inbounds {

class RandomStream {
 public:
  static constexpr std::size_t lanes = 4, block = 512;
  using State =
      std::array<std::uint64_t, 4 * lanes + 1>;  // the generators before the current block, and the place in it

  RandomStream(std::uint64_t seed, std::uint64_t run) {
    std::uint64_t counter = mixed(seed) ^ (0x9e3779b97f4a7c15ull * (run + 1));
    for (auto& word : words_) word = mixed(counter += 0x9e3779b97f4a7c15ull);
    refill();
  }

  std::uint64_t word() {
    if (position_ == block) refill();
    return buffer_[position_++];
  }

  // In [0, 1), 53 random bits.
  double uniform() { return as_uniform(word()); }

  // Uniform in 0 … bound − 1 (bias below bound / 2^64).
  std::size_t below(std::size_t bound) { return below(word(), bound); }
  static std::size_t below(std::uint64_t word, std::size_t bound) {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(word) * bound) >> 64);
  }

  // The next `count` words, not drawn before `skip`; null where this block has fewer.
  const std::uint64_t* upcoming(std::size_t count) const {
    return block - position_ < count ? nullptr : buffer_ + position_;
  }
  void skip(std::size_t count) { position_ += count; }

  double normal() {  // Marsaglia's polar method
    const auto [a, b] = in_disk();
    const double squares = a * a + b * b;
    return a * std::sqrt(-2.0 * std::log(squares) / squares);
  }

  double cauchy() {  // the slope of a random direction
    const auto [a, b] = in_disk();
    return a / b;
  }

  void fill_uniform(double* out, std::size_t count) {
    for (std::size_t at = 0; at < count;) {
      const std::size_t some = std::min(count - at, block);
      const std::uint64_t* drawn = words(some);
      std::size_t k = 0;
      for (; k + 8 <= some; k += 8) simd::store(out + at + k, as_uniforms(drawn + k));
      for (; k < some; ++k) out[at + k] = as_uniform(drawn[k]);
      at += some;
    }
  }

  // Standard normal and Cauchy numbers, many at once.
  void fill_normal(double* out, std::size_t count);
  void fill_cauchy(double* out, std::size_t count);

  // `count` (at most `block`) words in a row, valid until the next draw; the rest of a block too short for them is
  // passed over.
  const std::uint64_t* words(std::size_t count) {
    if (block - position_ < count) refill();
    const std::uint64_t* drawn = buffer_ + position_;
    position_ += count;
    return drawn;
  }

  State state() const {
    State saved;
    std::copy(block_start_.begin(), block_start_.end(), saved.begin());
    saved.back() = position_;
    return saved;
  }

  // A generator whose words are all zero would stand still.
  static bool sound(const State& saved) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if ((saved[lane] | saved[lanes + lane] | saved[2 * lanes + lane] | saved[3 * lanes + lane]) == 0) return false;
    return saved.back() <= block;
  }

  void restore(const State& saved) {
    std::copy_n(saved.begin(), words_.size(), words_.begin());
    refill();
    position_ = saved.back();
  }

 private:
  static double as_uniform(std::uint64_t word) {
    return static_cast<double>(static_cast<std::int64_t>(word >> 11)) * 0x1p-53;
  }

  // The same of eight words. Few processors convert 64-bit integers as vectors; the halves of the 53 bits are exact as
  // the low bits of 2^52 and 2^84, and so is every step from there.
  [[gnu::always_inline]] static simd::f64x8 as_uniforms(const std::uint64_t* words) {
    const auto drawn = simd::load<simd::u64x8>(words);
    const auto low = simd::from_bits(((drawn >> 11) & 0xffffffffu) | std::bit_cast<std::uint64_t>(0x1p52));
    const auto high = simd::from_bits((drawn >> 43) | std::bit_cast<std::uint64_t>(0x1p84));
    return ((high - (0x1p84 + 0x1p52)) + low) * 0x1p-53;
  }

  std::pair<double, double> in_disk() {
    for (;;) {
      const double a = 2.0 * uniform() - 1.0, b = 2.0 * uniform() - 1.0, squares = a * a + b * b;
      if (squares < 1.0 && squares > 0.0 && b != 0.0) return {a, b};
    }
  }

  static std::uint64_t mixed(std::uint64_t z) {  // splitmix64
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  void refill();

  std::array<std::uint64_t, 4 * lanes> words_{}, block_start_{};
  std::size_t position_ = block;
  alignas(64) std::uint64_t buffer_[block];
};

}  // namespace inbounds
