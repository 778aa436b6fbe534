// f6, attractive sector: only one hypercone, 2^-n of the space, has small values.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct AttractiveSector {
  static constexpr FunctionInfo info{
      .number = 6, .name = "AttractiveSector", .label = "Attractive Sector", .group = 2};

  explicit AttractiveSector(Instance& instance)
      : map(instance.conditioned_rotation(std::sqrt(10.0))), optimum(instance.x_opt) {}

  void operator()(const Tile& tile, f64x4* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      const f64x4 sum = sum_over(tile.y + v * tile.stride, tile.dimension, [this](f64x4 z, std::size_t j) {
        const f64x4 weight = optimum[j] * z > 0.0 ? simd::splat(1e4) : simd::splat(1.0);
        return weight * z * z;
      });
      const f64x4 safe = simd::max(oscillate(sum), simd::splat(detail::smallest));
      value[v] = sum > 0.0 ? simd::exp_bounded(0.9 * simd::log_bounded(safe)) : sum;
    }
  }

  LinearMap map;
  std::vector<double> optimum;
};

}  // namespace inbounds::problems::bbob
