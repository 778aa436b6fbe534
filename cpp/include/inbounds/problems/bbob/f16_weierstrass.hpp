// f16, Weierstrass: rugged on every scale, the global optimum not unique.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Weierstrass {
  static constexpr FunctionInfo info{.number = 16, .name = "Weierstrass", .label = "Weierstrass", .group = 4};
  static double penalty(std::size_t dimension) { return 10.0 / static_cast<double>(dimension); }

  explicit Weierstrass(Instance& instance)
      : first(instance.first_rotation()), second(instance.conditioned_rotation(0.1)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    first.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes* x = tile.y + g * tile.stride;
      for (std::size_t j = 0; j < tile.dimension; ++j) x[j] = oscillate(x[j]);
    }
    second.apply(tile, tile.y, tile.z);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes mean =
          sum_over(tile.z + g * tile.stride, tile.dimension, [](Lanes z, std::size_t) { return roughness(z); }) /
          static_cast<double>(tile.dimension);
      value[g] = 10.0 * mean * mean * mean;
    }
  }

  LinearMap first;
  LinearMap second;

 private:
  // Σ_{k<12} 2^-k (cos(2π 3^k (z + 1/2)) + 1) = Σ 2^(1-k) sin²(π 3^k z).
  // Each sin² gives the next by the triple angle, s(3t) = s(t) (3 - 4 s(t))² for s = sin²; an error grows ninefold a step near s = 1,
  // so the chain starts afresh half way.
  [[gnu::always_inline]] static Lanes roughness(Lanes z) {
    const Lanes turn = z - simd::round_bounded(z);
    return 2.0 * chain(turn) + (2.0 / 64.0) * chain(729.0 * turn);
  }

  [[gnu::always_inline]] static Lanes chain(Lanes turn) {
    Lanes square = simd::sin_half_turns_squared(turn);
    Lanes sum = square;
    double weight = 0.5;
    for (int k = 1; k < 6; ++k, weight *= 0.5) {
      const Lanes factor = 3.0 - 4.0 * square;
      square *= factor * factor;
      sum += weight * square;
    }
    return sum;
  }
};

}  // namespace inbounds::problems::bbob
