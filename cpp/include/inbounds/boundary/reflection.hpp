// Mirrors each bad coordinate at the bounds until it is inside.
#pragma once

#include "inbounds/boundary/periodic.hpp"

namespace inbounds {

struct Reflection {
  static constexpr OperatorInfo info{
      .name = "reflection",
      .label = "Reflection",
      .cite = "ronkkonen2005",
      .formula =
          R"(v_j \leftarrow \begin{cases} 2l_j - v_j & v_j < l_j \\ 2u_j - v_j & v_j > u_j \end{cases}\ \text{until inside})",
      .summary = "Mirrors each bad coordinate at the bounds until it is inside.",
      .kind = Kind::repair};

  static constexpr double widths = 2.0;  // a period

  struct State : Reciprocals {
    explicit State(const Setup& setup) : Reciprocals(setup.box, widths) {}
    void prepare(const Generation&) { far = false; }

    bool far = false;  // some donor of this generation needed more than one mirroring; the bits do not depend on it
  };

  [[gnu::always_inline]] static Eight distance(Eight value, Eight low, Eight) { return value - low; }
  [[gnu::always_inline]] static Eight place(Eight rest, Eight, Eight low, Eight high) {
    const Eight width = high - low;
    return simd::select(rest > width, high - (rest - width), low + rest);
  }
  // A value inside stays as it is, even −0.
  [[gnu::always_inline]] static Eight mirrored(Eight value, Eight low, Eight high) {
    const Eight nearest = simd::min(high, simd::max(low, value));  // NaN stays
    return nearest - (value - nearest);
  }

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    // One mirroring does for nearly all donors of a generation, or for nearly none.
    if (state.far)
      return fold_coordinates<Reflection>(donor, at, state,
                                          [](Eight value, Eight low, Eight high)
                                              __attribute__((always_inline)) { return mirrored(value, low, high); });
    auto within = Eight{} == Eight{};
    for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
      const Eight low = simd::load<Eight>(&at.box.lower[j]), high = simd::load<Eight>(&at.box.upper[j]);
      const Eight once = mirrored(simd::load<Eight>(donor + j), low, high);
      within = within & (low <= once) & (once <= high);
      simd::store(donor + j, once);
    }
    state.far = !simd::all(within);
    if (state.far) fold_coordinates<Reflection>(donor, at, state);
  }
};

}  // namespace inbounds
