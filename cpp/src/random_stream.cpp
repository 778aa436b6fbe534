#include "inbounds/random_stream.hpp"

#include <cstring>

#include "inbounds/simd_math.hpp"

namespace inbounds {

namespace {
using Words = std::uint64_t __attribute__((vector_size(RandomStream::lanes * sizeof(std::uint64_t))));

Words rotated(Words word, int by) { return (word << by) | (word >> (64 - by)); }
}  // namespace

void RandomStream::refill() {
  block_start_ = words_;
  Words s[4];
  for (std::size_t part = 0; part < 4; ++part)
    for (std::size_t lane = 0; lane < lanes; ++lane) s[part][lane] = words_[part * lanes + lane];
  for (std::size_t k = 0; k < block; k += lanes) {
    const Words result = rotated(s[0] + s[3], 23) + s[0];
    const Words shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    std::memcpy(buffer_ + k, &result, sizeof result);
  }
  for (std::size_t part = 0; part < 4; ++part)
    for (std::size_t lane = 0; lane < lanes; ++lane) words_[part * lanes + lane] = s[part][lane];
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
    const simd::f64x4 half_turns = 2.0 * simd::load(uniforms);
    const simd::f64x4 radius = simd::sqrt(-2.0 * simd::log(1.0 - simd::load(uniforms + 4)));
    simd::store(results, radius * simd::sin_half_turns(half_turns + 0.5));
    simd::store(results + 4, radius * simd::sin_half_turns(half_turns));
  });
}

void RandomStream::fill_cauchy(double* out, std::size_t count) {
  fill_in_pieces(*this, out, count, [](const double* uniforms, double* results) {
    for (std::size_t k = 0; k < piece; k += simd::width) {
      const simd::f64x4 u = simd::load(uniforms + k);  // tan(pi (u - 1/2))
      simd::store(results + k, simd::sin_half_turns(u - 0.5) / simd::sin_half_turns(u));
    }
  });
}

}  // namespace inbounds
