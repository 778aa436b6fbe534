// f9, rotated Rosenbrock: the bent valley of f8 in no axis.
#pragma once

#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/f08_rosenbrock.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

// The point that the scaled rotation sends to (1/2, …, 1/2), which the functions shift to (1, …, 1).
inline std::vector<double> half_preimage(const Matrix& rotation, double scale) {
  std::vector<double> point(rotation.n);
  for (std::size_t i = 0; i < rotation.n; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < rotation.n; ++j) sum += rotation(j, i);
    point[i] = sum / (2.0 * scale);
  }
  return point;
}

struct RosenbrockRotated {
  static constexpr FunctionInfo info{
      .number = 9, .name = "RosenbrockRotated", .label = "Rotated Rosenbrock", .group = 2};

  explicit RosenbrockRotated(Instance& instance) : RosenbrockRotated(instance, instance.second_rotation()) {}

  void operator()(const Tile& tile, f64x4* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      const f64x4* u = tile.y + v * tile.stride;
      value[v] = sum_over(
          u, tile.dimension - 1, [u](f64x4 here, std::size_t j) { return rosenbrock_term(here, u[j + 1]); });
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
