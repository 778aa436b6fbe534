// Once in twenty times the centroid of three, moved along their sides towards the better ones; else rand/1.
#pragma once

#include <cmath>
#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct Trigonometric {
  static constexpr OperatorInfo info{
      .name = "trigonometric",
      .label = "Trigonometric",
      .cite = "fan2003",
      .formula =
          R"(\mathbf{v}_i = \tfrac13\textstyle\sum_{k=1}^3 \mathbf{x}_{r_k} + (p_2-p_1)(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}) + (p_3-p_2)(\mathbf{x}_{r_2} - \mathbf{x}_{r_3}) + (p_1-p_3)(\mathbf{x}_{r_3} - \mathbf{x}_{r_1}),\ p_k = |f(\mathbf{x}_{r_k})| / \textstyle\sum_l |f(\mathbf{x}_{r_l})|\ \text{w.p. } 0.05,\ \text{else rand/1})",
      .summary =
          "Once in twenty times the centroid of three, moved along their sides towards the better ones; else rand/1.",
      .needs = Needs::fitness | Needs::random,
      .distinct = 3};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    constexpr double probability = 0.05;
    const auto r = at.distinct<3>(i);
    const double *a = at.x[r[0]], *b = at.x[r[1]], *c = at.x[r[2]];
    if (at.random.uniform() >= probability) {
      add_difference(donor, a, at.scale[i], b, c, at);
      return a;
    }
    const double sum = std::abs(at.f[r[0]]) + std::abs(at.f[r[1]]) + std::abs(at.f[r[2]]);
    const bool usable = sum > 0.0 && std::isfinite(sum);  // else weights of 1/3 each: no pull at all
    const double p1 = usable ? std::abs(at.f[r[0]]) / sum : 1.0 / 3.0;
    const double p2 = usable ? std::abs(at.f[r[1]]) / sum : 1.0 / 3.0;
    const double p3 = usable ? std::abs(at.f[r[2]]) / sum : 1.0 / 3.0;
    double* centroid = at.centroids[i];
    for (std::size_t j = 0; j < at.stride(); ++j) {
      centroid[j] = (a[j] + b[j] + c[j]) / 3.0;
      donor[j] = centroid[j] + (p2 - p1) * (a[j] - b[j]) + (p3 - p2) * (b[j] - c[j]) + (p1 - p3) * (c[j] - a[j]);
    }
    return centroid;
  }
};

}  // namespace inbounds
