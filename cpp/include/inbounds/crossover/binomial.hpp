// Each coordinate comes from the donor with probability Cr, one of them always.
#pragma once

#include "inbounds/crossover/crossover.hpp"

namespace inbounds {

struct Binomial {
  static constexpr OperatorInfo info{.name = "binomial",
                                     .label = "Binomial",
                                     .cite = "storn1997",
                                     .formula = R"(u_j = \begin{cases} v_j & U_j < Cr_i \text{ or } j = j_\text{rand} \\ x_{i,j} & \text{otherwise} \end{cases})",
                                     .summary = "Each coordinate comes from the donor with probability Cr, one of them always.",
                                     .needs = Needs::random};

  static void cross(double* trial, const double* target, double rate, const Crossover& at) {
    const std::size_t certain = at.random.below(at.width);
    const double kept = trial[certain];
    // A coordinate costs half a random word: 32 bits decide, compared as 64-bit integers so that Cr = 1 fits.
    const auto threshold = static_cast<std::int64_t>(rate * 0x1p32);
    at.random.take(at.stride / 2, [&](std::size_t offset, const std::uint64_t* words, std::size_t some) {
      double* to = trial + 2 * offset;
      const double* from = target + 2 * offset;
      for (std::size_t k = 0; k < some; ++k) {
        const auto low = static_cast<std::int64_t>(words[k] & 0xffffffffu), high = static_cast<std::int64_t>(words[k] >> 32);
        to[2 * k] = low < threshold ? to[2 * k] : from[2 * k];
        to[2 * k + 1] = high < threshold ? to[2 * k + 1] : from[2 * k + 1];
      }
    });
    trial[certain] = kept;
  }
};

}  // namespace inbounds
