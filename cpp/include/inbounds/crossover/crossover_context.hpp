// What every crossover sees: the donor in `trial`, to be mixed with the target in place.
#pragma once

#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

struct CrossoverContext {
  std::size_t width, stride;
  RandomStream& random;
};

template <class Op, class State>
[[gnu::always_inline]] inline void cross_donor(double* trial, const double* target, double rate,
                                               const CrossoverContext& at, State& state) {
  if constexpr (requires { Op::cross(trial, target, rate, at, state); })
    Op::cross(trial, target, rate, at, state);
  else
    Op::cross(trial, target, rate, at);
}

// Gives the target's coordinates back to `trial`, but for `taken` of the donor's from `start` on, wrapping around.
inline void keep_segment(double* trial, const double* target, std::size_t start, std::size_t taken, std::size_t width) {
  const std::size_t end = start + taken;
  if (end <= width) {
    for (std::size_t j = 0; j < start; ++j) trial[j] = target[j];
    for (std::size_t j = end; j < width; ++j) trial[j] = target[j];
  } else {
    for (std::size_t j = end - width; j < start; ++j) trial[j] = target[j];
  }
}

}  // namespace inbounds
