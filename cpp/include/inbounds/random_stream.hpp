// One run's own stream of random numbers: four interleaved xoshiro256++ generators (Blackman & Vigna 2021) that fill
// a block at a time, seeded from (seed, run), so that results depend on nothing else.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

namespace inbounds {

class RandomStream {
 public:
  static constexpr std::size_t lanes = 4, block = 512;
  using State = std::array<std::uint64_t, 4 * lanes + 1>;  // the generators before the current block, and the place in it

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
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(word()) * bound) >> 64);
  }

  double normal() { return std::sqrt(-2.0 * std::log(1.0 - uniform())) * std::cos(2.0 * std::numbers::pi * uniform()); }

  double cauchy() { return std::tan(std::numbers::pi * (uniform() - 0.5)); }

  void fill_uniform(double* out, std::size_t count) {
    take(count, [&](std::size_t at, const std::uint64_t* words, std::size_t some) {
      for (std::size_t k = 0; k < some; ++k) out[at + k] = as_uniform(words[k]);
    });
  }

  // Hands out `count` random words as contiguous pieces: use(offset, words, how many).
  template <class Use>
  void take(std::size_t count, Use&& use) {
    for (std::size_t at = 0; at < count;) {
      if (position_ == block) refill();
      const std::size_t some = std::min(count - at, block - position_);
      use(at, buffer_ + position_, some);
      position_ += some;
      at += some;
    }
  }

  State state() const {
    State saved;
    std::copy(block_start_.begin(), block_start_.end(), saved.begin());
    saved.back() = position_;
    return saved;
  }

  void restore(const State& saved) {
    std::copy_n(saved.begin(), words_.size(), words_.begin());
    refill();
    position_ = saved.back();
  }

 private:
  static double as_uniform(std::uint64_t word) { return static_cast<double>(static_cast<std::int64_t>(word >> 11)) * 0x1p-53; }

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
