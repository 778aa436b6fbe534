#include "inbounds/modules/eigen_rotation.hpp"

#include <algorithm>
#include <cmath>

#include "inbounds/symmetric_eigen.hpp"

namespace inbounds {

EigenRotation::State::State(const Setup& setup)
    : probability_(setup.options[0]),
      share_(setup.options[1]),
      widths_(setup.box.stride, 1.0),
      basis_(setup.box.width, setup.box.width),
      inverse_(setup.box.width, setup.box.width) {
  for (std::size_t j = 0; j < setup.box.width; ++j)
    if (setup.box.upper[j] > setup.box.lower[j]) widths_[j] = setup.box.upper[j] - setup.box.lower[j];
}

std::size_t EigenRotation::State::count(std::size_t population) const {
  const auto wanted = static_cast<std::size_t>(std::lround(share_ * static_cast<double>(population)));
  return std::clamp<std::size_t>(wanted, std::min<std::size_t>(2, population), population);
}

void EigenRotation::State::prepare(const Generation& now, const std::uint32_t* order) {
  active = now.random.uniform() < probability_;
  if (!active) return;
  const std::size_t n = basis_.count, chosen = count(now.x.count);
  std::vector<double> mean(inverse_.stride, 0.0), values(n);
  for (std::size_t k = 0; k < chosen; ++k)
    for (std::size_t j = 0; j < n; ++j) mean[j] += now.x[order[k]][j];
  for (double& value : mean) value /= static_cast<double>(chosen);
  // `inverse_` holds the covariance for the time being: on the unit box, lower half first.
  Rows& covariance = inverse_;
  std::fill(covariance.values.begin(), covariance.values.end(), 0.0);
  std::vector<double> away(inverse_.stride, 0.0);
  for (std::size_t k = 0; k < chosen; ++k) {
    for (std::size_t j = 0; j < n; ++j) away[j] = (now.x[order[k]][j] - mean[j]) / widths_[j];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) covariance[i][j] += away[i] * away[j];
  }
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) trace += covariance[i][i];
  active = trace > 0.0 && std::isfinite(trace);
  if (!active) return;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) covariance[i][j] = covariance[j][i] = covariance[i][j] / trace;
  symmetric_eigen(covariance, basis_, values.data());
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j) {
      inverse_[j][k] = basis_[k][j] / widths_[j];
      basis_[k][j] *= widths_[j];
    }
}

void EigenRotation::State::there(double* rotated, const double* donor, const double* target) const {
  std::fill_n(rotated, inverse_.stride, 0.0);
  for (std::size_t j = 0; j < inverse_.count; ++j) {
    const double difference = donor[j] - target[j];
    const double* row = inverse_[j];
    for (std::size_t k = 0; k < inverse_.stride; ++k) rotated[k] += difference * row[k];
  }
}

void EigenRotation::State::back(double* trial, const double* rotated, const double* target) const {
  copy_row(trial, target, basis_.stride);
  for (std::size_t k = 0; k < basis_.count; ++k) {
    if (rotated[k] == 0.0) continue;
    const double along = rotated[k];
    const double* row = basis_[k];
    for (std::size_t j = 0; j < basis_.stride; ++j) trial[j] += along * row[j];
  }
}

}  // namespace inbounds
