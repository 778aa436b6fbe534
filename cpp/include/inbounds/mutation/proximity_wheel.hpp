// The distances between all individuals, kept up to date, as weights of a roulette wheel for each target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inbounds/box.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"
#include "inbounds/simd.hpp"

namespace inbounds {

class ProximityWheel {
 public:
  static constexpr std::size_t most_drawn = 3;

  // by_distance: far individuals are likelier; else near ones, by the inverse of the distance.
  ProximityWheel(const Box& box, bool by_distance);

  void rebuild(const Rows& x);
  void update(const Rows& x, std::span<const std::size_t> changed);

  // Fills `drawn` (at most `most_drawn`) with different individuals for `target`, one after the other with probability
  // proportional to their weights; the target itself has none.
  void draw(std::size_t target, std::span<std::size_t> drawn, RandomStream& random);

 private:
  template <std::size_t Vectors>
  void refresh_lanes(std::size_t changed, std::size_t from);
  void refresh(std::size_t changed);
  void add_up(const double* row, double* sums) const;
  std::size_t spin(const double* row, const double* sums, RandomStream& random) const;
  void draw_with_removal(double* row, std::span<std::size_t> drawn, std::size_t done, RandomStream& random);

  bool by_distance_;
  double unit_;            // coordinates are taken times this, a power of two, so that no square overflows
  double least_distance_;  // in that unit
  Rows weights_;           // individuals × individuals
  Rows coordinates_;       // dimensions × individuals: lanes are individuals
  std::size_t pieces_ = 0;
  Rows sums_;                         // of each target's weights up to the end of each piece …
  std::vector<std::uint8_t> summed_;  // … where they stand since the last change
  AlignedVector<double> spare_sums_;  // of a wheel from which some were taken off
};

}  // namespace inbounds
