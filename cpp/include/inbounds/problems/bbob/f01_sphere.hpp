// f1, sphere: Σ z_i², the easiest continuous problem.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Sphere {
  static constexpr FunctionInfo info{
      .number = 1, .name = "Sphere", .label = "Sphere", .group = 1, .minimum_dimension = 1};

  explicit Sphere(Instance&) {}

  void operator()(const Tile& tile, Lanes* value) const {
    for (std::size_t g = 0; g < tile.groups; ++g)
      value[g] = sum_over(tile.x + g * tile.stride, tile.dimension, [](Lanes x, std::size_t) { return x * x; });
  }
};

}  // namespace inbounds::problems::bbob
