// Puts each bad coordinate anywhere between the crossed bound and the target.
#pragma once

#include "inbounds/boundary/one_by_one.hpp"

namespace inbounds {

struct RandTarget {
  static constexpr OperatorInfo info{
      .name = "rand-target",
      .label = "Rand Target",
      .cite = "price2005",
      .formula =
          R"(v_j \leftarrow \begin{cases} \mathcal{U}(l_j, t_j) & v_j < l_j \\ \mathcal{U}(t_j, u_j) & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate anywhere between the crossed bound and the target.",
      .kind = Kind::repair,
      .needs = Needs::target | Needs::random};

  static void repair(double* donor, const BoundaryContext& at) {
    replace_outside(donor, at, [&](double value, double low, double high, std::size_t j) {
      const double bound = value < low ? low : high;
      return bound + at.random.uniform() * (at.target[j] - bound);
    });
  }
};

}  // namespace inbounds
