// f10, rotated ellipsoid: condition 10^6 in no axis.
#pragma once

#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct EllipsoidRotated {
  static constexpr FunctionInfo info{
      .number = 10, .name = "EllipsoidRotated", .label = "Rotated Ellipsoid", .group = 3};

  explicit EllipsoidRotated(Instance& instance) : map(instance.first_rotation()), weight(instance.powers(1e6)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g)
      value[g] = sum_over(tile.y + g * tile.stride, tile.dimension, [this](Lanes x, std::size_t j) {
        const Lanes z = oscillate(x);
        return weight[j] * z * z;
      });
  }

  LinearMap map;
  std::vector<double> weight;
};

}  // namespace inbounds::problems::bbob
