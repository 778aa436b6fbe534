// What one run leaves behind: the best point, the first hits of the targets, and curves over log-spaced evaluations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace inbounds {

// 10^2 … 10^-8, five a decade.
std::vector<double> standard_targets();

// Evaluation counts at which the curves are read: five a decade from 1, the last one `budget`.
std::vector<std::int64_t> curve_evaluations(std::int64_t budget);

struct RunRecord {
  std::vector<double> targets;
  std::vector<std::int64_t> hits;  // evaluation at which a target was first reached, −1 for never
  std::vector<std::int64_t> checkpoints;
  std::vector<double> precision, repaired_share, mean_f, mean_cr;  // at the checkpoints
  std::vector<double> share_now, shares;  // of the methods of a mixture: now, and at the checkpoints
  std::vector<double> measures, walls;    // of runs that are measured: at the checkpoints, and in the end
  std::vector<double> best_x;
  double best = std::numeric_limits<double>::infinity();
  std::int64_t evaluations = 0, repaired = 0, nonfinite = 0, generations = 0;
  std::int64_t next_target = 0, next_checkpoint = 0;

  RunRecord() = default;
  RunRecord(std::size_t dimension, std::int64_t budget);

  double share() const {
    return evaluations == 0 ? 0.0 : static_cast<double>(repaired) / static_cast<double>(evaluations);
  }

  // Call after each evaluation was counted.
  void improve(double value, const double* x) {
    best = value;
    std::copy_n(x, best_x.size(), best_x.begin());
    while (next_target < static_cast<std::int64_t>(targets.size()) && best <= targets[next_target])
      hits[next_target++] = evaluations;
  }

  bool at_checkpoint() const {
    return next_checkpoint < static_cast<std::int64_t>(checkpoints.size()) &&
           evaluations == checkpoints[next_checkpoint];
  }

  // The evaluation at which the curves are read next.
  std::int64_t next_count() const {
    return next_checkpoint < static_cast<std::int64_t>(checkpoints.size()) ? checkpoints[next_checkpoint]
                                                                           : std::numeric_limits<std::int64_t>::max();
  }

  // For a mixture of `parts` methods, which begin with equal shares; 0: none.
  void follow_shares(std::size_t parts);

  // For so many measures at each checkpoint.
  void follow_measures(std::size_t count);

  // Notes the measures of a generation at all checkpoints that fell into it, from `first` on.
  void explain(std::int64_t first, std::span<const double> row, std::vector<double> wall_shares);

  void mark(double f, double cr);

  // A run that ended early keeps its last values to the end of its curves.
  void finish(double f, double cr);
};

}  // namespace inbounds
