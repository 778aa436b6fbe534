#include "inbounds/mutation/proximity_wheel.hpp"

#include <numeric>
#include <utility>

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
  double* row = weights_[target];
  const auto add_up = [&](std::size_t k) { sums_[k] = simd::sum(simd::load(row + k * piece) + simd::load(row + k * piece + 4)); };
  for (std::size_t k = 0; k < sums_.size(); ++k) add_up(k);
  // Without replacement: a drawn weight is taken off the wheel (subtracting it from the sum would drown small ones,
  // spinning again until another comes could last for ever), and put back in the end.
  double kept[most_drawn];
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    drawn[k] = spin(row, random);
    kept[k] = std::exchange(row[drawn[k]], 0.0);
    add_up(drawn[k] / piece);
  }
  for (std::size_t k = 0; k < drawn.size(); ++k) row[drawn[k]] = kept[k];
}

std::size_t ProximityWheel::spin(const double* row, RandomStream& random) const {
  const double total = std::accumulate(sums_.begin(), sums_.end(), 0.0);
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
