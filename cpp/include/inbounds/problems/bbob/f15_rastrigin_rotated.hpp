// f15, rotated Rastrigin: f3 without separability.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct RastriginRotated {
  static constexpr FunctionInfo info{
      .number = 15, .name = "RastriginRotated", .label = "Rotated Rastrigin", .group = 4};

  explicit RastriginRotated(Instance& instance)
      : first(instance.first_rotation()),
        second(instance.conditioned_rotation(std::sqrt(10.0))),
        beta(asymmetry(instance, 0.2)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    first.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const std::size_t at = g * tile.stride;
      oscillate_asymmetric(tile.y + at, tile.x + at, tile.z + at, beta.data(), tile.dimension);
    }
    second.apply(tile, tile.y, tile.z);
    for (std::size_t g = 0; g < tile.groups; ++g)
      value[g] =
          sum_over(tile.z + g * tile.stride, tile.dimension, [](Lanes z, std::size_t) { return rastrigin_term(z); });
  }

  LinearMap first;
  LinearMap second;
  std::vector<double> beta;
};

}  // namespace inbounds::problems::bbob
