// Mean and variance of the population in each coordinate, computed only in generations that need them.
#pragma once

#include "inbounds/box.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

class PopulationMoments {
 public:
  struct Moments {
    AlignedVector<double> mean, variance;
  };

  // Begins a generation.
  void look_at(const Rows& population) {
    population_ = &population;
    known_ = false;
  }

  // On the box scaled to [0, 1]; a fixed variable is at 0.
  const Moments& scaled_to(const Box& box) {
    if (!known_) measure(box);
    return moments_;
  }

 private:
  void measure(const Box& box) {
    known_ = true;
    auto& [mean, variance] = moments_;
    mean.assign(box.stride, 0.0);
    variance.assign(box.stride, 0.0);
    const auto count = static_cast<double>(population_->count);
    const auto place = [&](const double* row, std::size_t j) {
      const double width = box.upper[j] - box.lower[j];
      return width > 0.0 ? (row[j] - box.lower[j]) / width : 0.0;
    };
    for (std::size_t i = 0; i < population_->count; ++i)
      for (std::size_t j = 0; j < box.width; ++j) mean[j] += place((*population_)[i], j) / count;
    for (std::size_t i = 0; i < population_->count; ++i)
      for (std::size_t j = 0; j < box.width; ++j) {
        const double apart = place((*population_)[i], j) - mean[j];
        variance[j] += apart * apart / count;
      }
  }

  const Rows* population_ = nullptr;
  bool known_ = false;
  Moments moments_;
};

}  // namespace inbounds
