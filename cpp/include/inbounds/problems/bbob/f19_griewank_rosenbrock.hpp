// f19, composite Griewank–Rosenbrock: f8 seen through a cosine.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f09_rosenbrock_rotated.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct GriewankRosenbrock {
  static constexpr FunctionInfo info{
      .number = 19, .name = "GriewankRosenbrock", .label = "Griewank–Rosenbrock", .group = 4};

  explicit GriewankRosenbrock(Instance& instance) : rotated(instance) {}

  // 10 + 10/(n-1) Σ (s/4000 - cos s) = 10/(n-1) Σ (s/4000 + 2 sin²(s/2))
  void operator()(const Tile& tile, Lanes* value) const {
    rotated.map.apply(tile, tile.x, tile.y);
    const double factor = 10.0 / static_cast<double>(tile.dimension - 1);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* u = tile.y + g * tile.stride;
      value[g] = factor * sum_over(u, tile.dimension - 1, [u](Lanes here, std::size_t j) {
                   const Lanes s = rosenbrock_term(here, u[j + 1]);
                   return s / 4000.0 + 2.0 * simd::sin_half_turns_squared(0.15915494309189535 * s);  // 1/(2 pi)
                 });
    }
  }

  RosenbrockRotated rotated;
};

}  // namespace inbounds::problems::bbob
