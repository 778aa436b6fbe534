#include "inbounds/measures.hpp"

#include <cmath>
#include <limits>

#include "inbounds/simd.hpp"

namespace inbounds {

namespace {

using Eight = simd::f64x8;

double total(const Eight& eight) {
  alignas(alignment) double lanes[row_multiple];
  simd::store(lanes, eight);
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

}  // namespace

void Measures::start(const Box& feasible, std::size_t capacity) {
  box_ = &feasible;
  for (auto* room : {&per_width_, &low_, &high_}) room->assign(feasible.stride, 0.0);
  free_ = 0.0;
  for (std::size_t j = 0; j < feasible.width; ++j)
    if (feasible.upper[j] > feasible.lower[j]) {
      per_width_[j] = 1.0 / (feasible.upper[j] - feasible.lower[j]);
      ++free_;
    }
  before_ = Rows(capacity, feasible.width);
}

void Measures::before(const Rows& rows, std::size_t begin, std::size_t end) {
  double crossed_now = 0.0;
  for (std::size_t i = begin; i < end; ++i) {
    const double* row = rows[i];
    double* kept = before_[i];
    simd::AllOf<Eight> inside;
    for (std::size_t j = 0; j < rows.stride; j += row_multiple) {
      const Eight eight = simd::load<Eight>(row + j);
      simd::store(kept + j, eight);
      inside &= box_->within(eight, j);
    }
    if (inside.hold()) continue;
    Eight count{};
    for (std::size_t j = 0; j < rows.stride; j += row_multiple) {
      const Eight value = simd::load<Eight>(row + j);
      const Eight below = simd::select<Eight>(value < simd::load<Eight>(&box_->lower[j]), 1.0, 0.0);
      const Eight above = simd::select<Eight>(value > simd::load<Eight>(&box_->upper[j]), 1.0, 0.0);
      simd::store(&low_[j], simd::load<Eight>(&low_[j]) + below);
      simd::store(&high_[j], simd::load<Eight>(&high_[j]) + above);
      count += below + above;
    }
    crossed_now += total(count);
  }
  const auto donors = static_cast<double>(end - begin);
  donors_ += donors;
  now_[components] += donors * static_cast<double>(box_->width);
  now_[crossed] += crossed_now;
}

void Measures::after(const Rows& rows, const Rows& targets, const std::uint8_t* repaired, std::size_t begin,
                     std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (!repaired[i]) continue;
    Eight dot{}, made{}, wanted{}, apart{};
    for (std::size_t j = 0; j < rows.stride; j += row_multiple) {
      const Eight scale = simd::load<Eight>(&per_width_[j]), target = simd::load<Eight>(targets[i] + j);
      const Eight a = (simd::load<Eight>(rows[i] + j) - target) * scale;
      const Eight b = (simd::load<Eight>(before_[i] + j) - target) * scale;
      dot += a * b;
      made += a * a;
      wanted += b * b;
      apart += (a - b) * (a - b);
    }
    const double moved = std::sqrt(total(apart)), lengths = std::sqrt(total(made)) * std::sqrt(total(wanted));
    if (!(moved < std::numeric_limits<double>::infinity())) continue;  // from a point that is no point
    ++now_[distances];
    now_[distance] += moved;
    if (!(lengths > 0.0)) continue;  // a step of no length has no direction
    ++now_[cosines];
    now_[cosine] += total(dot) / lengths;
  }
}

void Measures::selected(std::span<const std::size_t> replaced, std::span<const std::uint8_t> repaired) {
  std::size_t touched = 0, won = 0;
  for (const std::uint8_t flag : repaired) touched += flag;
  for (const std::size_t i : replaced) won += repaired[i];
  now_[repairs] += static_cast<double>(touched);
  now_[repairs_won] += static_cast<double>(won);
  now_[others] += static_cast<double>(repaired.size() - touched);
  now_[others_won] += static_cast<double>(replaced.size() - won);
  for (std::size_t k = 0; k < sums; ++k) since_[k] += now_[k];
}

Measures::Row Measures::since(const Rows& population) {
  const Row read = row(since_, population);
  since_ = {};
  return read;
}

std::vector<double> Measures::walls() const {
  std::vector<double> shares;
  shares.reserve(2 * box_->width);
  for (const auto* counts : {&low_, &high_})
    for (std::size_t j = 0; j < box_->width; ++j) shares.push_back((*counts)[j] / donors_);
  return shares;
}

Measures::Row Measures::row(const Sums& of, const Rows& population) const {
  double deviations = 0.0, sides = 0.0, on_bound = 0.0;
  const auto count = static_cast<double>(population.count);
  for (std::size_t j = 0; j < population.stride; j += row_multiple) {
    const Eight low = simd::load<Eight>(&box_->lower[j]), high = simd::load<Eight>(&box_->upper[j]);
    const Eight scale = simd::load<Eight>(&per_width_[j]);
    const auto place = [&](std::size_t i) __attribute__((always_inline)) {
      return (simd::load<Eight>(population[i] + j) - low) * scale;
    };
    Eight mean{}, squares{}, bounds{}, least = place(0), most = least;
    for (std::size_t i = 0; i < population.count; ++i) {
      const Eight value = simd::load<Eight>(population[i] + j), at = place(i);
      mean += at;
      least = simd::min(least, at);
      most = simd::max(most, at);
      bounds += simd::select<Eight>((value == low) | (value == high), 1.0, 0.0);
    }
    mean = mean / count;
    for (std::size_t i = 0; i < population.count; ++i) {
      const Eight apart = place(i) - mean;
      squares += apart * apart;
    }
    alignas(alignment) double side[row_multiple], square[row_multiple], bound[row_multiple];
    simd::store(side, most - least);
    simd::store(square, squares);
    simd::store(bound, bounds);
    for (std::size_t k = 0; k < row_multiple; ++k) {
      if (per_width_[j + k] == 0.0) continue;
      deviations += std::sqrt(square[k] / count);
      sides += std::log(side[k]);
      on_bound += bound[k];
    }
  }
  return {of[crossed] / of[components],  of[cosine] / of[cosines],    of[distance] / of[distances],
          of[repairs_won] / of[repairs], of[others_won] / of[others], deviations / free_,
          std::exp(sides / free_),       on_bound / (free_ * count)};
}

}  // namespace inbounds
