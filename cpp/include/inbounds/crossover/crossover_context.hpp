// What every crossover sees: the donor in `trial`, to be mixed with the target in place.
#pragma once

#include <algorithm>

#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"
#include "inbounds/simd.hpp"

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

// How many of `most` tries succeed before the first failure, each with probability `rate`: the number of powers of
// `rate` that a single uniform number lies below, eight compared at a time.
inline std::size_t successes(double rate, std::size_t most, RandomStream& random) {
  using Eight = simd::f64x8;
  const double uniform = random.uniform(), square = rate * rate, fourth = square * square, eighth = fourth * fourth;
  static constexpr double bits[4][8] = {{1, 0, 1, 0, 1, 0, 1, 0},  // of the exponents 1 … 8
                                        {0, 1, 1, 0, 0, 1, 1, 0},
                                        {0, 0, 0, 1, 1, 1, 1, 0},
                                        {0, 0, 0, 0, 0, 0, 0, 1}};
  const auto factor = [](double power, const double* bit) __attribute__((always_inline)) {
    return simd::select<Eight>(simd::load<Eight>(bit) > 0.0, power, 1.0);
  };
  Eight power = factor(rate, bits[0]) * factor(square, bits[1]) * factor(fourth, bits[2]) * factor(eighth, bits[3]);
  Eight counted{};
  for (std::size_t k = 0; k < most; k += 8) {
    const auto below = power > uniform;
    counted += simd::select<Eight>(below, 1.0, 0.0);
    if (!simd::all(below)) break;
    power = power * eighth;
  }
  double parts[8];
  simd::store(parts, counted);
  const double sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
  return std::min(static_cast<std::size_t>(sum), most);
}

// Gives the target's coordinates back to `trial`, but for `taken` of the donor's from `start` on, wrapping around.
inline void keep_segment(double* trial, const double* target, std::size_t start, std::size_t taken, std::size_t width) {
  using Eight = simd::f64x8;
  static constexpr double steps[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const double length = static_cast<double>(taken), around = static_cast<double>(width);
  Eight place = simd::load<Eight>(steps) - static_cast<double>(start);  // before the start: what is past the end
  for (std::size_t j = 0; j < padded(width); j += row_multiple) {
    const Eight after = simd::select(place < 0.0, place + around, place);
    simd::store(trial + j, simd::select(after < length, simd::load<Eight>(trial + j), simd::load<Eight>(target + j)));
    place += simd::all_lanes<Eight>(8.0);
  }
}

}  // namespace inbounds
