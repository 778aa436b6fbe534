// f17, f18, Schaffers F7 with condition 10 and 1000: the ripples change in height and frequency.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

template <int Condition>
struct Schaffers {
  static constexpr FunctionInfo info =
      Condition == 10
          ? FunctionInfo{.number = 17, .name = "Schaffers10", .label = "Schaffers F7", .group = 4}
          : FunctionInfo{.number = 18, .name = "Schaffers1000", .label = "Schaffers F7, ill-conditioned", .group = 4};
  static double penalty(std::size_t) { return 10.0; }

  explicit Schaffers(Instance& instance)
      : first(instance.first_rotation()),
        second(scaled_rows(instance.powers(std::sqrt(static_cast<double>(Condition))), instance.second_rotation())),
        beta(asymmetry(instance, 0.5)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    first.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const std::size_t at = g * tile.stride;
      asymmetric(tile.y + at, tile.z + at, beta.data(), tile.dimension);
    }
    second.apply(tile, tile.y, tile.z);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const std::size_t at = g * tile.stride;
      const Lanes mean =
          ripples(tile.z + at, tile.x + at, tile.dimension - 1) / static_cast<double>(tile.dimension - 1);
      value[g] = mean * mean;
    }
  }

  LinearMap first;
  LinearMap second;
  std::vector<double> beta;

 private:
  // Σ s^(1/4) (1 + sin²(50 s^(1/10))) over s = z_j² + z_{j+1}², both powers from one: a = s^(1/20).
  static Lanes ripples(const Lanes* z, Lanes* work, std::size_t pairs) {
    for (std::size_t j = 0; j < pairs; ++j)
      work[j] = detail::quick_log(simd::max(z[j] * z[j] + z[j + 1] * z[j + 1], detail::smallest));
    for (std::size_t j = 0; j < pairs; ++j)
      work[j] = simd::select(work[j] > log_smallest, simd::exp_bounded(0.05 * work[j]), Lanes{});
    return sum_over(work, pairs, [](Lanes a, std::size_t) {
      const Lanes tenth = a * a;
      const Lanes wave = simd::sin_half_turns_squared(15.915494309189533 * tenth);  // 50/pi half turns
      const Lanes quarter = tenth * tenth * a;
      return quarter + quarter * wave;
    });
  }

  static constexpr double log_smallest = -708.3;  // a sum of squares this small is taken for zero
};

using Schaffers10 = Schaffers<10>;

}  // namespace inbounds::problems::bbob
