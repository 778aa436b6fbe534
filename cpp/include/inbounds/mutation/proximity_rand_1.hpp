// rand/1 among individuals drawn by a wheel on their distance to the target.
#pragma once

#include <vector>

#include "inbounds/mutation/mutation_context.hpp"
#include "inbounds/mutation/proximity_wheel.hpp"

namespace inbounds {

struct ProximityRand1 {
  static constexpr OperatorInfo info{
      .name = "proximity-rand/1",
      .label = "Proximity-based rand/1",
      .cite = "epitropakis2011",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{r_1} + F_i(\mathbf{x}_{r_2} - \mathbf{x}_{r_3}),\quad P(r) \propto 1/\lVert\mathbf{x}_r-\mathbf{x}_i\rVert)",
      .summary = "rand/1 among individuals drawn by a wheel on their distance to the target.",
      .needs = Needs::distances,
      .distinct = 3,
      .options = {{{.name = "weight", .choices = "inverse|distance"}}}};

  // The wheel is kept up to date with the individuals that were replaced.
  struct State {
    explicit State(const Setup& setup) : wheel(setup.box, setup.options[0] == 1.0) {}

    void prepare(const Generation& now) {
      if (now.number == 0 || !built)
        wheel.rebuild(now.x);
      else
        wheel.update(now.x, replaced);
      built = true;
    }

    void learn(const Outcome& outcome) { replaced.assign(outcome.who.begin(), outcome.who.end()); }

    ProximityWheel wheel;
    std::vector<std::size_t> replaced;
    bool built = false;
  };

  static const double* make(std::size_t i, double* donor, const MutationContext& at, State& state) {
    std::array<std::size_t, 3> r{};
    state.wheel.draw(i, r, at.random);
    add_difference(donor, at.x[r[0]], at.scale[i], at.x[r[1]], at.x[r[2]], at);
    return at.x[r[0]];
  }
};

}  // namespace inbounds
