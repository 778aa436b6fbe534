// f4, Büche–Rastrigin: a skewed f3 whose even coordinates are ten times steeper on the positive side.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/instance.hpp"
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

  void operator()(const Tile& tile, Lanes* value) const {
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* x = tile.y + g * tile.stride;
      oscillate(tile.x + g * tile.stride, x, tile.dimension);
      value[g] = sum_over(x, tile.dimension, [this](Lanes x, std::size_t j) {
        return rastrigin_term(simd::select<Lanes>(x > 0.0, steep[j], scale[j]) * x);
      });
    }
  }

  std::vector<double> scale;
  std::vector<double> steep;  // for positive coordinates
};

}  // namespace inbounds::problems::bbob
