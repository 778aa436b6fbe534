// f21, f22, Gallagher: 101 or 21 Gaussian peaks at random places, of random shape.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
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

  // The largest w exp(-q) is the exponential of the largest log w - q, so one exp does for all peaks. Each peak's
  // steepest coordinates alone bound it from above, and most peaks are then known to be lower than one that is
  // finished.
  void operator()(const Tile& tile, Lanes* value) const {
    const std::size_t n = tile.dimension, some = std::min(n, std::max<std::size_t>(8, n / 4));
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* y = tile.y + g * tile.stride;
      const Lanes at_optimum = sum_over(y, n, [this](Lanes y, std::size_t j) { return root[j] * y * (root[j] * y); });
      Lanes bound[Peaks], most_promising = simd::all_lanes<Lanes>(-1e300);
      for (std::size_t peak = 1; peak < Peaks; ++peak) {
        bound[peak] = log_height[peak] - part_of_form(y, peak, 0, some);
        most_promising = simd::max(bound[peak], most_promising);
      }
      // A peak that is lower than the global one does not matter; the margin is far more than rounding.
      Lanes highest = (log_height[0] - 1e-9) - at_optimum;
      const auto finish = [&](std::size_t peak) __attribute__((always_inline)) {
        highest = simd::max(bound[peak] - part_of_form(y, peak, some, n), highest);
        bound[peak] = simd::all_lanes<Lanes>(-1e300);
      };
      for (std::size_t peak = 1; peak < Peaks; ++peak)
        if (!simd::all(bound[peak] < most_promising)) finish(peak);
      for (std::size_t peak = 1; peak < Peaks; ++peak)
        if (!simd::all(bound[peak] < highest)) finish(peak);
      const Lanes others = simd::exp(highest);
      // 10 - 10 exp(-q) of the global peak without cancellation
      const Lanes below = simd::min(-10.0 * expm1(-at_optimum), 10.0 - others);
      const Lanes z = oscillate(below);
      value[g] = z * z;
    }
  }

  LinearMap map;
  std::vector<double> root;    // peaks x n: square roots of the quadratic forms' coefficients over 2n, largest first
  std::vector<double> centre;  // peaks x n: the rotated centres, as seen from the optimum, times the root
  std::vector<std::uint32_t> coordinate;  // peaks x n: where each of them belongs
  std::vector<double> log_height;

 private:
  // Σ (root y - centre)² over the coordinates from … to of a peak's own order.
  [[gnu::always_inline]] Lanes part_of_form(const Lanes* y, std::size_t peak, std::size_t from, std::size_t to) const {
    const std::size_t n = map.size();
    const double *a = root.data() + peak * n, *b = centre.data() + peak * n;
    const std::uint32_t* where = coordinate.data() + peak * n;
    const auto square = [=](std::size_t k) __attribute__((always_inline)) {
      const Lanes t = a[k] * y[where[k]] - b[k];
      return t * t;
    };
    Lanes even{}, odd{};
    std::size_t k = from;
    for (; k + 1 < to; k += 2) {
      even += square(k);
      odd += square(k + 1);
    }
    if (k < to) even += square(k);
    return even + odd;
  }

  Gallagher(Instance& instance, const Matrix& rotation, double range, double offset, double first_condition)
      : map(rotation),
        root(Peaks * rotation.n),
        centre(Peaks * rotation.n),
        coordinate(Peaks * rotation.n),
        log_height(Peaks) {
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
      const std::span where(coordinate.data() + peak * n, n);
      std::iota(where.begin(), where.end(), 0u);
      if (peak > 0)  // the global peak is summed as it stands
        std::sort(where.begin(), where.end(), [&](auto i, auto j) { return shape[i] > shape[j]; });
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t j = where[k];
        const double coefficient = std::pow(condition, instance.share(shape[j]) - 0.5);
        root[peak * n + k] = std::sqrt(coefficient / (2.0 * static_cast<double>(n)));
        double rotated = 0.0;
        if (peak > 0)
          for (std::size_t i = 0; i < n; ++i)
            rotated += rotation(j, i) * (range * place[peak * n + i] - offset - instance.x_opt[i]);
        centre[peak * n + k] = root[peak * n + k] * rotated;
      }
    }
  }
};

using Gallagher101 = Gallagher<101>;

}  // namespace inbounds::problems::bbob
