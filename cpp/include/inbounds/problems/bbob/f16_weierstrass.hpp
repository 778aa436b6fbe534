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
    for (std::size_t g = 0; g < tile.groups; ++g)
      oscillate(tile.y + g * tile.stride, tile.x + g * tile.stride, tile.dimension);
    second.apply(tile, tile.x, tile.z);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const std::size_t at = g * tile.stride;
      const Lanes mean =
          roughness(tile.z + at, tile.x + at, tile.y + at, tile.dimension) / static_cast<double>(tile.dimension);
      value[g] = 10.0 * mean * mean * mean;
    }
  }

  LinearMap first;
  LinearMap second;

 private:
  // Σ_j Σ_{k<12} 2^-k (cos(2π 3^k (z_j + 1/2)) + 1) = Σ_j Σ_k 2^(1-k) sin²(π 3^k z_j).
  // Each sin² gives the next by the triple angle, s(3t) = s(t) (3 - 4 s(t))² for s = sin²; an error grows ninefold a
  // step near s = 1, so the chain starts afresh half way.
  static Lanes roughness(const Lanes* z, Lanes* first_six, Lanes* last_six, std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) {
      const Lanes turn = z[j] - simd::round_bounded(z[j]);
      first_six[j] = simd::sin_half_turns_squared(turn);
      last_six[j] = simd::sin_half_turns_squared(729.0 * turn);
    }
    return 2.0 * sum_over(first_six, n, [](Lanes s, std::size_t) { return chain(s); }) +
           (2.0 / 64.0) * sum_over(last_six, n, [](Lanes s, std::size_t) { return chain(s); });
  }

  [[gnu::always_inline]] static Lanes chain(Lanes square) {
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
