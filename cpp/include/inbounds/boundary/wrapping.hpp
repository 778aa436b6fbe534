// Lets each bad coordinate enter again at the opposite bound, as on a torus.
#pragma once

#include "inbounds/boundary/periodic.hpp"

namespace inbounds {

struct Wrapping {
  static constexpr OperatorInfo info{
      .name = "wrapping",
      .label = "Wrapping",
      .cite = "purchla2004",
      .formula =
          R"(v_j \leftarrow \begin{cases} u_j - (l_j - v_j) \bmod (u_j - l_j) & v_j < l_j \\ l_j + (v_j - u_j) \bmod (u_j - l_j) & v_j > u_j \end{cases})",
      .summary = "Lets each bad coordinate enter again at the opposite bound, as on a torus.",
      .kind = Kind::repair};

  static constexpr double widths = 1.0;  // a period

  struct State : Reciprocals {
    explicit State(const Setup& setup) : Reciprocals(setup.box, widths) {}
  };

  [[gnu::always_inline]] static Eight distance(Eight value, Eight low, Eight high) {
    return simd::select(value < low, low - value, value - high);
  }
  [[gnu::always_inline]] static Eight place(Eight rest, Eight value, Eight low, Eight high) {
    return simd::select(value < low, high - rest, low + rest);
  }

  static void repair(double* donor, const BoundaryContext& at, const State& state) {
    fold_coordinates<Wrapping>(donor, at, state);
  }
};

}  // namespace inbounds
