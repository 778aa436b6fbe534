// Several boundary methods at once: each infeasible donor gets one of them, drawn by shares that stay equal or are
// learned from what became of the repaired trials.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "inbounds/operator_state.hpp"

namespace inbounds {

enum class MixtureRule {
  uniform,       // equal shares throughout
  success_rate,  // credit for a repaired trial that was accepted
  abchs,         // the same, over learning periods (Juárez-Castillo, Acosta-Mesa & Mezura-Montes 2019)
  survival,      // credit for a repaired trial whose line still lives some generations later
};

class Mixture {
 public:
  static constexpr std::uint8_t nobody = 255;  // the donor was feasible

  void start(std::size_t parts, MixtureRule by, const Setup& setup) {
    rule = by;
    period = static_cast<std::int64_t>(std::llround(static_cast<double>(setup.box.width) / 2.0)) + 2;
    share.assign(parts, 1.0 / static_cast<double>(parts));
    tried.assign(parts, 0.0);
    won.assign(parts, 0.0);
    part.assign(setup.capacity, nobody);
    generation = 0;
    if (rule != MixtureRule::survival) return;
    born.assign(setup.capacity, -1);
    ancestor.assign(setup.capacity, 0);
    repaired_by.assign(setup.capacity * (delay + 1), nobody);
  }

  std::size_t size() const { return share.size(); }

  void assign(std::size_t individual, RandomStream& random) {
    std::size_t chosen = 0;
    if (rule == MixtureRule::uniform) {
      chosen = random.below(size());
    } else {
      double left = random.uniform();
      while (chosen + 1 < size() && (left -= share[chosen]) >= 0.0) ++chosen;
    }
    part[individual] = static_cast<std::uint8_t>(chosen);
  }

  // While the population still holds the parents.
  void learn(const Outcome& outcome, const std::vector<const double*>& bases) {
    const std::size_t active = outcome.repaired.size();
    if (rule == MixtureRule::success_rate) {
      fade();
      count(outcome, active);
      reward();
    } else if (rule == MixtureRule::abchs) {
      count(outcome, active);
      if ((generation + 1) % period == 0) reward_period();
    } else if (rule == MixtureRule::survival) {
      follow(outcome, bases, active);
      fade();
      count_living();
      reward();
    }
    ++generation;
  }

  template <class Visitor>
  void saved(Visitor& visit) {
    visit("mixture_share", share.data(), share.size(), 0.0, 1.0);
    visit("mixture_tried", tried.data(), tried.size(), 0.0, 1e18);
    visit("mixture_won", won.data(), won.size(), 0.0, 1e18);
    visit("mixture_part", part.data(), part.size(), std::uint8_t{0}, nobody);
    visit("mixture_generation", &generation, 1, std::int64_t{0}, std::int64_t{1} << 62);
    if (rule != MixtureRule::survival) return;
    visit("mixture_born", born.data(), born.size(), std::int64_t{-1}, std::int64_t{1} << 62);
    visit("mixture_ancestor", ancestor.data(), ancestor.size(), std::int64_t{0},
          static_cast<std::int64_t>(part.size()) - 1);
    visit("mixture_repaired_by", repaired_by.data(), repaired_by.size(), std::uint8_t{0}, nobody);
  }

  AlignedVector<double> share;
  std::vector<std::uint8_t> part;  // which method treats each individual of this generation

 private:
  static constexpr double decay = 0.95;  // of the counters, per generation
  static constexpr std::int64_t delay = 10;

  void fade() {
    for (std::size_t k = 0; k < size(); ++k) tried[k] *= decay, won[k] *= decay;
  }

  void count(const Outcome& outcome, std::size_t active) {
    for (std::size_t i = 0; i < active; ++i)
      if (part[i] < size()) tried[part[i]] += 1.0;
    for (const std::size_t i : outcome.who)
      if (part[i] < size()) won[part[i]] += 1.0;
  }

  // Rates shrunk to the pooled one by five trials, squared; every method keeps a small share.
  void reward() {
    double all_tried = 0.0, all_won = 0.0, squares = 0.0;
    for (std::size_t k = 0; k < size(); ++k) all_tried += tried[k], all_won += won[k];
    const double pooled = all_tried > 0.0 ? all_won / all_tried : 0.0, parts = static_cast<double>(size());
    const double least = std::min(0.05, 0.5 / parts);
    for (std::size_t k = 0; k < size(); ++k) {
      const double rate = (won[k] + 5.0 * pooled) / (tried[k] + 5.0);
      squares += share[k] = rate * rate;
    }
    for (double& s : share) s = squares > 0.0 ? least + (1.0 - least * parts) * s / squares : 1.0 / parts;
  }

  void reward_period() {
    double sum = 0.0;
    for (std::size_t k = 0; k < size(); ++k) sum += share[k] = (tried[k] > 0.0 ? won[k] / tried[k] : 0.0) + 0.01;
    for (double& s : share) s /= sum;
    std::fill(tried.begin(), tried.end(), 0.0);
    std::fill(won.begin(), won.end(), 0.0);
  }

  // An accepted trial continues the line of its base vector, unless it was repaired: then it begins one.
  void follow(const Outcome& outcome, const std::vector<const double*>& bases, std::size_t active) {
    const std::vector<std::int64_t> born_before = born, ancestor_before = ancestor;
    const auto population = static_cast<std::ptrdiff_t>(outcome.parents.values.size());
    for (const std::size_t i : outcome.who) {
      if (part[i] < size()) {
        born[i] = generation;
        ancestor[i] = static_cast<std::int64_t>(i);
        continue;
      }
      const std::ptrdiff_t place = bases[i] - outcome.parents.values.data();
      if (place < 0 || place >= population) continue;  // no individual: the line of the target goes on
      const std::size_t base = static_cast<std::size_t>(place) / outcome.parents.stride;
      born[i] = born_before[base];
      ancestor[i] = ancestor_before[base];
    }
    std::uint8_t* now = repaired_by.data() + static_cast<std::size_t>(generation % (delay + 1)) * part.size();
    for (std::size_t i = 0; i < part.size(); ++i) now[i] = i < active ? part[i] : nobody;
  }

  void count_living() {
    if (generation < delay) return;
    const std::int64_t then = generation - delay;
    std::vector<std::uint8_t> lives(part.size(), 0);
    for (std::size_t i = 0; i < part.size(); ++i)
      if (born[i] == then) lives[static_cast<std::size_t>(ancestor[i])] = 1;
    const std::uint8_t* by = repaired_by.data() + static_cast<std::size_t>(then % (delay + 1)) * part.size();
    for (std::size_t i = 0; i < part.size(); ++i)
      if (by[i] < size()) tried[by[i]] += 1.0, won[by[i]] += lives[i];
  }

  MixtureRule rule = MixtureRule::uniform;
  std::int64_t generation = 0, period = 1;
  AlignedVector<double> tried, won;
  std::vector<std::int64_t> born, ancestor;  // of each individual: the repair that its line began with
  std::vector<std::uint8_t> repaired_by;     // of the last generations, a ring
};

}  // namespace inbounds
