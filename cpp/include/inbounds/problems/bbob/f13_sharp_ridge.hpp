// f13, sharp ridge: a non-differentiable ridge that does not get smoother when approached.
#pragma once

#include <cmath>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct SharpRidge {
  static constexpr FunctionInfo info{.number = 13, .name = "SharpRidge", .label = "Sharp Ridge", .group = 3};

  // Above 40 dimensions IOHexperimenter lets n/40 coordinates run along the ridge; BBOB itself ends at 40.
  explicit SharpRidge(Instance& instance)
      : map(instance.conditioned_rotation(std::sqrt(10.0))), along((instance.dimension + 39) / 40) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    const auto square = [](Lanes z, std::size_t) { return z * z; };
    const double count = static_cast<double>(along);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* z = tile.y + g * tile.stride;
      const Lanes across = sum_over(z + along, tile.dimension - along, square);
      value[g] = sum_over(z, along, square) / count + 100.0 * simd::sqrt(across / count);
    }
  }

  LinearMap map;
  std::size_t along;
};

}  // namespace inbounds::problems::bbob
