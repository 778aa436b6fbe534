#include "inbounds/random_stream.hpp"

#include <cstring>

#include "inbounds/simd_math.hpp"

namespace inbounds {

namespace {
using Words = simd::u64x4;
static_assert(sizeof(Words) == RandomStream::lanes * sizeof(std::uint64_t));

Words rotated(Words word, int by) { return (word << by) | (word >> (64 - by)); }
}  // namespace

void RandomStream::refill() {
  block_start_ = words_;
  Words s0, s1, s2, s3;  // four variables, not an array: they stay in registers
  std::memcpy(&s0, &words_[0 * lanes], sizeof s0);
  std::memcpy(&s1, &words_[1 * lanes], sizeof s1);
  std::memcpy(&s2, &words_[2 * lanes], sizeof s2);
  std::memcpy(&s3, &words_[3 * lanes], sizeof s3);
  for (std::size_t k = 0; k < block; k += lanes) {
    const Words result = rotated(s0 + s3, 23) + s0;
    const Words shifted = s1 << 17;
    s2 = s2 ^ s0;
    s3 = s3 ^ s1;
    s1 = s1 ^ s2;
    s0 = s0 ^ s3;
    s2 = s2 ^ shifted;
    s3 = rotated(s3, 45);
    std::memcpy(buffer_ + k, &result, sizeof result);
  }
  std::memcpy(&words_[0 * lanes], &s0, sizeof s0);
  std::memcpy(&words_[1 * lanes], &s1, sizeof s1);
  std::memcpy(&words_[2 * lanes], &s2, sizeof s2);
  std::memcpy(&words_[3 * lanes], &s3, sizeof s3);
  position_ = 0;
}

namespace {
constexpr std::size_t piece = 8;

// Calls make(uniforms, results) for each piece of numbers; the last piece may be cut.
template <class Make>
void fill_in_pieces(RandomStream& random, double* out, std::size_t count, Make&& make) {
  double uniforms[piece], results[piece];
  for (std::size_t at = 0; at < count; at += piece) {
    random.fill_uniform(uniforms, piece);
    make(uniforms, results);
    std::memcpy(out + at, results, std::min(piece, count - at) * sizeof(double));
  }
}
}  // namespace

void RandomStream::fill_normal(double* out, std::size_t count) {
  fill_in_pieces(*this, out, count, [](const double* uniforms, double* results) {  // Box and Muller 1958
    const auto half_turns = 2.0 * simd::load<simd::f64x4>(uniforms);
    const auto radius = simd::sqrt(-2.0 * simd::log(1.0 - simd::load<simd::f64x4>(uniforms + 4)));
    simd::store(results, radius * simd::sin_half_turns(half_turns + 0.5));
    simd::store(results + 4, radius * simd::sin_half_turns(half_turns));
  });
}

void RandomStream::fill_cauchy(double* out, std::size_t count) {
  fill_in_pieces(*this, out, count, [](const double* uniforms, double* results) {
    const auto u = simd::load<simd::f64x8>(uniforms);  // tan(pi (u - 1/2))
    simd::store(results, simd::sin_half_turns(u - 0.5) / simd::sin_half_turns(u));
  });
}

}  // namespace inbounds
