// Puts each bad coordinate between the crossed bound and the middle of the box, exponentially more often close to the
// bound.
#pragma once

#include "inbounds/boundary/one_by_one.hpp"
#include "inbounds/boundary/truncated_exponential.hpp"

namespace inbounds {

struct ExponentialMidpoint {
  static constexpr OperatorInfo info{
      .name = "exponential-midpoint",
      .label = "Exponential Midpoint",
      .cite = "padhye2015",
      .formula =
          R"(v_j \leftarrow \begin{cases} l_j - \ln(1 + r(e^{l_j - a_j} - 1)) & v_j < l_j \\ u_j + \ln(1 + r(e^{a_j - u_j} - 1)) & v_j > u_j \end{cases}\ \text{on the box of unit width},\ a_j = (l_j + u_j)/2,\ r \sim \mathcal{U}(0, 1))",
      .summary =
          "Puts each bad coordinate between the crossed bound and the middle of the box, exponentially more often "
          "close to the bound.",
      .kind = Kind::repair,
      .needs = Needs::random};

  static void repair(double* donor, const BoundaryContext& at) {
    replace_outside(donor, at, [&](double value, double low, double high, std::size_t) {
      return exponential_from(value < low ? low : high, 0.5 * (low + high), high - low, at.random);
    });
  }
};

}  // namespace inbounds
