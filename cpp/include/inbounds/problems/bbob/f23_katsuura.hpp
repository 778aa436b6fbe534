// f23, Katsuura: continuous everywhere, differentiable nowhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/near_zero.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Katsuura {
  static constexpr FunctionInfo info{.number = 23, .name = "Katsuura", .label = "Katsuura", .group = 5};
  static double penalty(std::size_t) { return 1.0; }

  explicit Katsuura(Instance& instance)
      : map(instance.conditioned_rotation(10.0)),
        exponent(10.0 / std::pow(static_cast<double>(instance.dimension), 1.2)),
        factor(10.0 / static_cast<double>(instance.dimension) / static_cast<double>(instance.dimension)) {}

  // 10/n² (Π (1 + (j+1) r_j)^exponent - 1). The product minus one is carried, so that it is exact near the optimum,
  // and folded into a logarithm before it can overflow.
  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* z = tile.y + g * tile.stride;
      std::size_t k = 0;
      for (; k + together <= tile.dimension; k += together) roughen<together>(z + k);
      for (; k < tile.dimension; ++k) roughen<1>(z + k);
      Lanes log_product{};
      Lanes product{};  // minus one
      for (std::size_t j = 0; j < tile.dimension; ++j) {
        const Lanes a = static_cast<double>(j + 1) * z[j];
        product += a + product * a;
        if (j % 32 == 31) {
          log_product += log1p(product);
          product = Lanes{};
        }
      }
      log_product += log1p(product);
      value[g] = factor * expm1(exponent * log_product);
    }
  }

  LinearMap map;
  double exponent;
  double factor;

 private:
  // Σ_{k=1..32} |2^k z - round(2^k z)| / 2^k of each of Count coordinates. The distance d_k of 2^k z to its integer
  // gives the next as the tent min(2d, 1 - 2d); kept divided by 2^k, every step but the sum is exact. Several at once,
  // for the steps are a chain.
  template <std::size_t Count>
  [[gnu::always_inline]] static void roughen(Lanes* z) {
    Lanes distance[Count], sum[Count] = {};
    for (std::size_t c = 0; c < Count; ++c) distance[c] = simd::abs(z[c] - simd::round_bounded(z[c]));
    const auto step = [&](double period) __attribute__((always_inline)) {
      for (std::size_t c = 0; c < Count; ++c) {
        distance[c] = simd::min(distance[c], period - distance[c]);
        sum[c] += distance[c];
      }
    };
    [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
      (step(1.0 / static_cast<double>(std::int64_t{2} << K)), ...);
    }(std::make_integer_sequence<int, 32>{});
    for (std::size_t c = 0; c < Count; ++c) z[c] = sum[c];
  }

  // Coordinates whose distances and sums take half the registers; more than four are no faster.
  static constexpr std::size_t together = std::min<std::size_t>(registers / 4 / registers_each, 4);
};

}  // namespace inbounds::problems::bbob
