// f2, separable ellipsoid: condition 10^6 after oscillation.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Ellipsoid {
  static constexpr FunctionInfo info{.number = 2, .name = "Ellipsoid", .label = "Separable Ellipsoid", .group = 1};

  explicit Ellipsoid(Instance& instance) : weight(instance.powers(1e6)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* z = tile.y + g * tile.stride;
      oscillate(tile.x + g * tile.stride, z, tile.dimension);
      value[g] = sum_over(z, tile.dimension, [this](Lanes z, std::size_t j) { return weight[j] * z * z; });
    }
  }

  std::vector<double> weight;
};

}  // namespace inbounds::problems::bbob
