#include "inbounds/handover.hpp"

#include <algorithm>

namespace inbounds {

std::vector<std::int64_t> mark_infeasible(Engine& engine) {
  std::vector<std::int64_t> rows;
  rows.reserve(engine.active());
  engine.before_outside_repair();
  for (std::size_t i = 0; i < engine.active(); ++i) {
    engine.repaired[i] = !engine.box.contains(engine.treated()[i]);
    if (engine.repaired[i]) rows.push_back(static_cast<std::int64_t>(i));
  }
  return rows;
}

HandedOut hand_out(Engine& engine, std::span<const std::int64_t> rows, bool to_boundary) {
  const std::size_t width = engine.box.width;
  const Rows& targets = to_boundary ? engine.seen() : engine.x;
  const Rows& donors = to_boundary ? engine.treated() : engine.trials;
  HandedOut out;
  for (auto* room : {&out.targets, &out.donors, &out.bases}) room->reserve(rows.size() * width);
  for (const std::int64_t row : rows) {
    const auto i = static_cast<std::size_t>(row);
    const double *target = targets[i], *donor = donors[i], *base = to_boundary ? engine.seen_base(i) : engine.bases[i];
    out.targets.insert(out.targets.end(), target, target + width);
    out.donors.insert(out.donors.end(), donor, donor + width);
    out.bases.insert(out.bases.end(), base, base + width);
    out.scale.push_back(engine.scale[i]);
    out.rate.push_back(engine.rate[i]);
  }
  for (std::size_t k = 0; k < out.donors.size(); ++k)
    out.donors[k] = out.donors[k] == out.donors[k] ? out.donors[k] : out.targets[k];
  return out;
}

std::int64_t take_back(Engine& engine, std::span<const std::int64_t> rows, const double* donors) {
  const std::size_t width = engine.box.width;
  const double *lower = engine.box.lower.data(), *upper = engine.box.upper.data();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto i = static_cast<std::size_t>(rows[k]);
    const double* donor = donors + k * width;
    double* trial = engine.treated()[i];
    long outside = 0, moved = 0;
    for (std::size_t j = 0; j < width; ++j) {
      outside |= !Box::inside(donor[j], lower[j], upper[j]);
      moved |= donor[j] != trial[j];
    }
    if (outside != 0) {
      std::size_t j = 0;
      while (Box::inside(donor[j], lower[j], upper[j])) ++j;
      return static_cast<std::int64_t>(k * width + j);
    }
    engine.repaired[i] |= static_cast<std::uint8_t>(moved != 0);
    std::copy_n(donor, width, trial);
  }
  engine.after_outside_repair();
  return -1;
}

}  // namespace inbounds
