// f7, step ellipsoid: plateaus everywhere, almost no gradient.
#pragma once

#include <cmath>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct StepEllipsoid {
  static constexpr FunctionInfo info{.number = 7, .name = "StepEllipsoid", .label = "Step Ellipsoid", .group = 2};
  static double penalty(std::size_t) { return 1.0; }

  explicit StepEllipsoid(Instance& instance)
      : first(scaled_rows(instance.powers(std::sqrt(10.0)), instance.second_rotation())),
        second(scaled_rows(instance.powers(10.0), instance.first_rotation())) {}

  void operator()(const Tile& tile, Lanes* value) const {
    first.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* z = tile.y + g * tile.stride;
      value[g] = 1e-4 * simd::abs(z[0]);
      for (std::size_t j = 0; j < tile.stride; ++j) {
        const auto coarse = simd::abs(z[j]) > 0.5;
        const Lanes steps = simd::floor_bounded(simd::select(coarse, z[j], 10.0 * z[j]) + 0.5);
        z[j] = simd::select(coarse, steps, steps / 10.0);
      }
    }
    second.apply(tile, tile.y, tile.z);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes sum = sum_over(tile.z + g * tile.stride, tile.dimension, [](Lanes z, std::size_t) { return z * z; });
      value[g] = 0.1 * simd::max(value[g], sum);
    }
  }

  LinearMap first;
  LinearMap second;  // its rows carry the condition: 100^(i/(n-1)) z² = (10^(i/(n-1)) z)²
};

}  // namespace inbounds::problems::bbob
