// f24, Lunacek bi-Rastrigin: two funnels under the ripples of Rastrigin, the wider one the wrong one.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct LunacekBiRastrigin {
  static constexpr FunctionInfo info{
      .number = 24, .name = "LunacekBiRastrigin", .label = "Lunacek bi-Rastrigin", .group = 5};
  static double penalty(std::size_t) { return 1e4; }

  explicit LunacekBiRastrigin(Instance& instance) : LunacekBiRastrigin(instance, instance.conditioned_rotation(10.0)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    const auto n = static_cast<double>(tile.dimension);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* x = tile.x + g * tile.stride;
      const Lanes first = sum_over(x, tile.dimension, [](Lanes x, std::size_t) { return 4.0 * (x * x); });
      const Lanes second = sum_over(x, tile.dimension, [this](Lanes x, std::size_t j) {
        const Lanes distance = sign[j] * x + gap;
        return distance * distance;
      });
      const Lanes ripples = sum_over(tile.y + g * tile.stride, tile.dimension,
                                     [](Lanes z, std::size_t) { return simd::sin_half_turns_squared(z); });
      value[g] = simd::min(first, n + depth * second) + 20.0 * ripples;
    }
  }

  std::vector<double> sign;  // ±2: how x enters both funnels
  LinearMap map;
  double depth = 0.0;
  double gap = 0.0;  // from the second funnel's centre to the first's

 private:
  LunacekBiRastrigin(Instance& instance, Matrix matrix) : map(flip_columns(instance, matrix, sign)) {
    constexpr double mu = 2.5;
    depth = 1.0 - 0.5 / (std::sqrt(static_cast<double>(instance.dimension) + 20.0) - 4.1);
    gap = mu + std::sqrt((mu * mu - 1.0) / depth);
    for (std::size_t j = 0; j < sign.size(); ++j) instance.x_opt[j] = sign[j] * 0.25 * mu;
  }

  static Matrix flip_columns(const Instance& instance, Matrix& matrix, std::vector<double>& sign) {
    for (double draw : normal(instance.dimension, instance.seed)) sign.push_back(draw < 0.0 ? -2.0 : 2.0);
    for (std::size_t i = 0; i < matrix.n; ++i)
      for (std::size_t j = 0; j < matrix.n; ++j) matrix(i, j) *= sign[j];
    return matrix;
  }
};

}  // namespace inbounds::problems::bbob
