// Puts each bad coordinate on the bound it crossed.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct Projection {
  static constexpr OperatorInfo info{
      .name = "projection",
      .label = "Projection",
      .cite = "brest2006",
      .formula = R"(v_j \leftarrow \begin{cases} l_j & v_j < l_j \\ u_j & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate on the bound it crossed.",
      .kind = Kind::repair};

  static void repair(double* donor, const BoundaryContext& at) { settle(donor, at.box, at.target); }
};

}  // namespace inbounds
