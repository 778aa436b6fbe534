// f17, f18, Schaffers F7 with condition 10 and 1000: the ripples change in height and frequency.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

template <int Condition>
struct Schaffers {
  static constexpr FunctionInfo info =
      Condition == 10 ? FunctionInfo{.number = 17, .name = "Schaffers10", .label = "Schaffers F7", .group = 4}
                      : FunctionInfo{.number = 18,
                                     .name = "Schaffers1000",
                                     .label = "Schaffers F7, ill-conditioned",
                                     .group = 4};
  static double penalty(std::size_t) { return 10.0; }

  explicit Schaffers(Instance& instance)
      : first(instance.first_rotation()),
        second(scaled_rows(instance.powers(std::sqrt(static_cast<double>(Condition))), instance.second_rotation())),
        beta(asymmetry(instance, 0.5)) {}

  void operator()(const Tile& tile, f64x4* value) const {
    first.apply(tile, tile.x, tile.y);
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      f64x4* x = tile.y + v * tile.stride;
      for (std::size_t j = 0; j < tile.dimension; ++j) x[j] = asymmetric(x[j], beta[j]);
    }
    second.apply(tile, tile.y, tile.z);
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      const f64x4* z = tile.z + v * tile.stride;
      const f64x4 mean = sum_over(z, tile.dimension - 1,
                                  [z](f64x4 here, std::size_t j) { return ripple(here * here + z[j + 1] * z[j + 1]); }) /
                         static_cast<double>(tile.dimension - 1);
      value[v] = mean * mean;
    }
  }

  LinearMap first;
  LinearMap second;
  std::vector<double> beta;

 private:
  // s^(1/4) (1 + sin²(50 s^(1/10))), both powers from one: a = s^(1/20).
  [[gnu::always_inline]] static f64x4 ripple(f64x4 s) {
    const f64x4 a = simd::exp_bounded(0.05 * simd::log_bounded(simd::max(s, simd::splat(detail::smallest))));
    const f64x4 tenth = a * a;
    const f64x4 wave = simd::sin_half_turns_squared(15.915494309189533 * tenth);  // 50/pi half turns
    const f64x4 quarter = tenth * tenth * a;
    return s > 0.0 ? quarter + quarter * wave : s;
  }
};

}  // namespace inbounds::problems::bbob
