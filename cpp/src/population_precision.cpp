#include "inbounds/boundary/population_precision.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {

void PopulationPrecision::measure(const Box& box) {
  known_ = true;
  const Rows& x = *population_;
  const std::size_t n = box.width, stride = box.stride, count = x.count;
  // The individuals around their mean.
  spread_.assign(count * stride, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    const double width = box.upper[j] - box.lower[j];
    if (!(width > 0.0)) continue;
    double mean = 0.0;
    for (std::size_t i = 0; i < count; ++i) mean += (x[i][j] - box.lower[j]) / width / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) spread_[i * stride + j] = (x[i][j] - box.lower[j]) / width - mean;
  }
  covariance_.assign(n * stride, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const double* row = spread_.data() + i * stride;
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < stride; ++k) covariance_[j * stride + k] += row[j] * row[k];
  }
  double trace = 0.0;
  for (std::size_t j = 0; j < n; ++j) trace += covariance_[j * stride + j];
  inverse_.assign(n * stride, 0.0);
  for (std::size_t j = 0; j < n; ++j) inverse_[j * stride + j] = 1.0;
  if (!(trace > 1e-28 * static_cast<double>(n * count))) return;  // less is rounding, and points nowhere
  // Gauss–Jordan without pivoting: the matrix is positive definite. Only ratios of its entries matter.
  for (std::size_t j = 0; j < n; ++j) covariance_[j * stride + j] += 1e-10 * trace / static_cast<double>(n);
  for (std::size_t p = 0; p < n; ++p) {
    double *pivot = covariance_.data() + p * stride, *beside = inverse_.data() + p * stride;
    const double scale = 1.0 / pivot[p];
    for (std::size_t k = 0; k < stride; ++k) pivot[k] *= scale, beside[k] *= scale;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == p) continue;
      double *row = covariance_.data() + j * stride, *to = inverse_.data() + j * stride;
      const double factor = row[p];
      for (std::size_t k = 0; k < stride; ++k) row[k] -= factor * pivot[k], to[k] -= factor * beside[k];
    }
  }
}

}  // namespace inbounds
