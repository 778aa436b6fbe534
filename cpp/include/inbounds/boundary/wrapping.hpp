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

  struct State : Periods {
    explicit State(const Setup& setup) : Periods(setup.box, widths) {}
  };

  template <class V>
  [[gnu::always_inline]] static V distance(V value, V low, V high) {
    return simd::select(value < low, low - value, value - high);
  }
  template <class V>
  [[gnu::always_inline]] static V place(V rest, V, V value, V low, V high) {
    return simd::select(value < low, high - rest, low + rest);
  }

  static void repair(double* donor, const BoundaryContext& at, const State& state) {
    fold_coordinates<Wrapping>(donor, at, state);
  }
};

}  // namespace inbounds
