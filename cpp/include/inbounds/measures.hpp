// What explains a run: how many donor components leave the box and through which walls, what repair makes of them,
// whether repaired trials survive, and how the population lies in the box. Lengths are in widths of the box; a fixed
// variable counts in none of the measures of the population.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "inbounds/box.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

class Measures {
 public:
  static constexpr std::array<std::string_view, 8> names{
      "outside",              // share of the components outside the box, of what the boundary method is given
      "cosine",               // of the angle between (repaired − target) and (before − target), mean over repairs
      "distance",             // between before and repaired, mean over repairs
      "survived_repaired",    // share of repaired trials that replaced their target
      "survived_unrepaired",  // … of the others
      "diversity",            // standard deviation of the population, mean over coordinates
      "extension",            // (∏ side / width)^(1/n) of the population's bounding box
      "on_bound",             // share of the population's coordinates that lie exactly on a bound
  };
  using Row = std::array<double, names.size()>;

  void start(const Box& feasible, std::size_t capacity);
  bool on() const { return box_ != nullptr; }

  void begin_generation() { now_ = {}; }
  // What the boundary method is given, and what it made of it; each row of a generation passes once.
  void before(const Rows& rows, std::size_t begin, std::size_t end);
  void after(const Rows& rows, const Rows& targets, const std::uint8_t* repaired, std::size_t begin, std::size_t end);
  // Who replaced its target.
  void selected(std::span<const std::size_t> replaced, std::span<const std::uint8_t> repaired);

  // Of the last generation, with the population as it is; NaN where there is nothing to measure.
  Row last(const Rows& population) const { return row(now_, population); }
  // Of all generations since this was called last.
  Row since(const Rows& population);
  // Of each lower wall, then of each upper one: share of all donors that crossed it.
  std::vector<double> walls() const;

  template <class Visitor>
  void saved(Visitor& visit) {
    visit("measured_now", now_.data(), now_.size(), -1e18, 1e300);
    visit("measured_since", since_.data(), since_.size(), -1e18, 1e300);
    visit("measured_donors", &donors_, 1, 0.0, 1e18);
    visit("measured_low", low_.data(), low_.size(), 0.0, 1e18);
    visit("measured_high", high_.data(), high_.size(), 0.0, 1e18);
  }

 private:
  enum Sum {
    components,
    crossed,
    cosines,
    cosine,
    distances,
    distance,
    repairs,
    repairs_won,
    others,
    others_won,
    sums
  };
  using Sums = std::array<double, sums>;

  Row row(const Sums& of, const Rows& population) const;

  const Box* box_ = nullptr;
  double free_ = 0.0;  // variables that are not fixed
  AlignedVector<double> per_width_, low_, high_;
  Rows before_;
  Sums now_{}, since_{};
  double donors_ = 0.0;
};

}  // namespace inbounds
