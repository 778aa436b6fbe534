// BBOB in a box whose walls are moved so that the optimum lies at a chosen distance from the nearer one (Mitran,
// Zaharie, Yin and Kononova 2024). The function itself stays BBOB's, penalties for leaving [-5, 5]^n included.
#pragma once

#include <string_view>

#include "inbounds/problem.hpp"

namespace inbounds::problems {

struct MovedWalls {
  static constexpr std::string_view suite = "walls";

  static void move(Problem& problem, const Walls& walls) {
    problem.suite = suite;
    problem.walls = walls;
    const std::size_t n = problem.dimension, moved = walls.coordinates == 0 ? n : walls.coordinates;
    for (std::size_t k = 0; k < moved; ++k) {
      const std::size_t j = k * n / moved;
      double &low = problem.lower[j], &high = problem.upper[j];
      const double at = problem.x_opt[j], ratio = walls.epsilon / (1.0 - walls.epsilon);
      if (at - low <= high - at)
        low = at - (high - at) * ratio;
      else
        high = at + (at - low) * ratio;
    }
  }
};

}  // namespace inbounds::problems
