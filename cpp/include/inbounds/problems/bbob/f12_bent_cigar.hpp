// f12, bent cigar: a narrow, curved ridge.
#pragma once

#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/bbob/transforms.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct BentCigar {
  static constexpr FunctionInfo info{.number = 12, .name = "BentCigar", .label = "Bent Cigar", .group = 3};

  explicit BentCigar(Instance& instance) : map(instance.first_rotation()), beta(asymmetry(instance, 0.5)) {}

  void operator()(const Tile& tile, Lanes* value) const {
    map.apply(tile, tile.x, tile.y);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const std::size_t at = g * tile.stride;
      asymmetric(tile.y + at, tile.z + at, beta.data(), tile.dimension);
    }
    map.apply(tile, tile.y, tile.z);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* z = tile.z + g * tile.stride;
      value[g] = z[0] * z[0] + 1e6 * sum_over(z + 1, tile.dimension - 1, [](Lanes z, std::size_t) { return z * z; });
    }
  }

  LinearMap map;
  std::vector<double> beta;
};

}  // namespace inbounds::problems::bbob
