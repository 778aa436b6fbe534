// f8, Rosenbrock: a bent valley that must be followed, unrotated.
#pragma once

#include <algorithm>
#include <cmath>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

// With z = 1 + u: 100 (z_i² - z_{i+1})² + (z_i - 1)², written in the distance u from the optimum.
[[gnu::always_inline]] inline Lanes rosenbrock_term(Lanes u, Lanes next) {
  const Lanes bend = u * (2.0 + u) - next;
  return 100.0 * (bend * bend) + u * u;
}

inline double rosenbrock_scale(std::size_t dimension) {
  return std::max(1.0, std::sqrt(static_cast<double>(dimension)) / 8.0);
}

struct Rosenbrock {
  static constexpr FunctionInfo info{.number = 8, .name = "Rosenbrock", .label = "Rosenbrock", .group = 2};

  explicit Rosenbrock(Instance& instance) : scale(rosenbrock_scale(instance.dimension)) {
    for (double& x : instance.x_opt) x *= 0.75;
  }

  void operator()(const Tile& tile, Lanes* value) const {
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* x = tile.x + g * tile.stride;
      value[g] = sum_over(x, tile.dimension - 1, [this, x](Lanes here, std::size_t j) {
        return rosenbrock_term(scale * here, scale * x[j + 1]);
      });
    }
  }

  double scale;
};

}  // namespace inbounds::problems::bbob
