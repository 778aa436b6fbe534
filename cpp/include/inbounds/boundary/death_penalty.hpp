// Refuses an infeasible trial, at the price of one evaluation.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

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

  struct State {
    explicit State(const Setup& setup) : evaluates_refused(setup.options[0] == 1.0) {}

    bool evaluates_refused;  // not strict: the objective is asked outside the box too
  };

  static bool treat(double*, const BoundaryContext&, State&) { return false; }

  // After crossover: whether this trial can never be accepted.
  static bool refuses(const double* trial, const Box& box, State&) { return !box.contains(trial); }
};

}  // namespace inbounds
