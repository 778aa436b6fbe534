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
  [[gnu::always_inline]] bool contains(const simd::f64x8& eight, std::size_t j) const {
    return simd::all(within(eight, j));
  }

  bool contains(const double* row) const {
    simd::AllOf<simd::f64x8> inside;
    for (std::size_t j = 0; j < stride; j += row_multiple) inside &= within(simd::load<simd::f64x8>(row + j), j);
    return inside.hold();
  }
};

}  // namespace inbounds
