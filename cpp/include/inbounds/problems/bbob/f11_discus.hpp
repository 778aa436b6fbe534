// f11, discus: one direction a thousand times more sensitive than all others.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Discus {
  static constexpr FunctionInfo info{.number = 11, .name = "Discus", .label = "Discus", .group = 3, .minimum_dimension = 1};

  explicit Discus(Instance& instance) : map(instance.first_rotation()) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* x = tile.y + g * tile.stride;
      const Lanes first = oscillate(x[0]);
      value[g] = 1e6 * first * first + sum_over(x + 1, tile.dimension - 1, [](Lanes x, std::size_t) {
                   const Lanes z = oscillate(x);
                   return z * z;
                 });
    }
  }

  LinearMap map;
};

}  // namespace inbounds::problems::bbob
