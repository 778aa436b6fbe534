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

  // What the map needs of each coordinate, once per run.
  struct State {
    explicit State(const Setup& setup) : untouched(setup.box) {
      const std::size_t stride = setup.box.stride;
      for (auto* part : {&start, &end, &period, &per_period, &least, &most, &bend_low, &bend_high})
        part->assign(stride, 0.0);
      for (std::size_t j = 0; j < setup.box.width; ++j) {
        const double low = setup.box.lower[j], high = setup.box.upper[j], width = high - low;
        const double below = offset(low, width, setup.options[0] == 1.0);
        const double above = offset(high, width, setup.options[0] == 1.0);
        untouched.lower[j] = low + below;
        untouched.upper[j] = high - above;
        least[j] = low - below;
        most[j] = high + above;
        start[j] = low - 2.0 * below - width / 2.0;
        end[j] = high + 2.0 * above + width / 2.0;
        period[j] = 2.0 * (width + below + above);
        per_period[j] = 1.0 / period[j];
        bend_low[j] = 1.0 / (4.0 * below);
        bend_high[j] = 1.0 / (4.0 * above);
      }
    }

    Box untouched;                             // where the map leaves a point as it is
    AlignedVector<double> least, most;         // what is mapped to the bounds
    AlignedVector<double> start, end, period;  // values beyond start and end are shifted by periods
    AlignedVector<double> per_period, bend_low, bend_high;
  };

  static bool treat(double* donor, const BoundaryContext& at, const State& state) {
    if (state.untouched.contains(donor)) return false;
    simd::AllOf<Eight> same;
    for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
      const auto eight = [j](const AlignedVector<double>& of)
                             __attribute__((always_inline)) { return simd::load<Eight>(&of[j]); };
      const Eight low = eight(at.box.lower), high = eight(at.box.upper), target = simd::load<Eight>(at.target + j);
      const Eight given = simd::load<Eight>(donor + j), value = simd::select(given == given, given, target);
      const Eight start = eight(state.start), least = eight(state.least), most = eight(state.most);
      const Eight shifted = value - eight(state.period) * simd::floor((value - start) * eight(state.per_period));
      Eight inner = simd::select((value < start) | (value > eight(state.end)), shifted, value);
      inner = simd::select(inner < least, 2.0 * least - inner, inner);
      inner = simd::select(inner > most, 2.0 * most - inner, inner);
      const Eight from_low = inner - least, from_high = inner - most;
      Eight bent = simd::select(inner > eight(state.untouched.upper),
                                high - from_high * from_high * eight(state.bend_high), inner);
      bent =
          simd::select(inner < eight(state.untouched.lower), low + from_low * from_low * eight(state.bend_low), bent);
      bent = simd::min(high, simd::max(low, simd::select(low < high, bent, low)));  // NaN stays
      bent = simd::select(bent == bent, bent, target);
      same &= bent == given;
      simd::store(donor + j, bent);
    }
    return !same.hold();
  }

 private:
  static double offset(double bound, double width, bool as_in_text) {
    const double wanted = as_in_text ? 1.0 + std::abs(bound) / 20.0 : (1.0 + std::abs(bound)) / 20.0;
    return width / 2.0 < wanted ? width / 2.0 : wanted;
  }
};

}  // namespace inbounds
