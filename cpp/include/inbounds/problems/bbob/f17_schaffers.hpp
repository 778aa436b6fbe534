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

  void operator()(const Tile& tile, Lanes* value) const {
    first.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* x = tile.y + g * tile.stride;
      for (std::size_t j = 0; j < tile.dimension; ++j) x[j] = asymmetric(x[j], beta[j]);
    }
    second.apply(tile, tile.y, tile.z);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* z = tile.z + g * tile.stride;
      const Lanes mean = sum_over(z, tile.dimension - 1,
                                  [z](Lanes here, std::size_t j) { return ripple(here * here + z[j + 1] * z[j + 1]); }) /
                         static_cast<double>(tile.dimension - 1);
      value[g] = mean * mean;
    }
  }

  LinearMap first;
  LinearMap second;
  std::vector<double> beta;

 private:
  // s^(1/4) (1 + sin²(50 s^(1/10))), both powers from one: a = s^(1/20).
  [[gnu::always_inline]] static Lanes ripple(Lanes s) {
    const Lanes a = simd::exp_bounded(0.05 * simd::log_bounded(simd::max(s, detail::smallest)));
    const Lanes tenth = a * a;
    const Lanes wave = simd::sin_half_turns_squared(15.915494309189533 * tenth);  // 50/pi half turns
    const Lanes quarter = tenth * tenth * a;
    return simd::select(s > 0.0, quarter + quarter * wave, s);
  }
};

}  // namespace inbounds::problems::bbob
