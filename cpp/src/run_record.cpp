#include "inbounds/run_record.hpp"

#include <cmath>
#include <utility>

namespace inbounds {

std::vector<double> standard_targets() {
  constexpr int count = 51;
  std::vector<double> targets(count);
  for (int k = 0; k < count; ++k) targets[k] = std::pow(10.0, (10 - k) / 5.0);
  return targets;
}

std::vector<std::int64_t> curve_evaluations(std::int64_t budget) {
  std::vector<std::int64_t> counts;
  for (int k = 0;; ++k) {
    const auto count = static_cast<std::int64_t>(std::llround(std::pow(10.0, k / 5.0)));
    if (count >= budget) break;
    if (counts.empty() || count > counts.back()) counts.push_back(count);
  }
  counts.push_back(budget);
  return counts;
}

RunRecord::RunRecord(std::size_t dimension, std::int64_t budget)
    : targets(standard_targets()), hits(targets.size(), -1), checkpoints(curve_evaluations(budget)), best_x(dimension) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  for (auto* curve : {&precision, &repaired_share, &mean_f, &mean_cr}) curve->assign(checkpoints.size(), unknown);
}

void RunRecord::follow_shares(std::size_t parts) {
  share_now.assign(parts, 1.0 / static_cast<double>(parts));
  shares.assign(parts * checkpoints.size(), std::numeric_limits<double>::quiet_NaN());
}

void RunRecord::follow_measures(std::size_t count) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  measures.assign(count * checkpoints.size(), unknown);
  walls.assign(2 * best_x.size(), unknown);
}

void RunRecord::explain(std::int64_t first, std::span<const double> row, std::vector<double> wall_shares) {
  const auto count = static_cast<std::ptrdiff_t>(row.size());
  for (std::int64_t k = first; k < next_checkpoint; ++k)
    std::copy(row.begin(), row.end(), measures.begin() + k * count);
  walls = std::move(wall_shares);
}

void RunRecord::mark(double f, double cr) {
  std::copy(share_now.begin(), share_now.end(),
            shares.begin() + static_cast<std::ptrdiff_t>(share_now.size()) * next_checkpoint);
  precision[next_checkpoint] = best;
  repaired_share[next_checkpoint] = share();
  mean_f[next_checkpoint] = f;
  mean_cr[next_checkpoint] = cr;
  ++next_checkpoint;
}

void RunRecord::finish(double f, double cr) {
  while (next_checkpoint < static_cast<std::int64_t>(checkpoints.size())) mark(f, cr);
}

}  // namespace inbounds
