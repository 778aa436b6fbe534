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
  static constexpr FunctionInfo info{.number = 6, .name = "AttractiveSector", .label = "Attractive Sector", .group = 2};

  explicit AttractiveSector(Instance& instance)
      : map(instance.conditioned_rotation(std::sqrt(10.0))), optimum(instance.x_opt) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes sum = sum_over(tile.y + g * tile.stride, tile.dimension, [this](Lanes z, std::size_t j) {
        const Lanes weight = simd::select<Lanes>(optimum[j] * z > 0.0, 1e4, 1.0);
        return weight * z * z;
      });
      const Lanes safe = simd::max(oscillate(sum), detail::smallest);
      value[g] = simd::select(sum > 0.0, simd::exp_bounded(0.9 * simd::log_bounded(safe)), sum);
    }
  }

  LinearMap map;
  std::vector<double> optimum;
};

}  // namespace inbounds::problems::bbob
