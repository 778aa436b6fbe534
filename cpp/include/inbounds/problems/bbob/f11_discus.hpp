// f11, discus: one direction a thousand times more sensitive than all others.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Discus {
  static constexpr FunctionInfo info{
      .number = 11, .name = "Discus", .label = "Discus", .group = 3, .minimum_dimension = 1};

  explicit Discus(Instance& instance) : map(instance.first_rotation()) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* z = tile.z + g * tile.stride;
      oscillate(tile.y + g * tile.stride, z, tile.dimension);
      value[g] = 1e6 * z[0] * z[0] + sum_over(z + 1, tile.dimension - 1, [](Lanes z, std::size_t) { return z * z; });
    }
  }

  LinearMap map;
};

}  // namespace inbounds::problems::bbob
