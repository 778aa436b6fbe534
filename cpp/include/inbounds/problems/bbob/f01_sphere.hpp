// f1, sphere: Σ z_i², the easiest continuous problem.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Sphere {
  static constexpr FunctionInfo info{.number = 1, .name = "Sphere", .label = "Sphere", .group = 1, .minimum_dimension = 1};

  explicit Sphere(Instance&) {}

  void operator()(const Tile& tile, f64x4* value) const {
    for (std::size_t v = 0; v < tile.vectors; ++v)
      value[v] = sum_over(tile.x + v * tile.stride, tile.dimension, [](f64x4 x, std::size_t) { return x * x; });
  }
};

}  // namespace inbounds::problems::bbob
