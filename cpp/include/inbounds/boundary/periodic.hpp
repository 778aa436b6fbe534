// Methods that carry a coordinate back by whole periods, however far outside it is.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

// The remainder of `value` modulo `period` in [0, period), in closed form: ends for any finite value.
[[gnu::always_inline]] inline Eight remainder_of(Eight value, Eight period) {
  const Eight rest = value - period * simd::floor(value / period);
  return simd::select(rest < 0.0, rest + period, rest);  // the quotient may have been rounded up
}

// The period of each coordinate, which is so many widths of the box, its half and one over it: made once per run, they
// spare divisions.
struct Periods {
  Periods(const Box& box, double widths) : whole(box.stride), half(box.stride), reciprocal(box.stride) {
    for (std::size_t j = 0; j < box.stride; ++j) {
      whole[j] = widths * (box.upper[j] - box.lower[j]);
      half[j] = 0.5 * widths * (box.upper[j] - box.lower[j]);
      reciprocal[j] = 1.0 / whole[j];
    }
  }

  AlignedVector<double> whole, half, reciprocal;
};

struct AsItIs {
  template <class V>
  [[gnu::always_inline]] V operator()(V value, V, V) const {
    return value;
  }
};

// Replaces each coordinate outside the box by Op::place(remainder of Op::distance modulo the period). `first` is done
// to every coordinate before.
//
// A product with the reciprocal finds the number of periods. It is the floor of the quotient, and the remainder has the
// bits that a division would give it, where the remainder is further from 0 and from the period than all rounding can
// reach. What is not, or is no number, stays outside in this pass and is left to the division.
//
// One register at a time: of several side by side this many steps would not find room.
template <class Op, class First = AsItIs>
[[gnu::noinline]] void fold_coordinates(double* donor, const BoundaryContext& at, const Periods& periods,
                                        First first = {}) {
  using One = simd::OneWide;
  const double *lower = at.box.lower.data(), *upper = at.box.upper.data();
  const double *wholes = periods.whole.data(), *halves = periods.half.data(), *reciprocals = periods.reciprocal.data();
  const std::size_t width = at.box.width;
  simd::AllOf<One> settled;
  for (std::size_t j = 0; j < width; j += simd::lanes_of_one) {
    const One low = simd::load<One>(lower + j), high = simd::load<One>(upper + j), half = simd::load<One>(halves + j);
    const One value = first(simd::load<One>(donor + j), low, high), distance = Op::distance(value, low, high);
    const One count = simd::round_bounded(distance * simd::load<One>(reciprocals + j) - 0.5);
    const One rest = distance - simd::load<One>(wholes + j) * count;
    const auto within = (low <= value) & (value <= high);
    const auto clear = simd::abs(rest - half) < half - 0x1p-48 * simd::abs(distance);
    const One placed = simd::min(high, Op::place(rest, half, value, low, high));  // never below `low` where clear
    simd::store(donor + j, simd::select(within, value, simd::select(clear, placed, value)));
    settled &= within | clear;
  }
  if (settled.hold()) [[likely]]
    return;
  repair_coordinates(donor, at, [&](Eight value, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
    const Eight rest = remainder_of(Op::distance(value, low, high), simd::load<Eight>(&periods.whole[j]));
    return Op::place(rest, simd::load<Eight>(&periods.half[j]), value, low, high);
  });
}

}  // namespace inbounds
