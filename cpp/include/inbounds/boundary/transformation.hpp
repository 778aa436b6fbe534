// The smooth map of CMA-ES; bends coordinates close to a bound too, feasible or not.
#pragma once

#include "inbounds/boundary/boundary.hpp"

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

  // The part of the box where the map leaves a point as it is.
  static Box untouched(const Box& box, const OptionValues& options) {
    Box inner = box;
    for (std::size_t j = 0; j < box.width; ++j) {
      const double width = box.upper[j] - box.lower[j];
      inner.lower[j] += offset(box.lower[j], width, options[0] == 1.0);
      inner.upper[j] -= offset(box.upper[j], width, options[0] == 1.0);
    }
    return inner;
  }

  // Returns whether any coordinate moved.
  static bool apply(double* donor, const Boundary& at) {
    const double *lower = at.box.lower.data(), *upper = at.box.upper.data();
    const bool as_in_text = at.options[0] == 1.0;
    long moved = 0;
    for (std::size_t j = 0; j < at.box.stride; ++j) {
      const double mapped = map(donor[j], lower[j], upper[j], as_in_text);
      moved |= mapped != donor[j];
      donor[j] = mapped;
    }
    return moved != 0;
  }

 private:
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
