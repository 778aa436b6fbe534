// The inverse covariance of the population, computed only in generations that need it.
#pragma once

#include "inbounds/box.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

class PopulationPrecision {
 public:
  // Begins a generation.
  void look_at(const Rows& population) {
    population_ = &population;
    known_ = false;
  }

  // Rows of `box.stride` numbers, on the box scaled to unit width. A ridge of 1e-10 of the mean variance keeps it
  // defined where the population spans fewer directions than there are; without any spread it is the identity.
  const AlignedVector<double>& scaled_to(const Box& box) {
    if (!known_) measure(box);
    return inverse_;
  }

 private:
  void measure(const Box& box);

  const Rows* population_ = nullptr;
  bool known_ = false;
  AlignedVector<double> inverse_, covariance_, spread_;
};

}  // namespace inbounds
