// f3, separable Rastrigin: 10^n regular local optima, made irregular and asymmetric.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

// 10 (1 - cos 2πz) + z², without the cancellation of the cosine near its top.
[[gnu::always_inline]] inline Lanes rastrigin_term(Lanes z) { return 20.0 * simd::sin_half_turns_squared(z) + z * z; }

// beta i/(n-1), the exponent of T_asy in each coordinate
inline std::vector<double> asymmetry(const Instance& instance, double beta) {
  std::vector<double> shares(instance.dimension);
  for (std::size_t j = 0; j < shares.size(); ++j) shares[j] = beta * instance.share(j);
  return shares;
}

struct Rastrigin {
  static constexpr FunctionInfo info{.number = 3, .name = "Rastrigin", .label = "Separable Rastrigin", .group = 1};

  explicit Rastrigin(Instance& instance) : beta(asymmetry(instance, 0.2)), scale(instance.powers(std::sqrt(10.0))) {}

  void operator()(const Tile& tile, Lanes* value) const {
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const std::size_t at = g * tile.stride;
      oscillate_asymmetric(tile.x + at, tile.y + at, tile.z + at, beta.data(), tile.dimension);
      value[g] = sum_over(tile.x + at, tile.dimension,
                          [this](Lanes x, std::size_t j) { return rastrigin_term(scale[j] * x); });
    }
  }

  std::vector<double> beta;
  std::vector<double> scale;
};

}  // namespace inbounds::problems::bbob
