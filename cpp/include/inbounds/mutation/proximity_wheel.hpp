// The distances between all individuals, kept up to date, as weights of a roulette wheel for each target.
#pragma once

#include <cstddef>
#include <span>

#include "inbounds/population.hpp"
#include "inbounds/random_stream.hpp"

namespace inbounds {

class ProximityWheel {
 public:
  static constexpr double least_distance = 1e-12;

  // by_distance: far individuals are likelier; else near ones, by the inverse of the distance.
  void rebuild(const Rows& x, bool by_distance);
  void update(const Rows& x, std::span<const std::size_t> changed);

  // Draws an individual for `target` with probability proportional to its weight; the target itself has none.
  std::size_t spin(std::size_t target, RandomStream& random) const;

  double weight(std::size_t target, std::size_t other) const { return weights_[target][other]; }

 private:
  void refresh(std::size_t changed);

  bool by_distance_ = false;
  Rows weights_;      // individuals × individuals
  Rows coordinates_;  // dimensions × individuals: lanes are individuals
};

}  // namespace inbounds
