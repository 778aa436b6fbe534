// When a population has nothing more to tell, and how large the next one is.
#pragma once

#include <algorithm>
#include <cmath>

#include "inbounds/box.hpp"
#include "inbounds/operator_state.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

struct NoRestart {
  static constexpr OperatorInfo info{.name = "none",
                                     .label = "No restarts",
                                     .cite = "storn1997",
                                     .formula = R"(\text{one population})",
                                     .summary = "One population lasts for the whole run."};
};

// A run is a sequence of cycles. Each begins with a population of its own and plans with the evaluations that are left.
struct RestartOnStagnation {
  static constexpr OperatorInfo info{
      .name = "stagnation",
      .label = "Restarts on stagnation",
      .cite = "tanabe2015",
      .formula =
          R"(\max f - \min f \le 10^{-12} \max |f|\ \text{ or }\ \max x_j - \min x_j \le 10^{-12} (u_j - l_j)\ \forall j)",
      .summary =
          "A population whose values or places can no longer be told apart makes way for a new one, `growth` times as "
          "large (four times the first at most), which plans with the evaluations left; not in the last fifth of the "
          "budget unless 200 evaluations per variable are left.",
      .options = {{{.name = "growth", .standard = 2.0, .low = 1.0, .high = 4.0}}}};

  static constexpr double flat = 1e-12;
  static constexpr double largest = 4.0;          // times the first population
  static constexpr std::int64_t look_every = 10;  // generations between two looks at the places, which cost more

  struct State {
    explicit State(const Setup& setup) : growth(setup.options[0]), first(setup.population), most(setup.capacity) {}

    std::size_t next_size(std::int64_t cycles) const {
      const double wanted = static_cast<double>(first) * std::pow(growth, static_cast<double>(cycles));
      return std::min(most, static_cast<std::size_t>(std::llround(std::min(wanted, 1e15))));
    }

    double growth;
    std::size_t first, most;
  };

  static std::size_t capacity(std::size_t population, double growth) {
    return growth > 1.0 ? static_cast<std::size_t>(largest) * population : population;
  }

  static bool due(const Rows& x, const double* f, const Box& box, std::int64_t generation) {
    const auto [low, high] = std::minmax_element(f, f + x.count);
    if (std::isfinite(*high) && *high - *low <= flat * std::max(std::abs(*low), std::abs(*high))) return true;
    return generation % look_every == 0 && gathered(x, box);
  }

  static bool worth_it(std::int64_t left, std::int64_t budget, std::size_t width, std::size_t population) {
    return left >= 2 * static_cast<std::int64_t>(population) &&
           (5 * left >= budget || left >= 200 * static_cast<std::int64_t>(width));
  }

 private:
  static bool gathered(const Rows& x, const Box& box) {
    for (std::size_t j = 0; j < box.width; ++j) {
      double low = x[0][j], high = low;
      for (std::size_t i = 1; i < x.count; ++i) {
        low = std::min(low, x[i][j]);
        high = std::max(high, x[i][j]);
      }
      if (high - low > flat * (box.upper[j] - box.lower[j])) return false;
    }
    return true;
  }
};

using Restarts = Family<NoRestart, RestartOnStagnation>;

}  // namespace inbounds
