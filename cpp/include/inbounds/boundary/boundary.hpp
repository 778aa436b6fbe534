// What every boundary method sees: the box, the vectors around the donor, and random numbers.
#pragma once

#include <cmath>

#include "inbounds/box.hpp"
#include "inbounds/operator_info.hpp"
#include "inbounds/random_stream.hpp"

namespace inbounds {

struct Boundary {
  const Box& box;
  const double* base;
  const double* target;
  double* draws;  // room for one random number a coordinate
  OptionValues options{};
  RandomStream& random;
};

// Replaces each coordinate outside the box by replacement(value, lower, upper, j); written as a selection so that it
// stays a vector loop.
template <class Replacement>
void repair_coordinates(double* donor, const Box& box, Replacement&& replacement) {
  const double *lower = box.lower.data(), *upper = box.upper.data();
  for (std::size_t j = 0; j < box.stride; ++j) {
    const double value = donor[j], repaired = replacement(value, lower[j], upper[j], j);
    donor[j] = Box::inside(value, lower[j], upper[j]) ? value : repaired;
  }
}

// A NaN coordinate crossed no bound that could be named: it becomes the target's.
inline void replace_nan(double* donor, const Box& box, const double* target) {
  for (std::size_t j = 0; j < box.stride; ++j) donor[j] = donor[j] == donor[j] ? donor[j] : target[j];
}

// Last line of defence after any repair: rounding is cut off, and what an infinite or far donor left of a coordinate,
// if that is not a number, becomes the target's.
inline void settle(double* donor, const Box& box, const double* target) {
  const double *lower = box.lower.data(), *upper = box.upper.data();
  for (std::size_t j = 0; j < box.stride; ++j) {
    const double value = donor[j];
    const double raised = value < lower[j] ? lower[j] : value;
    const double cut = raised > upper[j] ? upper[j] : raised;
    donor[j] = cut == cut ? cut : target[j];
  }
}

// The remainder of `value` modulo `period` in [0, period), in closed form: ends for any finite value.
inline double remainder_of(double value, double period) {
  const double rest = value - period * std::floor(value / period);
  return rest < 0.0 ? rest + period : rest;  // the quotient may have been rounded up
}

}  // namespace inbounds
