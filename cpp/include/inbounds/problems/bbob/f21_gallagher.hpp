// f21, f22, Gallagher: 101 or 21 Gaussian peaks at random places, of random shape.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/near_zero.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

template <std::size_t Peaks>
struct Gallagher {
  static constexpr FunctionInfo info =
      Peaks == 101 ? FunctionInfo{.number = 21, .name = "Gallagher101", .label = "Gallagher's 101 Peaks", .group = 5}
                   : FunctionInfo{.number = 22, .name = "Gallagher21", .label = "Gallagher's 21 Peaks", .group = 5};
  static double penalty(std::size_t) { return 1.0; }

  explicit Gallagher(Instance& instance)
      : Gallagher(instance, instance.second_rotation(), Peaks == 101 ? 10.0 : 9.8, Peaks == 101 ? 5.0 : 4.9,
                  Peaks == 101 ? std::sqrt(1000.0) : 1000.0) {}

  // The largest w exp(-q) is the exponential of the largest log w - q, so one exp does for all peaks.
  void operator()(const Tile& tile, Lanes* value) const {
    const std::size_t n = tile.dimension;
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* y = tile.y + g * tile.stride;
      const Lanes at_optimum = sum_over(y, n, [this](Lanes y, std::size_t j) { return root[j] * y * (root[j] * y); });
      Lanes highest = simd::all_lanes<Lanes>(-1e300);
      for (std::size_t peak = 1; peak < Peaks; ++peak) {
        const double* a = root.data() + peak * n;
        const double* b = centre.data() + peak * n;
        const Lanes q = sum_over(y, n, [a, b](Lanes y, std::size_t j) {
          const Lanes t = a[j] * y - b[j];
          return t * t;
        });
        highest = simd::max(highest, log_height[peak] - q);
      }
      const Lanes others = simd::exp(highest);
      // 10 - 10 exp(-q) of the global peak without cancellation
      const Lanes below = simd::min(-10.0 * expm1(-at_optimum), 10.0 - others);
      const Lanes z = oscillate(below);
      value[g] = z * z;
    }
  }

  LinearMap map;
  std::vector<double> root;    // peaks x n: square roots of the quadratic forms' coefficients over 2n
  std::vector<double> centre;  // peaks x n: the rotated centres, as seen from the optimum, times the root
  std::vector<double> log_height;

 private:
  Gallagher(Instance& instance, const Matrix& rotation, double range, double offset, double first_condition)
      : map(rotation), root(Peaks * rotation.n), centre(Peaks * rotation.n), log_height(Peaks) {
    const std::size_t n = rotation.n;
    const std::vector<double> place = uniform(n * Peaks, instance.seed);
    for (std::size_t j = 0; j < n; ++j) instance.x_opt[j] = (range * place[j] - offset) * (instance.reach / 5.0);

    const std::vector<std::size_t> order = permutation(Peaks - 1, instance.seed);
    for (std::size_t peak = 0; peak < Peaks; ++peak) {
      const double rank = static_cast<double>(peak) - 1.0;
      constexpr double last = static_cast<double>(Peaks) - 2.0;
      log_height[peak] = std::log(peak == 0 ? 10.0 : 1.1 + 8.0 * rank / last);
      const double condition =
          peak == 0 ? first_condition : std::pow(1000.0, static_cast<double>(order[peak - 1]) / last);
      const std::vector<std::size_t> shape = permutation(n, instance.seed + 1000 * static_cast<std::int64_t>(peak));
      for (std::size_t j = 0; j < n; ++j) {
        const double coefficient = std::pow(condition, instance.share(shape[j]) - 0.5);
        root[peak * n + j] = std::sqrt(coefficient / (2.0 * static_cast<double>(n)));
        double rotated = 0.0;
        if (peak > 0)
          for (std::size_t k = 0; k < n; ++k)
            rotated += rotation(j, k) * (range * place[peak * n + k] - offset - instance.x_opt[k]);
        centre[peak * n + j] = root[peak * n + j] * rotated;
      }
    }
  }
};

using Gallagher101 = Gallagher<101>;

}  // namespace inbounds::problems::bbob
