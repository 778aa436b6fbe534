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

  bool contains(const double* row) const {
    using Eight = simd::f64x8;
    auto within = Eight{} == Eight{};
    for (std::size_t j = 0; j < stride; j += row_multiple) {
      const Eight value = simd::load<Eight>(row + j);
      within = within & (simd::load<Eight>(&lower[j]) <= value) & (value <= simd::load<Eight>(&upper[j]));
    }
    return simd::all(within);
  }
};

}  // namespace inbounds
