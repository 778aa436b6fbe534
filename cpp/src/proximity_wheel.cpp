#include "inbounds/mutation/proximity_wheel.hpp"

#include <algorithm>

namespace inbounds {

namespace {
constexpr std::size_t piece = 8;
}

void ProximityWheel::rebuild(const Rows& x, bool by_distance) {
  by_distance_ = by_distance;
  weights_ = Rows(x.count, x.count);
  coordinates_ = Rows(x.width, x.count);
  sums_.assign(weights_.stride / piece, 0.0);
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
  for (std::size_t k = 0; k < weights_.stride; k += piece) {
    simd::f64x4 low = simd::splat(0.0), high = simd::splat(0.0);
    for (std::size_t j = 0; j < coordinates_.count; ++j) {
      const double* lane = coordinates_[j];
      const simd::f64x4 one = simd::load(lane + k) - lane[changed], other = simd::load(lane + k + 4) - lane[changed];
      low += one * one;
      high += other * other;
    }
    simd::store(row + k, weight_of(low));
    simd::store(row + k + 4, weight_of(high));
  }
  for (std::size_t k = weights_.count; k < weights_.stride; ++k) row[k] = 0.0;
  row[changed] = 0.0;
  for (std::size_t k = 0; k < weights_.count; ++k) weights_[k][changed] = row[k];
}

simd::f64x4 ProximityWheel::weight_of(simd::f64x4 squared_distance) const {
  const simd::f64x4 distance = simd::max(simd::sqrt(squared_distance), simd::splat(least_distance));
  return by_distance_ ? distance : 1.0 / distance;
}

void ProximityWheel::draw(std::size_t target, std::span<std::size_t> drawn, RandomStream& random) {
  const double* row = weights_[target];
  double total = 0.0;
  for (std::size_t k = 0; k < weights_.stride; k += piece)
    total += sums_[k / piece] = simd::sum(simd::load(row + k) + simd::load(row + k + 4));
  // Spinning again on a repeated draw is the wheel without replacement.
  for (auto place = drawn.begin(); place != drawn.end(); ++place)
    do *place = spin(target, total, random);
    while (std::find(drawn.begin(), place, *place) != place);
}

std::size_t ProximityWheel::spin(std::size_t target, double total, RandomStream& random) const {
  const double* row = weights_[target];
  for (;;) {
    double left = random.uniform() * total;
    std::size_t k = 0;
    while (k < sums_.size() && left >= sums_[k]) left -= sums_[k++];
    if (k == sums_.size()) continue;  // rounding carried the draw past the end
    for (std::size_t at = k * piece; at < (k + 1) * piece; ++at) {
      if (left < row[at]) return at;
      left -= row[at];
    }
  }
}

}  // namespace inbounds
