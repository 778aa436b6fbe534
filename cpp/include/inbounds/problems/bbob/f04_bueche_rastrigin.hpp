// f4, Büche–Rastrigin: a skewed f3 whose even coordinates are ten times steeper on the positive side.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct BuecheRastrigin {
  static constexpr FunctionInfo info{.number = 4, .name = "BuecheRastrigin", .label = "Büche–Rastrigin", .group = 1};
  static double penalty(std::size_t) { return 100.0; }

  explicit BuecheRastrigin(Instance& instance) : scale(instance.powers(std::sqrt(10.0))), steep(scale) {
    for (std::size_t j = 0; j < scale.size(); j += 2) {
      steep[j] *= 10.0;
      instance.x_opt[j] = std::fabs(instance.x_opt[j]);
    }
  }

  void operator()(const Tile& tile, f64x4* value) const {
    for (std::size_t v = 0; v < tile.vectors; ++v)
      value[v] = sum_over(tile.x + v * tile.stride, tile.dimension, [this](f64x4 x, std::size_t j) {
        const f64x4 factor = x > 0.0 ? simd::splat(steep[j]) : simd::splat(scale[j]);
        return rastrigin_term(factor * oscillate(x));
      });
  }

  std::vector<double> scale;
  std::vector<double> steep;  // for positive coordinates
};

}  // namespace inbounds::problems::bbob
