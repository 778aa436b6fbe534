// Puts each bad coordinate at a Beta number with the mean and the variance of the population there.
#pragma once

#include "inbounds/boundary/beta_number.hpp"
#include "inbounds/boundary/one_by_one.hpp"
#include "inbounds/boundary/population_moments.hpp"

namespace inbounds {

struct Beta {
  static constexpr OperatorInfo info{
      .name = "beta",
      .label = "Beta",
      .cite = "kononova2024",
      .formula =
          R"(v_j \leftarrow l_j + (u_j - l_j)\,\mathrm{Beta}(a_j, b_j),\ a_j = m_j\,\frac{m_j - m_j^2 - s_j^2}{s_j^2},\ b_j = a_j\,\frac{1 - m_j}{m_j};\ m_j \text{ where } a_j \le 0 \text{ or } b_j \le 0)",
      .summary =
          "Puts each bad coordinate at a Beta number with the mean m and the variance s² of the population there, on "
          "the "
          "box of unit width; at the mean where no such Beta exists.",
      .kind = Kind::repair,
      .needs = Needs::random};

  struct State {
    void prepare(const Generation& now) { population.look_at(now.x); }

    PopulationMoments population;
  };

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    constexpr double least_variance = 1e-15;
    const auto& [mean, variance] = state.population.scaled_to(at.box);
    replace_outside(donor, at, [&](double, double low, double high, std::size_t j) {
      const double m = mean[j], s2 = variance[j] < least_variance ? least_variance : variance[j];
      const double a = m * (m - m * m - s2) / s2, b = a * (1.0 - m) / m;
      return low + (high - low) * (a > 0.0 && b > 0.0 ? beta_number(a, b, at.random) : m);
    });
  }
};

}  // namespace inbounds
