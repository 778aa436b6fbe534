// What every boundary method sees: the box, the vectors around the donor, random numbers, and the mutation.
#pragma once

#include <cmath>
#include <functional>

#include "inbounds/box.hpp"
#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"

namespace inbounds {

enum class NewScale : bool { no, yes };  // whether F is drawn again too

struct BoundaryContext {
  const Box& box;
  const double*& base;
  const double* target;
  double* draws;  // room for one random number per coordinate
  RandomStream& random;
  std::size_t individual;
  // Makes the donor of an individual once more and returns its base vector; where the method acts on trials, crosses it
  // again too. For methods that need the mutation; empty where donors or trials were made outside the core.
  const std::function<const double*(std::size_t individual, NewScale)>& remake;
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

// What method Op does with a donor; returns whether it counts as repaired. Most methods only say how to `repair` a
// donor outside the box; one that decides for itself has `treat`.
template <class Op, class State>
[[gnu::always_inline]] inline bool treat(double* donor, const BoundaryContext& at, State& state) {
  if constexpr (requires { Op::treat(donor, at, state); }) {
    return Op::treat(donor, at, state);
  } else {
    if (at.box.contains(donor)) return false;
    replace_nan(donor, at.box, at.target);
    if constexpr (requires { Op::repair(donor, at, state); })
      Op::repair(donor, at, state);
    else
      Op::repair(donor, at);
    settle(donor, at.box, at.target);
    return true;
  }
}

// The remainder of `value` modulo `period` in [0, period), in closed form: ends for any finite value.
inline double remainder_of(double value, double period) {
  const double rest = value - period * std::floor(value / period);
  return rest < 0.0 ? rest + period : rest;  // the quotient may have been rounded up
}

}  // namespace inbounds
