// f14, different powers: the exponents grow from 2 to 6, and with them the sensitivity as the optimum nears.
#pragma once

#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct DifferentPowers {
  static constexpr FunctionInfo info{.number = 14, .name = "DifferentPowers", .label = "Different Powers", .group = 3};

  explicit DifferentPowers(Instance& instance) : map(instance.first_rotation()), extra(asymmetry(instance, 4.0)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* z = tile.y + g * tile.stride;
      Lanes* exponent = tile.z + g * tile.stride;
      for (std::size_t j = 0; j < tile.dimension; ++j) {
        const Lanes log_z = detail::quick_log(simd::max(simd::abs(z[j]), detail::smallest));
        exponent[j] = simd::max(simd::min(extra[j] * log_z, 700.0), -700.0);
      }
      value[g] = simd::sqrt(sum_over(exponent, tile.dimension, [z](Lanes exponent, std::size_t j) {
        return z[j] * z[j] * simd::exp_bounded(exponent);
      }));
    }
  }

  LinearMap map;
  std::vector<double> extra;  // |z|^(2 + extra) = z² |z|^extra
};

}  // namespace inbounds::problems::bbob
