#include "inbounds/engine.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace inbounds {

namespace {
double mean(const AlignedVector<double>& values, std::size_t count) {
  return std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), 0.0) /
         static_cast<double>(count);
}
}  // namespace

namespace {
std::size_t largest_population(const Settings& settings) {
  return settings.restart.index == 0 ? settings.population
                                     : RestartOnStagnation::capacity(settings.population, settings.restart.options[0]);
}
}  // namespace

Engine::Engine(const Settings& given, const Box& feasible, std::uint64_t seed, std::uint64_t run)
    : settings(given),
      box(feasible),
      random(seed, run),
      record(feasible.width, given.budget),
      x(largest_population(given), feasible.width),
      trials(x.count, feasible.width),
      f(x.count, std::numeric_limits<double>::infinity()),
      scale(x.count),
      rate(x.count),
      bases(x.count),
      repaired(x.count),
      refused(x.count),
      varies_(given.reduction.index != 0 || given.restart.index != 0),
      cycle_size_(given.population),
      darwinian_(given.stage == Stage::darwinian),
      order_(x.count),
      outside_(x.count),
      rows_(x.count),
      trial_f_(x.count),
      draws_(feasible.stride),
      turned_(feasible.stride),
      zero_(feasible.stride),
      centroids_(x.count, feasible.width) {
  for (auto* room : {&won_f_, &won_cr_, &won_by_}) room->reserve(capacity());
  winners_.reserve(capacity());
  replaced_.reserve(capacity());
  points_.reserve(capacity());
  if (darwinian_) {
    images = trial_images = Rows(capacity(), box.width);
    base_image_.resize(box.stride);
  }
  start_operators();
  record.follow_shares(mixed() ? parts_.size() : 0);
  if (settings.measured_every > 0) {
    measures_.start(box, capacity());
    record.follow_measures(Measures::names.size());
  }
  for (std::size_t i = 0; i < capacity(); ++i) bases[i] = x[i];
  x.count = images.count = settings.population;
}

void Engine::start_operators() {
  const auto setup = [&](const Choice& choice) { return Setup{box, settings.population, capacity(), choice.options}; };
  mutation_.start(settings.mutation.index, setup(settings.mutation));
  crossover_.start(settings.crossover.index, setup(settings.crossover));
  std::vector<Choice> boundaries{settings.boundary};
  boundaries.insert(boundaries.end(), settings.further_boundaries.begin(), settings.further_boundaries.end());
  parts_.clear();
  parts_.resize(boundaries.size());
  for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k].start(boundaries[k].index, setup(boundaries[k]));
  if (mixed()) mixture_.start(parts_.size(), settings.rule, setup(settings.boundary));
  adaptation_.start(settings.adaptation.index, setup(settings.adaptation));
  archive_.start(settings.archive.index, setup(settings.archive));
  reduction_.start(settings.reduction.index, setup(settings.reduction));
  pbest_.start(settings.pbest.index, setup(settings.pbest));
  rotation_.start(settings.rotation.index, setup(settings.rotation));
  restart_.start(settings.restart.index, setup(settings.restart));
  selection_.start(settings.selection.index, setup(settings.selection));
  mutation_.visit([&]<class Op>(auto&) { needs_ = Op::info.needs; });
  rotation_.visit([&]<class Op>(auto& state) {
    if constexpr (requires { state.active; }) needs_ |= Needs::ranking;
  });
  selection_.visit([&]<class Op>(auto&) { takes_equal_ = Op::takes_equal; });
  on_trial_ = settings.stage != Stage::donor;
  for (auto& part : parts_)
    part.visit([&]<class Op>(auto& state) {
      if constexpr (requires { state.evaluates_refused; }) skips_refused_ = !state.evaluates_refused;
      if constexpr (requires { Op::acts_on_trial; }) on_trial_ = true;
      treats_feasible_ |= Op::info.kind == Kind::transform;
    });
}

void Engine::set_bases(const double* rows) {
  donors_from_outside_ = true;
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
    for (std::size_t begin = 0; begin < active_; begin += block) {
      const std::size_t end = std::min(begin + block, active_);
      make_donors(begin, end);
      if (!waits_for_trials()) repair_rows(begin, end);
      cross_donors(begin, end);
      if (waits_for_trials()) repair_rows(begin, end);
    }
    penalise();
  }
}

void Engine::sample_initial() {
  active_ = cycle_size_;
  for (std::size_t i = 0; i < active_; ++i) {
    random.fill_uniform(trials[i], box.stride);
    for (std::size_t j = 0; j < box.stride; ++j)
      trials[i][j] = box.lower[j] + trials[i][j] * (box.upper[j] - box.lower[j]);
    settle(trials[i], box, box.lower.data());
  }
  begin_images(0, active_);
  std::fill(repaired.begin(), repaired.end(), 0);
  std::fill(refused.begin(), refused.end(), 0);
  rotated_ = nullptr;
  collect_points();
}

// A last generation may be cut short.
std::size_t Engine::trials_left() const {
  return static_cast<std::size_t>(
      std::min<std::int64_t>(static_cast<std::int64_t>(size()), settings.budget - record.evaluations));
}

void Engine::parameters() {
  active_ = trials_left();
  measures_.begin_generation();
  adaptation_.visit([&]<class Op>(auto& state) {
    Op::draw(Parameters{{scale.data(), size()}, {rate.data(), size()}, random, 0, progress()}, state);
  });
  pbest_.visit([&]<class Op>(auto& state) { elite_ = Op::count(size(), progress(), state); });
  look();
}

// What the operators need to know of the population before the first donor is made.
void Engine::look() {
  if (needs_ & (Needs::best))
    best_ = static_cast<std::size_t>(std::min_element(f.begin(), f.begin() + static_cast<std::ptrdiff_t>(size())) -
                                     f.begin());
  if (needs_ & (Needs::elite | Needs::ranking)) {
    const auto end = order_.begin() + static_cast<std::ptrdiff_t>(size());
    std::iota(order_.begin(), end, 0u);
    const auto better = [this](std::uint32_t a, std::uint32_t b) { return f[a] < f[b] || (f[a] == f[b] && a < b); };
    if (needs_ & Needs::ranking)
      std::sort(order_.begin(), end, better);
    else
      std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(elite_ - 1), end, better);
  }
  const Generation now{record.generations, record.evaluations, settings.budget, progress(), x, f.data(), random};
  const Generation within{now.number, now.evaluations, now.budget, now.progress, seen(), now.f, random};
  mutation_.prepare(now);
  crossover_.prepare(now);
  for (auto& part : parts_) part.prepare(within);
  rotated_ = nullptr;
  rotation_.visit([&]<class Op>(auto& state) {
    if constexpr (requires { state.prepare(now, order_.data()); }) {
      state.prepare(now, order_.data());
      if (state.active) rotated_ = &state;
    }
  });
}

MutationContext Engine::mutation_context() {
  MutationContext context{x, f.data(), scale.data(), best_, elite_, order_.data(), centroids_, random};
  archive_.visit([&]<class Op>(auto& state) {
    if constexpr (requires { state.count; }) {
      context.archive = &state.rows;
      context.archived = state.count;
    }
  });
  return context;
}

void Engine::make_donors(std::size_t begin, std::size_t end) {
  donors_from_outside_ = false;
  const MutationContext at = mutation_context();
  mutation_.visit([&]<class Op>(auto& state) {
    for (std::size_t i = begin; i < end; ++i) bases[i] = make_donor<Op>(i, trials[i], at, state);
  });
}

void Engine::cross_donors(std::size_t begin, std::size_t end) {
  if (rotated_ != nullptr) return cross_rotated(begin, end);
  const CrossoverContext at{box.width, box.stride, random};
  crossover_.visit([&]<class Op>(auto& state) {
    for (std::size_t i = begin; i < end; ++i) cross_donor<Op>(trials[i], x[i], rate[i], at, state);
  });
}

// Crossing with the target in the eigenbasis is crossing their difference with none.
void Engine::cross_rotated(std::size_t begin, std::size_t end) {
  const CrossoverContext at{box.width, box.stride, random};
  crossover_.visit([&]<class Op>(auto& state) {
    for (std::size_t i = begin; i < end; ++i) {
      rotated_->there(turned_.data(), trials[i], x[i]);
      cross_donor<Op>(turned_.data(), zero_.data(), rate[i], at, state);
      rotated_->back(trials[i], turned_.data(), x[i]);
    }
  });
}

void Engine::begin_images(std::size_t begin, std::size_t end) {
  if (!darwinian_) return;
  using One = simd::OneWide;
  const double *lower = box.lower.data(), *upper = box.upper.data();
  const std::size_t stride = box.stride;
  for (std::size_t i = begin; i < end; ++i) {
    const double* trial = trials[i];
    double* image = trial_images[i];
    simd::AllOf<One> inside;
    One sum{};  // finite only where all are
    for (std::size_t j = 0; j < stride; j += simd::lanes_of_one) {
      const One made = simd::load<One>(trial + j);
      inside &= (simd::load<One>(lower + j) <= made) & (made <= simd::load<One>(upper + j));
      sum += made;
      simd::store(image + j, made);
    }
    outside_[i] = !inside.hold();
    if (simd::all(simd::abs(sum) < infinity)) [[likely]]
      continue;
    // Far outside nothing calls a point back: one that overflows stays with its target.
    for (std::size_t j = 0; j < box.width; ++j)
      if (!(std::abs(trials[i][j]) < infinity)) trials[i][j] = trial_images[i][j] = x[i][j];
    outside_[i] = !box.contains(trials[i]);
  }
}

const double* Engine::seen_base(std::size_t i) {
  if (!darwinian_) return bases[i];
  const std::ptrdiff_t place = bases[i] - x.values.data();
  if (place >= 0 && place < std::ssize(x.values)) return images.values.data() + place;
  copy_row(base_image_.data(), bases[i], box.stride);  // no individual: cut to the box
  settle(base_image_.data(), box, images[i]);
  return base_image_.data();
}

bool Engine::measuring() const {
  return measures_.on() && (record.generations % settings.measured_every == 0 ||
                            record.next_count() <= record.evaluations + static_cast<std::int64_t>(active_));
}

void Engine::before_outside_repair() {
  begin_images(0, active_);
  if (measuring()) measures_.before(treated(), 0, active_);
  repairs_here_ = false;
}

void Engine::after_outside_repair() {
  if (measuring()) measures_.after(treated(), x, repaired.data(), 0, active_);
  repairs_here_ = true;
}

void Engine::repair_rows(std::size_t begin, std::size_t end) {
  // An image is looked at while it is still in the innermost cache.
  const std::size_t step = darwinian_ ? 16 : end - begin;
  const bool measured = repairs_here_ && measuring();
  for (std::size_t from = begin; from < end; from += step) {
    const std::size_t to = std::min(from + step, end);
    begin_images(from, to);
    if (measured) measures_.before(treated(), from, to);
    if (mixed())
      choose_parts(from, to);
    else
      treat_rows(0, from, to);
  }
  for (std::size_t k = 0; mixed() && k < parts_.size(); ++k) treat_rows(k, begin, end);
  if (measured) measures_.after(treated(), x, repaired.data(), begin, end);
}

void Engine::choose_parts(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    mixture_.part[i] = Mixture::nobody;
    repaired[i] = 0;
    if (!darwinian_) outside_[i] = !box.contains(trials[i]);
    if (treats_feasible_ || outside_[i] != 0) mixture_.assign(i, random);
  }
}

void Engine::treat_rows(std::size_t part, std::size_t begin, std::size_t end) {
  // In a mixture chance chooses the rows: a list of them costs less than a branch at each that no one can predict.
  const std::size_t* listed = mixed() ? rows_.data() : nullptr;
  std::size_t count = mixed() ? 0 : end - begin;
  for (std::size_t i = begin; mixed() && i < end; ++i) {
    rows_[count] = i;
    count += mixture_.part[i] == part;
  }
  const std::uint8_t* known = darwinian_ || mixed() ? outside_.data() : nullptr;
  Rows& rows = treated();
  const Rows& around = seen();
  parts_[part].visit([&]<class Op>(auto& state) {
    const auto treat_all = [&](auto&& remake) {
      const auto treat_one = [&](std::size_t i) __attribute__((always_inline)) {
        const double* image = (Op::info.needs & Needs::base) != 0 ? seen_base(i) : bases[i];
        repaired[i] =
            treat<Op>(rows[i], {box, darwinian_ ? image : bases[i], around[i], draws_.data(), random}, state,
                      known != nullptr ? known + i : nullptr, [&](Wanted wanted) { return remake(i, wanted); });
      };
      if constexpr ((Op::info.needs & Needs::mutation) != 0) {
        for (std::size_t i = begin; i < end; ++i)  // so that i stays in a register through all the redraws
          if (listed == nullptr || mixture_.part[i] == part) treat_one(i);
      } else {
        for (std::size_t k = 0; k < count; ++k) treat_one(listed != nullptr ? listed[k] : begin + k);
      }
    };
    if constexpr ((Op::info.needs & Needs::mutation) != 0) {
      if (!donors_from_outside_) {
        MutationContext at = mutation_context();
        at.box = &box;
        return mutation_.visit([&]<class Maker>(auto& kept) {
          treat_all([&](std::size_t i, Wanted wanted) {
            if constexpr (requires { Op::redraws_scale; }) draw_scale(i);
            at.wanted = waits_for_trials() ? Wanted::whole : wanted;
            const double* base = make_donor<Maker>(i, trials[i], at, kept);
            if (waits_for_trials()) cross_donors(i, i + 1);
            return base;
          });
        });
      }
    }
    treat_all([&](std::size_t i, Wanted) { return bases[i]; });
  });
}

// F of one individual once more; its Cr stays.
void Engine::draw_scale(std::size_t i) {
  double spare = rate[i];
  adaptation_.visit(
      [&]<class Op>(auto& state) { Op::draw(Parameters{{&scale[i], 1}, {&spare, 1}, random, i, progress()}, state); });
}

void Engine::penalise() {
  if (mixed()) std::fill(refused.begin(), refused.end(), 0);
  for (std::size_t k = 0; k < parts_.size(); ++k)
    parts_[k].visit([&]<class Op>(auto& state) {
      if constexpr (requires { Op::refuses(trials[0], box, state); })
        for (std::size_t i = 0; i < active_; ++i)
          if (!mixed() || mixture_.part[i] == k) repaired[i] = refused[i] = Op::refuses(trials[i], box, state);
    });
  collect_points();
}

void Engine::collect_points() {
  points_.resize(active_);
  std::size_t count = 0;
  for (std::size_t i = 0; i < active_; ++i) {
    points_[count] = treated()[i];
    count += !(skips_refused_ && refused[i]);
  }
  points_.resize(count);
  proposed_ = true;
}

void Engine::accept(const double* precision) {
  if (!proposed_) return;
  proposed_ = false;
  const bool first = initial();
  const bool measured = measuring() && !first;
  const std::int64_t checkpoint = record.next_checkpoint;
  judge(precision);
  select(first);
  if (measures_.on()) {
    if (measured) measures_.selected(replaced_, {repaired.data(), active_});
    if (record.next_checkpoint > checkpoint) record.explain(checkpoint, measures_.since(x), measures_.walls());
  }
  if (finished()) return;
  reduce();
  restart();
}

// Counts every evaluation in order, so that hits and curves are exact to the evaluation.
void Engine::judge(const double* precision) {
  const bool first = initial();
  const auto now = [&](const AlignedVector<double>& parameter) {
    return first ? std::numeric_limits<double>::quiet_NaN() : mean(parameter, active_);
  };
  for (std::size_t i = 0; i < active_; ++i) {
    // Until some value is finite the first point stands for the best.
    if (record.evaluations++ == 0) std::copy_n(treated()[i], box.width, record.best_x.begin());
    record.repaired += repaired[i];
    const bool evaluated = !(skips_refused_ && refused[i]);
    double value = evaluated ? *precision++ : infinity;
    if (evaluated && !(std::abs(value) < infinity)) {
      ++record.nonfinite;
      if (!(value < 0.0)) value = infinity;  // NaN is worse than anything
    }
    if (value < record.best) {
      record.improve(value, treated()[i]);
      if (settings.may_stop)
        stopped_ |= value <= settings.target || (settings.optimum_known && value + settings.f_opt <= settings.f_opt);
      stopped_ |= value == -infinity;
    }
    if (record.at_checkpoint()) record.mark(now(scale), now(rate));
    trial_f_[i] = refused[i] ? infinity : value + settings.f_opt;
  }
  if (!first) ++record.generations;
  if (finished()) record.finish(now(scale), now(rate));
}

void Engine::select(bool first) {
  if (first) x.count = images.count = cycle_size_;
  winners_.clear();
  replaced_.clear();
  won_f_.clear();
  won_cr_.clear();
  won_by_.clear();
  for (std::size_t i = 0; i < active_; ++i) {
    const bool better = first || trial_f_[i] < f[i];
    if (better || (takes_equal_ && trial_f_[i] == f[i])) replaced_.push_back(i);
    if (!better) continue;
    winners_.push_back(i);
    won_f_.push_back(scale[i]);
    won_cr_.push_back(rate[i]);
    won_by_.push_back(f[i] - trial_f_[i]);
  }
  if (!first) {
    const Outcome outcome{winners_, replaced_, won_f_, won_cr_, won_by_, x, trials, {repaired.data(), active_},
                          size(),   random};
    mutation_.learn(outcome);
    crossover_.learn(outcome);
    for (auto& part : parts_) part.learn(outcome);
    if (mixed()) mixture_.learn(outcome, bases);
    std::copy(mixture_.share.begin(), mixture_.share.end(), record.share_now.begin());
    adaptation_.learn(outcome);
    archive_.learn(outcome);
  }
  for (const std::size_t i : replaced_) {
    f[i] = trial_f_[i];
    copy_row(x[i], trials[i], x.stride);
    if (darwinian_) copy_row(images[i], trial_images[i], x.stride);
  }
}

double Engine::progress() const {
  return static_cast<double>(record.evaluations - cycle_start_) / static_cast<double>(settings.budget - cycle_start_);
}

// The worst leave; the others keep their order.
void Engine::reduce() {
  std::size_t planned = size();
  reduction_.visit([&]<class Op>(auto& state) {
    if constexpr (requires { Op::planned(cycle_size_, progress(), state); })
      planned = std::min(planned, Op::planned(cycle_size_, progress(), state));
  });
  mutation_.visit([&]<class Op>(auto&) { planned = std::max(planned, std::min(size(), Op::info.distinct + 1)); });
  if (planned == size()) return;
  // Few leave at a time, so only they are put in order: the rest is compared with the best of them.
  const auto worse = [this](std::uint32_t a, std::uint32_t b) { return f[a] > f[b] || (f[a] == f[b] && a > b); };
  const auto begin = order_.begin(), leavers_end = begin + static_cast<std::ptrdiff_t>(size() - planned);
  std::iota(begin, begin + static_cast<std::ptrdiff_t>(size()), 0u);
  std::partial_sort(begin, leavers_end, begin + static_cast<std::ptrdiff_t>(size()), worse);
  const std::uint32_t best_leaver = leavers_end[-1];
  std::size_t kept = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    order_[kept] = i;
    kept += worse(best_leaver, i);
  }
  for (std::size_t k = 0; k < planned; ++k) {
    const std::size_t from = order_[k];
    if (from == k) continue;
    f[k] = f[from];
    copy_row(x[k], x[from], x.stride);
    if (darwinian_) copy_row(images[k], images[from], x.stride);
  }
  x.count = images.count = planned;
  const std::span<const std::uint32_t> survivors{order_.data(), planned};
  mutation_.reduced(survivors);
  crossover_.reduced(survivors);
  for (auto& part : parts_) part.reduced(survivors);
  adaptation_.reduced(survivors);
  archive_.visit([&]<class Op>(auto& state) {
    if constexpr (requires { state.fit(planned, random); }) state.fit(planned, random);
  });
}

// A new population, new operators, and a plan for the evaluations that are left.
void Engine::restart() {
  restart_.visit([&]<class Op>(auto& state) {
    if constexpr (requires { state.next_size(0); }) {
      const std::int64_t left = settings.budget - record.evaluations;
      if (!Op::due(x, f.data(), box, record.generations)) return;
      const std::size_t next = state.next_size(cycles_ + 1);
      if (!Op::worth_it(left, settings.budget, box.width, next)) return;
      ++cycles_;
      cycle_start_ = record.evaluations;
      cycle_size_ = next;
    }
  });
  if (initial()) start_operators();
}

// What was counted must be what a run can have counted by now.
const char* Engine::wrong_record() const {
  const auto& r = record;
  const auto size_now = static_cast<std::int64_t>(size());
  if (r.repaired > r.evaluations || r.nonfinite > r.evaluations || r.generations > r.evaluations)
    return "more was counted than there were evaluations";
  if (r.evaluations > 0 && r.evaluations < size_now) return "evaluations end within the initial population";
  if (r.evaluations == 0 && r.best < infinity) return "best is a value, and there were no evaluations";
  if (!varies_ && r.evaluations > 0 && (settings.budget - r.evaluations) / size_now > 0 &&
      r.evaluations != size_now * (r.generations + 1))
    return "evaluations do not fit the generations";
  const bool reached = settings.may_stop && (r.best <= settings.target ||
                                             (settings.optimum_known && r.best + settings.f_opt <= settings.f_opt));
  if (stopped_ != (r.best == -infinity || (r.best < infinity && reached))) return "stopped does not fit the target";
  for (std::size_t k = 0; k < r.targets.size(); ++k) {
    const bool hit = static_cast<std::int64_t>(k) < r.next_target;
    if (hit != (r.best <= r.targets[k]) || hit != (r.hits[k] > 0) || r.hits[k] > r.evaluations ||
        (hit && k > 0 && r.hits[k] < r.hits[k - 1]))
      return "hits do not fit the best value";
  }
  const auto passed = std::upper_bound(r.checkpoints.begin(), r.checkpoints.end(), r.evaluations);
  if (r.next_checkpoint != (finished() ? std::ssize(r.checkpoints) : passed - r.checkpoints.begin()))
    return "next_checkpoint does not fit the evaluations";
  return nullptr;
}

// Points must be in the box, and the best value that of the population, which never loses its best individual.
const char* Engine::wrong_population() {
  for (std::size_t i = 0; i < size(); ++i)
    if (record.evaluations > 0 && !box.contains(seen()[i])) return "x holds an individual outside the box";
  for (std::size_t i = 0; i < active_; ++i) {
    if (proposed_ && !refused[i] && !box.contains(treated()[i])) return "trials hold a point outside the box";
    for (std::size_t j = box.width; j < box.stride; ++j)
      if (trials[i][j] != 0.0) return "trials hold something between their rows";
  }
  const char* fault = nullptr;
  archive_.visit([&]<class Op>(auto& state) {
    if constexpr (requires { state.rows; })
      for (std::size_t k = 0; k < state.count; ++k)
        if (!darwinian_ && !box.contains(state.rows[k])) fault = "archive holds a point outside the box";
  });
  if (fault != nullptr || record.evaluations == 0) return fault;
  if (!skips_refused_) return nullptr;  // the best value may be that of a refused point
  const double lowest = *std::min_element(f.begin(), f.begin() + static_cast<std::ptrdiff_t>(size()));
  if (record.best + settings.f_opt > lowest || (cycles_ == 0 && record.best + settings.f_opt != lowest))
    return "best is not the value of the best individual";
  for (std::size_t j = 0; j < box.width; ++j)
    if (!(record.best_x[j] >= box.lower[j] && record.best_x[j] <= box.upper[j])) return "best_x is outside the box";
  return nullptr;
}

const char* Engine::after_restore() {
  // Loops run over whole padded rows, and the draws of F, Cr and of individuals end for sound values only.
  if (!RandomStream::sound(saved_random_)) return "random is no state of the generator";
  if (const char* fault = wrong_record()) return fault;
  active_ = initial() ? cycle_size_ : trials_left();
  images.count = size();
  if (const char* fault = wrong_population()) return fault;
  random.restore(saved_random_);
  if (proposed_) collect_points();
  return nullptr;
}

}  // namespace inbounds
