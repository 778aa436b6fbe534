// Donors handed to a stage outside the core, as plain rows, and taken back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inbounds/engine.hpp"

namespace inbounds {

// Some rows of a generation, without padding.
struct HandedOut {
  std::vector<double> targets, donors, bases;  // count × width each
  std::vector<double> scale, rate;             // F and Cr
};

// The donors outside the box, which are marked as repaired; the others are unmarked.
std::vector<std::int64_t> mark_infeasible(Engine& engine);

// A NaN coordinate of a donor becomes the target's, as in the core's own repairs.
// `to_boundary`: as a boundary method sees them.
HandedOut hand_out(Engine& engine, std::span<const std::int64_t> rows, bool to_boundary);

// Takes repaired donors back and marks those that moved. Returns the place (row · width + coordinate) of the first
// value outside the box, −1 where there is none; the row of that value is not taken.
std::int64_t take_back(Engine& engine, std::span<const std::int64_t> rows, const double* donors);

}  // namespace inbounds
