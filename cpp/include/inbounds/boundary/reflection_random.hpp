// Puts each bad coordinate anywhere between the crossed bound and where reflection would put it.
#pragma once

#include "inbounds/boundary/one_by_one.hpp"

namespace inbounds {

struct ReflectionRandom {
  static constexpr OperatorInfo info{
      .name = "reflection-random",
      .label = "Reflection Random",
      .cite = "minion2025",
      .formula =
          R"(v_j \leftarrow \begin{cases} \mathcal{U}(l_j, \min(2l_j - v_j, u_j)) & v_j < l_j \\ \mathcal{U}(\max(2u_j - v_j, l_j), u_j) & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate anywhere between the crossed bound and its mirror image, cut to the box.",
      .kind = Kind::repair,
      .needs = Needs::random};

  static void repair(double* donor, const BoundaryContext& at) {
    replace_outside(donor, at, [&](double value, double low, double high, std::size_t) {
      const double width = high - low, beyond = value < low ? low - value : value - high;
      const double step = at.random.uniform() * (beyond < width ? beyond : width);
      return value < low ? low + step : high - step;
    });
  }
};

}  // namespace inbounds
