#include "inbounds/random_stream.hpp"

#include <cstring>

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

}  // namespace inbounds
