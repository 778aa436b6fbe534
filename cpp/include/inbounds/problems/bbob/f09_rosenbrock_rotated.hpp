// f9, rotated Rosenbrock: the bent valley of f8 in no axis.
#pragma once

#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f08_rosenbrock.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct RosenbrockRotated {
  static constexpr FunctionInfo info{
      .number = 9, .name = "RosenbrockRotated", .label = "Rotated Rosenbrock", .group = 2};

  explicit RosenbrockRotated(Instance& instance) : RosenbrockRotated(instance, instance.second_rotation()) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* u = tile.y + g * tile.stride;
      value[g] =
          sum_over(u, tile.dimension - 1, [u](Lanes here, std::size_t j) { return rosenbrock_term(here, u[j + 1]); });
    }
  }

  LinearMap map;

 private:
  RosenbrockRotated(Instance& instance, const Matrix& rotation)
      : map(scaled_rows(std::vector<double>(rotation.n, rosenbrock_scale(rotation.n)), rotation)) {
    instance.x_opt = half_preimage(rotation, rosenbrock_scale(rotation.n));
  }
};

}  // namespace inbounds::problems::bbob
