// What every boundary method sees: the box, the vectors around the donor, random numbers, and the mutation.
#pragma once

#include <cmath>

#include "inbounds/box.hpp"
#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/simd.hpp"
#include "inbounds/wanted.hpp"

namespace inbounds {

struct BoundaryContext {
  const Box& box;
  const double*& base;
  const double* target;
  double* draws;  // room for one random number per coordinate
  RandomStream& random;
};

// Eight coordinates of a row, of the bounds or of random numbers: a repair works on that many at a time.
using Eight = simd::f64x8;

// Replaces each coordinate outside the box by replacement(value, lower, upper, j), for the eight from j on. Rounding is
// cut off at the bounds. What is not a number, before or after, crossed no bound that could be named: it becomes the
// target's.
template <class Replacement>
[[gnu::always_inline]] inline void repair_coordinates(double* donor, const BoundaryContext& at,
                                                      Replacement&& replacement) {
  for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
    const Eight value = simd::load<Eight>(donor + j);
    const Eight low = simd::load<Eight>(&at.box.lower[j]), high = simd::load<Eight>(&at.box.upper[j]);
    const Eight cut = simd::min(high, simd::max(low, replacement(value, low, high, j)));  // NaN stays
    const Eight sound = simd::select((value == value) & (cut == cut), cut, simd::load<Eight>(at.target + j));
    simd::store(donor + j, simd::select((low <= value) & (value <= high), value, sound));
  }
}

// A NaN coordinate crossed no bound that could be named: it becomes the target's.
inline void replace_nan(double* donor, const Box& box, const double* target) {
  for (std::size_t j = 0; j < box.stride; j += row_multiple) {
    const Eight value = simd::load<Eight>(donor + j);
    simd::store(donor + j, simd::select(value == value, value, simd::load<Eight>(target + j)));
  }
}

// Cuts a donor to the box; what is not a number becomes the target's.
inline void settle(double* donor, const Box& box, const double* target) {
  for (std::size_t j = 0; j < box.stride; j += row_multiple) {
    const Eight low = simd::load<Eight>(&box.lower[j]), high = simd::load<Eight>(&box.upper[j]);
    const Eight cut = simd::min(high, simd::max(low, simd::load<Eight>(donor + j)));  // NaN stays
    simd::store(donor + j, simd::select(cut == cut, cut, simd::load<Eight>(target + j)));
  }
}

// What method Op does with a donor; returns whether it counts as repaired. Most methods only say how to `repair` a
// donor outside the box, and leave it inside whatever it was; one that decides for itself has `treat`. A method that
// needs the mutation can call remake(wanted): it makes the donor once more and returns its base vector. `outside` says
// whether the donor is outside the box, if the caller knows; else it is null.
template <class Op, class State, class Remake>
[[gnu::always_inline]] inline bool treat(double* donor, const BoundaryContext& at, State& state,
                                         [[maybe_unused]] const std::uint8_t* outside,
                                         [[maybe_unused]] Remake&& remake) {
  if constexpr ((Op::info.needs & Needs::mutation) != 0) {
    return Op::treat(donor, at, remake);
  } else if constexpr (requires { Op::treat(donor, at, state); }) {
    return Op::treat(donor, at, state);
  } else {
    if (outside != nullptr ? *outside == 0 : at.box.contains(donor)) return false;
    if constexpr (requires { Op::repair(donor, at, state); })
      Op::repair(donor, at, state);
    else
      Op::repair(donor, at);
    return true;
  }
}

}  // namespace inbounds
