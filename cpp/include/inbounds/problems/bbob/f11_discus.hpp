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

  void operator()(const Tile& tile, f64x4* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      const f64x4* x = tile.y + v * tile.stride;
      const f64x4 first = oscillate(x[0]);
      value[v] = 1e6 * first * first + sum_over(x + 1, tile.dimension - 1, [](f64x4 x, std::size_t) {
                   const f64x4 z = oscillate(x);
                   return z * z;
                 });
    }
  }

  LinearMap map;
};

}  // namespace inbounds::problems::bbob
