// Methods that carry a coordinate back by whole periods, however far outside it is.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

// The remainder of `value` modulo `period` in [0, period), in closed form: ends for any finite value.
[[gnu::always_inline]] inline Eight remainder_of(Eight value, Eight period) {
  const Eight rest = value - period * simd::floor(value / period);
  return simd::select(rest < 0.0, rest + period, rest);  // the quotient may have been rounded up
}

// One over the period of each coordinate, which is so many widths of the box: made once per run, it spares divisions.
struct Reciprocals {
  Reciprocals(const Box& box, double widths) : values(box.stride) {
    for (std::size_t j = 0; j < box.stride; ++j) values[j] = 1.0 / (widths * (box.upper[j] - box.lower[j]));
  }

  AlignedVector<double> values;
};

struct AsItIs {
  [[gnu::always_inline]] Eight operator()(Eight value, Eight, Eight) const { return value; }
};

// Replaces each coordinate outside the box by Op::place(remainder of Op::distance modulo the period). `first` is done
// to every coordinate before.
//
// A product with the reciprocal finds the number of periods. It is the floor of the quotient, and the remainder has the
// bits that a division would give it, where the remainder is further from 0 and from the period than all rounding can
// reach. What is not, or is no number, stays outside in this pass and is left to the division.
template <class Op, class First = AsItIs>
[[gnu::noinline]] void fold_coordinates(double* donor, const BoundaryContext& at, const Reciprocals& reciprocals,
                                        First first = {}) {
  auto settled = Eight{} == Eight{};
  for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
    const Eight low = simd::load<Eight>(&at.box.lower[j]), high = simd::load<Eight>(&at.box.upper[j]);
    const Eight value = first(simd::load<Eight>(donor + j), low, high), distance = Op::distance(value, low, high);
    const Eight period = Op::widths * (high - low), half = 0.5 * Op::widths * (high - low);
    const Eight periods = simd::round_bounded(distance * simd::load<Eight>(&reciprocals.values[j]) - 0.5);
    const Eight rest = distance - period * periods;
    const auto within = (low <= value) & (value <= high);
    const auto clear = simd::abs(rest - half) < half - 0x1p-48 * simd::abs(distance);
    const Eight placed = simd::min(high, simd::max(low, Op::place(rest, value, low, high)));
    simd::store(donor + j, simd::select(within, value, simd::select(clear, placed, value)));
    settled = settled & (within | clear);
  }
  if (simd::all(settled)) [[likely]]
    return;
  repair_coordinates(donor, at, [](Eight value, Eight low, Eight high, std::size_t) __attribute__((always_inline)) {
    const Eight rest = remainder_of(Op::distance(value, low, high), Op::widths * (high - low));
    return Op::place(rest, value, low, high);
  });
}

}  // namespace inbounds
