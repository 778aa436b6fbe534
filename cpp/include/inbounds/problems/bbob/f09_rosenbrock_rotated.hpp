// f9, rotated Rosenbrock: the bent valley of f8 in no axis.
#pragma once

#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f08_rosenbrock.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

// The point x that the scaled rotation sends to (1/2, …, 1/2), which the functions shift to (1, …, 1). A rotation
// from Gram–Schmidt is orthogonal to rounding only, so its transpose is a first guess that is improved once.
inline std::vector<double> half_preimage(const Matrix& rotation, double scale) {
  const std::size_t n = rotation.n;
  std::vector<double> point(n, 0.0);
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<long double> miss(n);
    for (std::size_t i = 0; i < n; ++i) {
      miss[i] = 0.5L / scale;
      for (std::size_t j = 0; j < n; ++j) miss[i] -= static_cast<long double>(rotation(i, j)) * point[j];
    }
    for (std::size_t j = 0; j < n; ++j) {
      long double step = 0.0L;
      for (std::size_t i = 0; i < n; ++i) step += rotation(i, j) * miss[i];
      point[j] = static_cast<double>(point[j] + step);
    }
  }
  return point;
}

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
