#include "inbounds/engine.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "inbounds/adaptation/all_adaptations.hpp"
#include "inbounds/boundary/all_boundaries.hpp"
#include "inbounds/crossover/all_crossovers.hpp"
#include "inbounds/mutation/all_mutations.hpp"

namespace inbounds {

namespace {
double mean(const AlignedVector<double>& values, std::size_t count) {
  return std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), 0.0) /
         static_cast<double>(count);
}

const OperatorInfo& info_of_boundary(const Settings& settings) { return Boundaries::infos[settings.boundary.index]; }

bool penalises(const Settings& settings) { return info_of_boundary(settings).kind == Kind::penalise; }

// Death penalty's option "strict": refused trials are not even evaluated.
bool evaluates_refused(const Settings& settings) { return settings.boundary.options[0] == 1.0; }
}  // namespace

Engine::Engine(const Settings& given, const Box& feasible, std::uint64_t seed, std::uint64_t run)
    : settings(given),
      box(feasible),
      random(seed, run),
      record(feasible.width, given.budget),
      x(given.population, feasible.width),
      trials(given.population, feasible.width),
      f(given.population, std::numeric_limits<double>::infinity()),
      scale(given.population),
      rate(given.population),
      bases(given.population),
      repaired(given.population),
      refused(given.population),
      needs_(Mutations::infos[given.mutation.index].needs),
      order_(given.population),
      trial_f_(given.population),
      draws_(feasible.stride),
      centroids_(given.population, feasible.width) {
  const auto size = static_cast<double>(settings.population);
  elite_ = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(0.05, 3.0 / size) * size + 1e-9), 1,
                                   settings.population);
  for (auto* room : {&won_f_, &won_cr_, &won_by_}) room->reserve(settings.population);
  winners_.reserve(settings.population);
  points_.reserve(settings.population);
  adaptation.options = settings.adaptation.options;
  Adaptations::visit(settings.adaptation.index, [&]<class Op>() { Op::start(adaptation, settings.population); });
  Boundaries::visit(settings.boundary.index, [&]<class Op>() {
    if constexpr (Op::info.kind == Kind::transform) untouched_ = Op::untouched(box, settings.boundary.options);
  });
  for (std::size_t i = 0; i < settings.population; ++i) bases[i] = x[i];
}

void Engine::set_bases(const double* rows) {
  for (std::size_t i = 0; i < active_; ++i) {
    std::copy_n(rows + i * box.width, box.width, centroids_[i]);
    bases[i] = centroids_[i];
  }
}

void Engine::propose() {
  if (proposed_) return;
  if (initial()) {
    sample_initial();
  } else {
    // Block by block, so that a large generation passes these stages while it is in the cache.
    constexpr std::size_t block = 128;
    parameters();
    prepare();
    for (std::size_t begin = 0; begin < active_; begin += block) {
      const std::size_t end = std::min(begin + block, active_);
      make_donors(begin, end);
      repair_donors(begin, end);
      cross_donors(begin, end);
    }
    penalise();
  }
}

void Engine::sample_initial() {
  active_ = settings.population;
  for (std::size_t i = 0; i < active_; ++i) {
    random.fill_uniform(trials[i], box.stride);
    for (std::size_t j = 0; j < box.stride; ++j)
      trials[i][j] = box.lower[j] + trials[i][j] * (box.upper[j] - box.lower[j]);
    settle(trials[i], box, box.lower.data());
  }
  std::fill(repaired.begin(), repaired.end(), 0);
  std::fill(refused.begin(), refused.end(), 0);
  collect_points();
}

void Engine::parameters() {
  active_ = static_cast<std::size_t>(
      std::min<std::int64_t>(static_cast<std::int64_t>(settings.population), settings.budget - record.evaluations));
  Adaptations::visit(settings.adaptation.index, [&]<class Op>() { Op::draw(adaptation, {scale, rate, random}); });
}

// What the mutation needs to know of the population before it makes its first donor.
void Engine::prepare() {
  if (needs_ & (Needs::best)) best_ = static_cast<std::size_t>(std::min_element(f.begin(), f.end()) - f.begin());
  if (needs_ & (Needs::elite | Needs::ranking)) {
    std::iota(order_.begin(), order_.end(), 0u);
    const auto better = [this](std::uint32_t a, std::uint32_t b) { return f[a] < f[b] || (f[a] == f[b] && a < b); };
    if (needs_ & Needs::ranking)
      std::sort(order_.begin(), order_.end(), better);
    else
      std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(elite_ - 1), order_.end(), better);
  }
  if (needs_ & Needs::distances) {
    if (record.generations == 0)
      wheel_.rebuild(x, settings.mutation.options[0] == 1.0);
    else
      wheel_.update(x, winners_);
  }
}

void Engine::make_donors(std::size_t begin, std::size_t end) {
  const Mutation at{
      x, f.data(), scale.data(), best_, elite_, order_.data(), &wheel_, centroids_, settings.mutation.options, random};
  const bool resample = info_of_boundary(settings).kind == Kind::resample;
  Mutations::visit(settings.mutation.index, [&]<class Op>() {
    for (std::size_t i = begin; i < end; ++i) bases[i] = Op::make(i, trials[i], at);
    if (!resample) return;
    for (std::size_t i = begin; i < end; ++i) {
      bool feasible = box.contains(trials[i]);
      repaired[i] = !feasible;
      for (int redraw = 0; !feasible && redraw < Resampling::most_redraws; ++redraw) {
        bases[i] = Op::make(i, trials[i], at);
        feasible = box.contains(trials[i]);
      }
    }
  });
}

void Engine::repair_donors(std::size_t begin, std::size_t end) {
  Boundaries::visit(settings.boundary.index, [&]<class Op>() {
    for (std::size_t i = begin; i < end; ++i) {
      const Boundary at{box, bases[i], x[i], draws_.data(), settings.boundary.options, random};
      double* donor = trials[i];
      if constexpr (Op::info.kind == Kind::penalise) {
        repaired[i] = 0;
      } else if constexpr (Op::info.kind == Kind::transform) {
        repaired[i] = 0;
        if (untouched_.contains(donor)) continue;
        const bool outside = !box.contains(donor);
        replace_nan(donor, box, at.target);
        repaired[i] = Op::apply(donor, at) || outside;
        settle(donor, box, at.target);
      } else if constexpr (Op::info.kind == Kind::resample) {
        if (repaired[i]) settle(donor, box, at.target);
      } else {
        repaired[i] = !box.contains(donor);
        if (!repaired[i]) continue;
        replace_nan(donor, box, at.target);
        Op::repair(donor, at);
        settle(donor, box, at.target);
      }
    }
  });
}

void Engine::cross_donors(std::size_t begin, std::size_t end) {
  const Crossover at{box.width, box.stride, random};
  Crossovers::visit(settings.crossover.index, [&]<class Op>() {
    for (std::size_t i = begin; i < end; ++i) Op::cross(trials[i], x[i], rate[i], at);
  });
}

void Engine::penalise() {
  if (penalises(settings))
    for (std::size_t i = 0; i < active_; ++i) repaired[i] = refused[i] = !box.contains(trials[i]);
  collect_points();
}

void Engine::collect_points() {
  const bool skip = !evaluates_refused(settings);
  points_.clear();
  for (std::size_t i = 0; i < active_; ++i)
    if (!(skip && refused[i])) points_.push_back(trials[i]);
  proposed_ = true;
}

void Engine::accept(const double* precision) {
  if (!proposed_) return;
  proposed_ = false;
  judge(precision);
  select();
}

// Counts every evaluation in order, so that hits and curves are exact to the evaluation.
void Engine::judge(const double* precision) {
  const bool skip = !evaluates_refused(settings), first = initial();
  const double infinity = std::numeric_limits<double>::infinity();
  const double f_now = first ? std::numeric_limits<double>::quiet_NaN() : mean(scale, active_);
  const double cr_now = first ? std::numeric_limits<double>::quiet_NaN() : mean(rate, active_);
  for (std::size_t i = 0; i < active_; ++i) {
    // Until some value is finite the first point stands for the best.
    if (record.evaluations++ == 0) std::copy_n(trials[i], box.width, record.best_x.begin());
    record.repaired += repaired[i];
    const bool evaluated = !(skip && refused[i]);
    double value = evaluated ? *precision++ : infinity;
    if (evaluated && !(std::abs(value) < infinity)) {
      ++record.nonfinite;
      if (!(value < 0.0)) value = infinity;  // NaN is worse than anything
    }
    if (value < record.best) {
      record.improve(value, trials[i]);
      if (settings.may_stop)
        stopped_ |= value <= settings.target || (settings.optimum_known && value + settings.f_opt <= settings.f_opt);
      stopped_ |= value == -infinity;
    }
    if (record.at_checkpoint()) record.mark(f_now, cr_now);
    trial_f_[i] = refused[i] ? infinity : value + settings.f_opt;
  }
  if (!first) ++record.generations;
  if (finished()) record.finish(f_now, cr_now);
}

void Engine::select() {
  winners_.clear();
  won_f_.clear();
  won_cr_.clear();
  won_by_.clear();
  const bool first = record.generations == 0;
  for (std::size_t i = 0; i < active_; ++i) {
    if (!(first || trial_f_[i] < f[i])) continue;
    winners_.push_back(i);
    won_f_.push_back(scale[i]);
    won_cr_.push_back(rate[i]);
    won_by_.push_back(f[i] - trial_f_[i]);
    f[i] = trial_f_[i];
    copy_row(x[i], trials[i], x.stride);
  }
  if (first) return;
  Adaptations::visit(settings.adaptation.index,
                     [&]<class Op>() { Op::learn(adaptation, {winners_, won_f_, won_cr_, won_by_}); });
}

void Engine::after_restore() {
  random.restore(saved_random_);
  active_ = initial() ? settings.population
                      : static_cast<std::size_t>(std::min<std::int64_t>(static_cast<std::int64_t>(settings.population),
                                                                        settings.budget - record.evaluations));
  if (needs_ & Needs::distances && !initial()) wheel_.rebuild(x, settings.mutation.options[0] == 1.0);
  winners_.clear();
  if (proposed_) collect_points();
}

}  // namespace inbounds
