// The smooth map of CMA-ES; bends coordinates close to a bound too, feasible or not.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct Transformation {
  static constexpr OperatorInfo info{
      .name = "transformation",
      .label = "Transformation",
      .cite = "hansen2013",
      .formula =
          R"(v_j \leftarrow \begin{cases} l_j + (v_j - (l_j - a_j^l))^2 / (4 a_j^l) & v_j < l_j + a_j^l \\ u_j - (v_j - (u_j + a_j^u))^2 / (4 a_j^u) & v_j > u_j - a_j^u \end{cases}\ \text{after a periodic shift})",
      .summary = "The smooth map of CMA-ES; bends coordinates close to a bound too, feasible or not.",
      .kind = Kind::transform,
      .options = {{{.name = "offset", .choices = "cma|text"}}}};

  struct State {
    explicit State(const Setup& setup) : untouched(setup.box), as_in_text(setup.options[0] == 1.0) {
      for (std::size_t j = 0; j < untouched.width; ++j) {
        const double low = untouched.lower[j], high = untouched.upper[j];
        untouched.lower[j] += offset(low, high - low, as_in_text);
        untouched.upper[j] -= offset(high, high - low, as_in_text);
      }
    }

    Box untouched;  // where the map leaves a point as it is
    bool as_in_text;
  };

  static bool treat(double* donor, const BoundaryContext& at, State& state) {
    if (state.untouched.contains(donor)) return false;
    const bool outside = !at.box.contains(donor);
    replace_nan(donor, at.box, at.target);
    const bool moved = apply(donor, at.box, state.as_in_text);
    settle(donor, at.box, at.target);
    return moved || outside;
  }

 private:
  // Returns whether any coordinate moved.
  static bool apply(double* donor, const Box& box, bool as_in_text) {
    const double *lower = box.lower.data(), *upper = box.upper.data();
    long moved = 0;
    for (std::size_t j = 0; j < box.stride; ++j) {
      const double mapped = map(donor[j], lower[j], upper[j], as_in_text);
      moved |= mapped != donor[j];
      donor[j] = mapped;
    }
    return moved != 0;
  }

  static double offset(double bound, double width, bool as_in_text) {
    const double wanted = as_in_text ? 1.0 + std::abs(bound) / 20.0 : (1.0 + std::abs(bound)) / 20.0;
    return width / 2.0 < wanted ? width / 2.0 : wanted;
  }

  static double map(double value, double low, double high, bool as_in_text) {
    const double width = high - low;
    const double below = offset(low, width, as_in_text), above = offset(high, width, as_in_text);
    const double period = 2.0 * (width + below + above);
    const double start = low - 2.0 * below - width / 2.0, end = high + 2.0 * above + width / 2.0;
    const double shifted = start + remainder_of(value - start, period);
    double inner = ((value < start) | (value > end)) ? shifted : value;
    inner = inner < low - below ? 2.0 * (low - below) - inner : inner;
    inner = inner > high + above ? 2.0 * (high + above) - inner : inner;
    const double from_low = inner - (low - below), from_high = inner - (high + above);
    const double bent_low = low + from_low * from_low / (4.0 * below);
    const double bent_high = high - from_high * from_high / (4.0 * above);
    const double bent = inner < low + below ? bent_low : inner > high - above ? bent_high : inner;
    return width > 0.0 ? bent : low;
  }
};

}  // namespace inbounds
