// Differential evolution, stage by stage: parameters → mutate → repair → cross → (evaluate) → select → adapt.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "inbounds/adaptation/all_adaptations.hpp"
#include "inbounds/boundary/all_boundaries.hpp"
#include "inbounds/boundary/mixture.hpp"
#include "inbounds/box.hpp"
#include "inbounds/crossover/all_crossovers.hpp"
#include "inbounds/measures.hpp"
#include "inbounds/modules/all_modules.hpp"
#include "inbounds/mutation/all_mutations.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"
#include "inbounds/run_record.hpp"

namespace inbounds {

// An operator by its place in its family, with its options.
struct Choice {
  std::size_t index = 0;
  OptionValues options{};
};

// Where a boundary method acts: on donors, as in the paper; on trials, after crossover; or on neither, the Darwinian
// way: an infeasible trial stays where it is and gets the value of its repaired image.
enum class Stage { donor, trial, darwinian };

struct Settings {
  Choice mutation, crossover, boundary, adaptation;
  Choice archive, reduction, rotation, restart, selection;
  Choice pbest{0, {ConstantPbest::info.options[0].standard}};
  std::vector<Choice> further_boundaries;  // with `boundary` they make a mixture
  MixtureRule rule = MixtureRule::uniform;
  Stage stage = Stage::donor;
  std::size_t population = 100;
  std::int64_t budget = 0;
  double f_opt = 0.0;
  bool optimum_known = false;
  // Stop when the best precision is at most this; −inf: never. A known optimum met exactly as doubles stops too,
  // unless stopping is off.
  double target = -std::numeric_limits<double>::infinity();
  bool may_stop = true;
  // Record what explains a run, beside what it reached: in every so many generations and in those whose curves are
  // read; 0: never.
  std::int64_t measured_every = 0;
};

// One run. `propose` fills the trials, the caller evaluates `points()`, `accept` takes their precisions.
// The first proposal is the initial population. The stages are public so that any one can be replaced from outside
// by a function over the same buffers.
class Engine {
 public:
  Engine(const Settings& settings, const Box& box, std::uint64_t seed, std::uint64_t run);
  Engine(const Engine&) = delete;  // it points into itself
  Engine& operator=(const Engine&) = delete;

  void propose();
  void accept(const double* precision);
  bool finished() const { return stopped_ || record.evaluations >= settings.budget; }
  bool reached_target() const { return stopped_; }

  // The stages of `propose` after the initial population, each over the whole generation. `parameters` begins one:
  // the operators look at the population there.
  void parameters();
  void mutate() { make_donors(0, active_); }
  void repair() {
    if (rotated_ == nullptr || on_trial_) repair_rows(0, active_);
  }
  void cross() {
    cross_donors(0, active_);
    if (rotated_ != nullptr && !on_trial_) repair_rows(0, active_);
  }
  void penalise();
  bool repairs_trials() const { return on_trial_; }  // `repair` comes after `cross` then

  // What is to be evaluated: trials the boundary method refuses are left out.
  const std::vector<const double*>& points() const { return points_; }
  std::size_t active() const { return active_; }                       // trials of this generation
  bool proposed() const { return proposed_; }                          // … and not accepted yet
  bool initial() const { return record.evaluations == cycle_start_; }  // a new population is due

  void set_bases(const double* rows);  // for donors made outside: one row of `box.width` for each

  // What the boundary method moves, and what is evaluated in the end.
  Rows& treated() { return darwinian_ ? trial_images : trials; }
  const Rows& treated() const { return darwinian_ ? trial_images : trials; }
  // What it sees of the population: only what lies within the box.
  const Rows& seen() const { return darwinian_ ? images : x; }
  const double* seen_base(std::size_t i);
  // Darwinian: the images of some trials, still where the trials are.
  void begin_images(std::size_t begin, std::size_t end);

  // Around a repair from outside: what the core's own stage does then is part of it.
  void before_outside_repair();
  void after_outside_repair();
  const Measures& measures() const { return measures_; }

  std::size_t size() const { return x.count; }           // of the population
  std::size_t capacity() const { return trials.count; }  // the most it can be

  Settings settings;
  Box box;
  RandomStream random;
  RunRecord record;
  Rows x, trials;                        // trials hold the donors until they are crossed
  Rows images, trial_images;             // Darwinian: where the individuals and the trials are evaluated; else empty
  AlignedVector<double> f, scale, rate;  // fitness, F and Cr of each individual
  std::vector<const double*> bases;      // the base vector of each donor
  std::vector<std::uint8_t> repaired, refused;

  // Names every array that makes up the state between two calls: visit(name, pointer, count), and for values that must
  // lie within limits to be taken back, visit(name, pointer, count, low, high).
  template <class Visitor>
  void state(Visitor&& visit) {
    visit("x", x.values.data(), x.values.size());
    visit("f", f.data(), f.size(), -infinity, infinity);
    visit("trials", trials.values.data(), trials.values.size());
    if (darwinian_) {
      visit("images", images.values.data(), images.values.size());
      visit("trial_images", trial_images.values.data(), trial_images.values.size());
    }
    visit("scale", scale.data(), scale.size(), 0.0, 2.0);  // no adaptation goes beyond
    visit("rate", rate.data(), rate.size(), 0.0, 1.0);
    visit("repaired", repaired.data(), repaired.size(), std::uint8_t{0}, std::uint8_t{1});
    visit("refused", refused.data(), refused.size(), std::uint8_t{0}, std::uint8_t{1});
    mutation_.saved(visit);
    crossover_.saved(visit);
    for (auto& part : parts_) part.saved(visit);
    if (mixed()) mixture_.saved(visit);
    adaptation_.saved(visit);
    archive_.saved(visit);
    if (varies_) {
      visit("size", &x.count, 1, std::size_t{1}, capacity());
      visit("cycle_size", &cycle_size_, 1, std::size_t{1}, capacity());
      visit("cycle_start", &cycle_start_, 1, std::int64_t{0}, settings.budget);
      visit("cycles", &cycles_, 1, std::int64_t{0}, settings.budget);
    }
    visit("hits", record.hits.data(), record.hits.size(), std::int64_t{-1}, settings.budget);
    visit("curve_precision", record.precision.data(), record.precision.size());
    visit("curve_repaired", record.repaired_share.data(), record.repaired_share.size());
    visit("curve_f", record.mean_f.data(), record.mean_f.size());
    visit("curve_cr", record.mean_cr.data(), record.mean_cr.size());
    if (mixed()) visit("curve_shares", record.shares.data(), record.shares.size());
    if (measures_.on()) {
      visit("curve_measures", record.measures.data(), record.measures.size());
      visit("walls", record.walls.data(), record.walls.size());
      measures_.saved(visit);
    }
    visit("best_x", record.best_x.data(), record.best_x.size());
    visit("best", &record.best, 1, -infinity, infinity);
    visit("evaluations", &record.evaluations, 1, std::int64_t{0}, settings.budget);
    visit("repaired_count", &record.repaired, 1, std::int64_t{0}, settings.budget);
    visit("nonfinite", &record.nonfinite, 1, std::int64_t{0}, settings.budget);
    visit("generations", &record.generations, 1, std::int64_t{0}, settings.budget);
    visit("next_target", &record.next_target, 1, std::int64_t{0}, std::ssize(record.targets));
    visit("next_checkpoint", &record.next_checkpoint, 1, std::int64_t{0}, std::ssize(record.checkpoints));
    visit("proposed", &proposed_, 1);
    visit("stopped", &stopped_, 1);
    visit("random", saved_random_.data(), saved_random_.size());
  }
  void before_save() { saved_random_ = random.state(); }
  void before_restore() { start_operators(); }
  // Returns what is wrong with the state that was taken back, null where nothing is.
  const char* after_restore();

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  const char* wrong_record() const;
  const char* wrong_population();
  void start_operators();
  void look();
  MutationContext mutation_context();
  void sample_initial();
  void collect_points();
  std::size_t trials_left() const;
  void make_donors(std::size_t begin, std::size_t end);
  bool mixed() const { return parts_.size() > 1; }
  bool measuring() const;  // this generation
  void choose_parts(std::size_t begin, std::size_t end);
  void treat_rows(std::size_t part, std::size_t begin, std::size_t end);
  void repair_rows(std::size_t begin, std::size_t end);  // donors, or trials where the method acts on them
  void draw_scale(std::size_t i);
  void cross_donors(std::size_t begin, std::size_t end);
  // In a rotated generation the method waits for the trial, which can leave the box although its donor is inside.
  bool waits_for_trials() const { return on_trial_ || rotated_ != nullptr; }
  void cross_rotated(std::size_t begin, std::size_t end);
  void judge(const double* precision);
  void select(bool first);
  void replace(bool first);
  void reduce();
  void restart();
  double progress() const;

  Mutations::Prepared mutation_;
  Crossovers::Prepared crossover_;
  std::vector<Boundaries::Prepared> parts_;  // the boundary method, or those of a mixture
  Mixture mixture_;
  bool treats_feasible_ = false;  // a part of the mixture moves feasible donors too
  Adaptations::Prepared adaptation_;
  Archives::Prepared archive_;
  Reductions::Prepared reduction_;
  PbestSchedules::Prepared pbest_;
  Rotations::Prepared rotation_;
  Restarts::Prepared restart_;
  Selections::Prepared selection_;
  const EigenRotation::State* rotated_ = nullptr;  // the basis of this generation, where it has one
  bool takes_equal_ = false;
  bool varies_ = false;           // the population's size can change
  std::int64_t cycle_start_ = 0;  // evaluations when the present population began
  std::int64_t cycles_ = 0;       // populations before it
  std::size_t cycle_size_ = 0;    // individuals it began with
  bool skips_refused_ = true;     // refused trials are not even evaluated
  bool on_trial_ = false;         // the boundary method acts after crossover
  bool darwinian_ = false;        // … and on the images of trials only
  bool stopped_ = false, proposed_ = false;
  bool donors_from_outside_ = false;
  std::size_t active_ = 0, elite_ = 0, best_ = 0;
  unsigned needs_ = 0;
  std::vector<const double*> points_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint8_t> outside_;  // whether a trial is: Darwinian and in mixtures, from before it is treated
  std::vector<std::size_t> rows_, winners_, replaced_;
  AlignedVector<double> trial_f_, draws_, won_f_, won_cr_, won_by_;
  AlignedVector<double> turned_, zero_;  // a difference in the eigenbasis, and no difference
  AlignedVector<double> base_image_;
  Rows centroids_;
  Measures measures_;
  bool repairs_here_ = true;  // no repair from outside is under way
  RandomStream::State saved_random_{};
};

}  // namespace inbounds
