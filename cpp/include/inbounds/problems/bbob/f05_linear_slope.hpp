// f5, linear slope: the optimum is a corner of the box, and everything beyond that corner.
#pragma once

#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct LinearSlope {
  static constexpr FunctionInfo info{.number = 5, .name = "LinearSlope", .label = "Linear Slope", .group = 1};

  explicit LinearSlope(Instance& instance) : slope(instance.powers(10.0)) {
    for (std::size_t j = 0; j < slope.size(); ++j) {
      if (instance.x_opt[j] < 0.0) slope[j] = -slope[j];
      instance.x_opt[j] = slope[j] < 0.0 ? -5.0 : 5.0;
    }
  }

  // x is the distance from the corner: slope · x is negative inside, and what lies beyond counts as the corner.
  void operator()(const Tile& tile, Lanes* value) const {
    for (std::size_t g = 0; g < tile.groups; ++g)
      value[g] = sum_over(tile.x + g * tile.stride, tile.dimension,
                          [this](Lanes x, std::size_t j) { return simd::max(-slope[j] * x, 0.0); });
  }

  std::vector<double> slope;
};

}  // namespace inbounds::problems::bbob
