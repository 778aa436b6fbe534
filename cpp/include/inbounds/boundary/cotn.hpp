// Puts each bad coordinate a half-normal step inside the bound it crossed.
#pragma once

#include "inbounds/boundary/one_by_one.hpp"

namespace inbounds {

struct Cotn {
  static constexpr OperatorInfo info{
      .name = "cotn",
      .label = "COTN",
      .cite = "caraffini2019",
      .formula =
          R"(v_j \leftarrow \begin{cases} l_j + \delta\,(u_j - l_j) & v_j < l_j \\ u_j - \delta\,(u_j - l_j) & v_j > u_j \end{cases},\quad \delta = 1 - \bigl|1 - |\mathcal{N}(0, \tfrac13)|\bigr|)",
      .summary =
          "Complete one-tailed normal correction: puts each bad coordinate a half-normal step inside the bound it "
          "crossed; a step past the other bound is mirrored there.",
      .kind = Kind::repair,
      .needs = Needs::random};

  static void repair(double* donor, const BoundaryContext& at) {
    replace_outside(donor, at, [&](double value, double low, double high, std::size_t) {
      const double step = (high - low) * (1.0 - std::abs(1.0 - std::abs(at.random.normal()) / 3.0));
      return value < low ? low + step : high - step;
    });
  }
};

}  // namespace inbounds
