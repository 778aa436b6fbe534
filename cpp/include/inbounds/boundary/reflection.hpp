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

  struct State : Periods {
    explicit State(const Setup& setup) : Periods(setup.box, widths) {}
    void prepare(const Generation&) { far = false; }

    bool far = false;  // some donor of this generation needed more than one mirroring; the bits do not depend on it
  };

  template <class V>
  [[gnu::always_inline]] static V distance(V value, V low, V) {
    return value - low;
  }
  // Upwards from the lower bound for half a period, which is the width, then down again: the lower of the two lines.
  template <class V>
  [[gnu::always_inline]] static V place(V rest, V half, V, V low, V high) {
    return simd::min(high - (rest - half), low + rest);
  }
  // A value inside stays as it is, even −0.
  template <class V>
  [[gnu::always_inline]] static V mirrored(V value, V low, V high) {
    const V nearest = simd::min(high, simd::max(low, value));  // NaN stays
    return nearest - (value - nearest);
  }

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    // One mirroring does for nearly all donors of a generation, or for nearly none.
    if (state.far)
      return fold_coordinates<Reflection>(donor, at, state,
                                          [](auto value, auto low, auto high)
                                              __attribute__((always_inline)) { return mirrored(value, low, high); });
    simd::AllOf<Eight> within;
    for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
      const Eight low = simd::load<Eight>(&at.box.lower[j]), high = simd::load<Eight>(&at.box.upper[j]);
      const Eight once = mirrored(simd::load<Eight>(donor + j), low, high);
      within &= (low <= once) & (once <= high);
      simd::store(donor + j, once);
    }
    state.far = !within.hold();
    if (state.far) fold_coordinates<Reflection>(donor, at, state);
  }
};

}  // namespace inbounds
