// Refuses an infeasible trial, at the price of one evaluation.
#pragma once

#include "inbounds/boundary/boundary.hpp"

namespace inbounds {

struct DeathPenalty {
  static constexpr OperatorInfo info{
      .name = "death-penalty",
      .label = "Death Penalty",
      .cite = "price2005",
      .formula =
          R"(f(\mathbf{u}) \leftarrow \infty\ \text{if } \mathbf{u} \notin [\mathbf{l}, \mathbf{u}]\ \text{(after crossover)})",
      .summary = "Refuses an infeasible trial, at the price of one evaluation.",
      .kind = Kind::penalise,
      .options = {{{.name = "strict", .choices = "yes|no"}}}};
};

}  // namespace inbounds
