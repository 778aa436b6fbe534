// Each coordinate comes from the donor with probability Cr, one of them always.
#pragma once

#include <bit>
#include <cmath>

#include "inbounds/crossover/crossover_context.hpp"
#include "inbounds/simd.hpp"

namespace inbounds {

struct Binomial {
  static constexpr OperatorInfo info{
      .name = "binomial",
      .label = "Binomial",
      .cite = "storn1997",
      .formula =
          R"(u_j = \begin{cases} v_j & U_j < Cr_i \text{ or } j = j_\text{rand} \\ x_{i,j} & \text{otherwise} \end{cases})",
      .summary = "Each coordinate comes from the donor with probability Cr, one of them always.",
      .needs = Needs::random};

  static void cross(double* trial, const double* target, double rate, const CrossoverContext& at) {
    const std::size_t certain = at.random.below(at.width);
    const double kept = trial[certain];
    // Half a random word decides on a coordinate: 32 bits, compared as the doubles 2^52 + bits, which every processor
    // can.
    const double threshold = 0x1p52 + std::floor(rate * 0x1p32);
    constexpr std::uint64_t whole = std::bit_cast<std::uint64_t>(0x1p52);
    constexpr std::size_t lanes = 4, most = RandomStream::block;
    for (std::size_t from = 0; from < at.stride; from += 2 * most) {
      const std::size_t end = std::min(at.stride, from + 2 * most);
      const std::uint64_t* words = at.random.words((end - from) / 2);
      for (std::size_t j = from; j < end; j += 2 * lanes, words += lanes) {
        const auto drawn = simd::load<simd::u64x4>(words);
        mix(trial + j, target + j, simd::from_bits((drawn & 0xffffffffu) | whole) < threshold);
        mix(trial + j + lanes, target + j + lanes, simd::from_bits((drawn >> 32) | whole) < threshold);
      }
    }
    trial[certain] = kept;
  }

 private:
  static void mix(double* trial, const double* target, const auto& from_donor) {
    using Four = simd::f64x4;
    simd::store(trial, simd::select(from_donor, simd::load<Four>(trial), simd::load<Four>(target)));
  }
};

}  // namespace inbounds
