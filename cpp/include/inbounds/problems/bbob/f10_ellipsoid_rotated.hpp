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
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* z = tile.z + g * tile.stride;
      oscillate(tile.y + g * tile.stride, z, tile.dimension);
      value[g] = sum_over(z, tile.dimension, [this](Lanes z, std::size_t j) { return weight[j] * z * z; });
    }
  }

  LinearMap map;
  std::vector<double> weight;
};

}  // namespace inbounds::problems::bbob
