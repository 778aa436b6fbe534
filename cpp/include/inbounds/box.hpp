// The feasible box, padded like the rows it is compared with.
#pragma once

#include <algorithm>

#include <cstddef>
#include <span>

#include "inbounds/rows.hpp"
#include "inbounds/simd.hpp"

namespace inbounds {

struct Box {
  std::size_t width = 0, stride = 0;
  AlignedVector<double> lower, upper;

  Box() = default;
  Box(std::span<const double> low, std::span<const double> high)
      : width(low.size()), stride(padded(low.size())), lower(stride, 0.0), upper(stride, 0.0) {
    std::copy(low.begin(), low.end(), lower.begin());
    std::copy(high.begin(), high.end(), upper.begin());
  }

  // NaN is outside.
  static bool inside(double value, double low, double high) { return value >= low && value <= high; }

  // Whether the coordinates j … j + 7 of a point are within the bounds, as a mask.
  [[gnu::always_inline]] auto within(const simd::f64x8& eight, std::size_t j) const {
    return (simd::load<simd::f64x8>(&lower[j]) <= eight) & (eight <= simd::load<simd::f64x8>(&upper[j]));
  }

  // A long row is given up after a stretch that is outside. Within one no branch could be foreseen, so there is none.
  static constexpr std::size_t stretch = 4 * row_multiple;

  [[gnu::always_inline]] bool contains(const double* row, std::size_t from, std::size_t to) const {
    simd::AllOf<simd::f64x8> inside;
    for (std::size_t j = from; j < to; j += row_multiple) inside &= within(simd::load<simd::f64x8>(row + j), j);
    return inside.hold();
  }

  bool contains(const double* row) const {
    for (std::size_t from = 0; from < stride; from += stretch)
      if (!contains(row, from, std::min(from + stretch, stride))) return false;
    return true;
  }
};

}  // namespace inbounds
