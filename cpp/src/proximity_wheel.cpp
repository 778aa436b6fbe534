#include "inbounds/mutation/proximity_wheel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace inbounds {

namespace {
constexpr std::size_t piece = 8;
}

ProximityWheel::ProximityWheel(const Box& box, bool by_distance) : by_distance_(by_distance) {
  constexpr double nearest = 1e-12;  // closer individuals count as this far away
  constexpr int largest = 480;       // squares of 2^480 can be added up a million times
  double widest = 0.0;
  for (std::size_t j = 0; j < box.width; ++j) widest = std::max(widest, box.upper[j] - box.lower[j]);
  unit_ = std::ldexp(1.0, std::min(0, largest - (widest > 0.0 ? std::ilogb(widest) : 0)));
  least_distance_ = std::max(nearest * unit_, 0x1p-480);  // its inverse can be added up as well
}

void ProximityWheel::rebuild(const Rows& x) {
  weights_ = Rows(x.count, x.count);
  coordinates_ = Rows(x.width, x.count);
  pieces_ = weights_.stride / piece;
  sums_ = Rows(x.count, pieces_);
  spare_sums_.assign(pieces_, 0.0);
  summed_.assign(x.count, 0);
  for (std::size_t i = 0; i < x.count; ++i)
    for (std::size_t j = 0; j < x.width; ++j) coordinates_[j][i] = unit_ * x[i][j];
  for (std::size_t i = 0; i < x.count; ++i) refresh(i);
}

void ProximityWheel::update(const Rows& x, std::span<const std::size_t> changed) {
  if (changed.empty()) return;
  std::fill(summed_.begin(), summed_.end(), 0);
  for (const std::size_t i : changed)
    for (std::size_t j = 0; j < x.width; ++j) coordinates_[j][i] = unit_ * x[i][j];
  for (const std::size_t i : changed) refresh(i);
  // The columns row by row: each row is in the cache once, however many individuals changed.
  for (std::size_t k = 0; k < weights_.count; ++k) {
    double* row = weights_[k];
    for (const std::size_t i : changed) row[i] = weights_[i][k];
  }
}

template <std::size_t Vectors>
void ProximityWheel::refresh_lanes(std::size_t changed, std::size_t from) {
  using Eight = simd::f64x8;
  Eight squares[Vectors] = {};
  for (std::size_t j = 0; j < coordinates_.count; ++j) {
    const double* lane = coordinates_[j];
    for (std::size_t v = 0; v < Vectors; ++v) {
      const Eight difference = simd::load<Eight>(lane + from + piece * v) - lane[changed];
      squares[v] += difference * difference;
    }
  }
  for (std::size_t v = 0; v < Vectors; ++v) {
    const Eight distance = simd::max(simd::sqrt(squares[v]), least_distance_);
    simd::store(weights_[changed] + from + piece * v, by_distance_ ? distance : 1.0 / distance);
  }
}

void ProximityWheel::refresh(std::size_t changed) {
  std::size_t from = 0;
  for (; from + 4 * piece <= weights_.stride; from += 4 * piece) refresh_lanes<4>(changed, from);
  for (; from < weights_.stride; from += piece) refresh_lanes<1>(changed, from);
  double* row = weights_[changed];
  for (std::size_t k = weights_.count; k < weights_.stride; ++k) row[k] = 0.0;
  row[changed] = 0.0;
}

void ProximityWheel::add_up(const double* row, double* sums) const {
  double total = 0.0;
  for (std::size_t k = 0; k < pieces_; ++k) {
    const auto four = simd::load<simd::f64x4>(row + k * piece) + simd::load<simd::f64x4>(row + k * piece + 4);
    double part[4];
    simd::store(part, four);
    sums[k] = total += (part[0] + part[2]) + (part[1] + part[3]);
  }
}

void ProximityWheel::draw(std::size_t target, std::span<std::size_t> drawn, RandomStream& random) {
  double *row = weights_[target], *sums = sums_[target];
  if (!summed_[target]) {
    add_up(row, sums);
    summed_[target] = 1;
  }
  // Spinning again on a repeated draw is the wheel without replacement, as long as it does not last.
  int patience = 32;
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    do {
      if (patience-- == 0) return draw_with_removal(row, drawn, k, random);
      drawn[k] = spin(row, sums, random);
    } while (std::find(drawn.data(), drawn.data() + k, drawn[k]) != drawn.data() + k);
  }
}

// Takes each drawn weight off the wheel, and puts them back in the end: for wheels on which a few weights are
// everything (individuals that coincide). The first `done` are drawn already and stay: drawing them again because the
// next one was long in coming would favour sets whose last one comes quickly.
void ProximityWheel::draw_with_removal(double* row, std::span<std::size_t> drawn, std::size_t done,
                                       RandomStream& random) {
  double kept[most_drawn];
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    if (k >= done) {
      add_up(row, spare_sums_.data());
      drawn[k] = spin(row, spare_sums_.data(), random);
    }
    kept[k] = std::exchange(row[drawn[k]], 0.0);
  }
  for (std::size_t k = 0; k < drawn.size(); ++k) row[drawn[k]] = kept[k];
}

// Counts what lies below the drawn place instead of stopping there: where a search would stop cannot be foreseen, and
// a processor that guesses wrong loses more than the few additions.
inline std::size_t ProximityWheel::spin(const double* row, const double* sums, RandomStream& random) const {
  for (;;) {
    const double place = random.uniform() * sums[pieces_ - 1];
    std::size_t before = 0;
    for (std::size_t k = 0; k < pieces_; ++k) before += sums[k] <= place;
    if (before == pieces_) continue;  // rounded up to the end
    const double left = place - (before == 0 ? 0.0 : sums[before - 1]);
    const double* weights = row + before * piece;
    double sum = 0.0;
    std::size_t passed = 0;
    for (std::size_t k = 0; k < piece; ++k) passed += (sum += weights[k]) <= left;
    if (passed < piece) return before * piece + passed;
  }
}

}  // namespace inbounds
