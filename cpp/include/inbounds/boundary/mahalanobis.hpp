// Moves the donor to the point of the box that is nearest to it, as the population's covariance measures distances.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"
#include "inbounds/boundary/population_precision.hpp"

namespace inbounds {

struct Mahalanobis {
  static constexpr OperatorInfo info{
      .name = "mahalanobis",
      .label = "Mahalanobis",
      .cite = "mahalanobis1936",
      .formula =
          R"(\mathbf{v} \leftarrow \arg\min_{\mathbf{x} \in [\mathbf{l}, \mathbf{u}]} (\mathbf{x} - \mathbf{v})^\top \mathbf{C}^{-1} (\mathbf{x} - \mathbf{v}),\ \mathbf{C}\ \text{the covariance of the population})",
      .summary =
          "Moves the donor to the point of the box that is nearest to it, as the population's covariance measures "
          "distances: at most 20 sweeps of coordinate descent from the projection.",
      .kind = Kind::repair};

  struct State {
    void prepare(const Generation& now) { population.look_at(now.x); }

    PopulationPrecision population;
    AlignedVector<double> apart;  // of the current point from the donor, on the box of unit width
  };

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    constexpr int most_sweeps = 20;
    constexpr double still = 1e-12;  // a sweep that moves nothing by more than this share of the box is the last
    const Box& box = at.box;
    const std::size_t n = box.width;
    const AlignedVector<double>& precision = state.population.scaled_to(box);
    replace_nan(donor, box, at.target);
    auto& apart = state.apart;
    apart.assign(box.stride, 0.0);
    const auto width = [&](std::size_t j) { return box.upper[j] - box.lower[j]; };
    const auto limited = [&](double value, std::size_t j) {  // how far the donor must and may move in coordinate j
      const double least = (box.lower[j] - donor[j]) / width(j), most = (box.upper[j] - donor[j]) / width(j);
      return value < least ? least : value > most ? most : value;
    };
    for (std::size_t j = 0; j < n; ++j) apart[j] = width(j) > 0.0 ? limited(0.0, j) : 0.0;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      double moved = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        if (!(width(j) > 0.0)) continue;
        const double* row = precision.data() + j * box.stride;
        double pull = -row[j] * apart[j];
        for (std::size_t k = 0; k < box.stride; ++k) pull += row[k] * apart[k];
        const double there = limited(-pull / row[j], j);
        moved = std::max(moved, std::abs(there - apart[j]));
        apart[j] = there;
      }
      if (!(moved > still)) break;
    }
    for (std::size_t j = 0; j < n; ++j) donor[j] += width(j) * apart[j];
    settle(donor, box, at.target);
  }
};

}  // namespace inbounds
