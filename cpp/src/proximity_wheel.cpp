#include "inbounds/mutation/proximity_wheel.hpp"

#include <cmath>

namespace inbounds {

void ProximityWheel::rebuild(const Rows& x, bool by_distance) {
  by_distance_ = by_distance;
  weights_ = Rows(x.count, x.count);
  coordinates_ = Rows(x.width, x.count);
  for (std::size_t i = 0; i < x.count; ++i)
    for (std::size_t j = 0; j < x.width; ++j) coordinates_[j][i] = x[i][j];
  for (std::size_t i = 0; i < x.count; ++i) refresh(i);
}

void ProximityWheel::update(const Rows& x, std::span<const std::size_t> changed) {
  for (const std::size_t i : changed)
    for (std::size_t j = 0; j < x.width; ++j) coordinates_[j][i] = x[i][j];
  for (const std::size_t i : changed) refresh(i);
}

void ProximityWheel::refresh(std::size_t changed) {
  double* row = weights_[changed];
  const std::size_t stride = weights_.stride;
  constexpr std::size_t piece = 8;
  for (std::size_t k = 0; k < stride; k += piece) {
    double squares[piece] = {};
    for (std::size_t j = 0; j < coordinates_.count; ++j) {
      const double* lane = coordinates_[j];
      const double own = lane[changed];
      for (std::size_t p = 0; p < piece; ++p) squares[p] += (lane[k + p] - own) * (lane[k + p] - own);
    }
    for (std::size_t p = 0; p < piece; ++p) {
      const double root = std::sqrt(squares[p]);
      const double distance = root > least_distance ? root : least_distance;
      row[k + p] = by_distance_ ? distance : 1.0 / distance;
    }
  }
  for (std::size_t k = weights_.count; k < stride; ++k) row[k] = 0.0;
  row[changed] = 0.0;
  for (std::size_t k = 0; k < weights_.count; ++k) weights_[k][changed] = row[k];
}

std::size_t ProximityWheel::spin(std::size_t target, RandomStream& random) const {
  const double* row = weights_[target];
  const std::size_t stride = weights_.stride;
  constexpr std::size_t piece = 8;
  double total = 0.0;
  for (std::size_t k = 0; k < stride; k += piece)
    total += ((row[k] + row[k + 1]) + (row[k + 2] + row[k + 3])) + ((row[k + 4] + row[k + 5]) + (row[k + 6] + row[k + 7]));
  double left = random.uniform() * total;
  std::size_t last = target == 0 ? 1 : 0;
  for (std::size_t k = 0; k < stride; k += piece) {
    const double sum =
        ((row[k] + row[k + 1]) + (row[k + 2] + row[k + 3])) + ((row[k + 4] + row[k + 5]) + (row[k + 6] + row[k + 7]));
    if (left >= sum) {
      left -= sum;
      continue;
    }
    for (std::size_t p = 0; p < piece; ++p) {
      if (row[k + p] > 0.0) last = k + p;
      if (left < row[k + p]) return k + p;
      left -= row[k + p];
    }
  }
  return last;  // rounding carried the draw past the end
}

}  // namespace inbounds
