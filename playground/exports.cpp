// The core as a web page sees it, a C face over problems and the engine: landscapes, and runs of which each generation
// can be looked at stage by stage. Built to WebAssembly by build.py; numbers go through the memory that both sides see.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inbounds/engine.hpp"
#include "inbounds/problem.hpp"
#include "inbounds/problems/kernel.hpp"

using namespace inbounds;

namespace {

// A function, its optimum where the page wants it.
struct Landscape {
  Problem problem;
  Scratch scratch;

  void evaluate(const double* const* rows, std::size_t count, double* precision) {
    problem.evaluate(rows, count, precision, scratch);
  }
};

// A run, and copies of what the stages of its last generation made: one packed row per individual.
struct Run {
  Landscape& landscape;
  Engine engine;
  AlignedVector<double> precision;
  std::vector<double> population, before, donors, repaired, trials, hits;
  std::vector<std::uint8_t> outside, accepted;

  Run(Landscape& ground, const Settings& settings, std::uint64_t seed, std::uint64_t number)
      : landscape(ground),
        engine(settings, Box(ground.problem.lower, ground.problem.upper), seed, number),
        precision(settings.population) {}

  void evaluate() {
    landscape.evaluate(engine.points().data(), engine.points().size(), precision.data());
    engine.accept(precision.data());
  }

  std::vector<double> packed(const Rows& rows) const {
    std::vector<double> values;
    values.reserve(rows.count * rows.width);
    for (std::size_t i = 0; i < rows.count; ++i) values.insert(values.end(), rows[i], rows[i] + rows.width);
    return values;
  }
};

std::span<const OperatorInfo> family(int number) {
  switch (number) {
    case 0: return Mutations::infos;
    case 1: return Crossovers::infos;
    case 2: return Boundaries::infos;
    default: return Adaptations::infos;
  }
}

}  // namespace

extern "C" {

// --- memory ----------------------------------------------------------------------------------------------------------

[[clang::export_name("allocate")]] void* allocate(std::size_t bytes) { return ::operator new(bytes); }
[[clang::export_name("release")]] void release(void* memory) { ::operator delete(memory); }

// --- the catalogue: the names by which the page's metadata is found --------------------------------------------------

[[clang::export_name("operator_count")]] std::size_t operator_count(int number) { return family(number).size(); }
[[clang::export_name("operator_name")]] const char* operator_name(int number, std::size_t index) {
  return family(number)[index].name.data();
}
[[clang::export_name("operator_name_length")]] std::size_t operator_name_length(int number, std::size_t index) {
  return family(number)[index].name.size();
}

[[clang::export_name("option_count")]] std::size_t option_count() { return max_options; }

// --- landscapes ------------------------------------------------------------------------------------------------------

[[clang::export_name("landscape_new")]] Landscape* landscape_new(int function, int instance, std::size_t dimension) {
  return new Landscape{build_problem("bbob", function, instance, dimension), {}};
}
[[clang::export_name("landscape_free")]] void landscape_free(Landscape* landscape) { delete landscape; }
[[clang::export_name("landscape_optimum")]] const double* landscape_optimum(const Landscape* landscape) {
  return landscape->problem.x_opt.data();
}

// Moves the function until its optimum lies at `place`; the walls of the box, and what BBOB adds beyond them, stay.
[[clang::export_name("landscape_move")]] void landscape_move(Landscape* landscape, const double* place) {
  Problem& problem = landscape->problem;
  auto kernel = std::make_shared<problems::Kernel>(*problem.kernel);
  std::copy_n(place, problem.dimension, kernel->shift.begin());
  std::copy_n(place, problem.dimension, problem.x_opt.begin());
  problem.kernel = std::move(kernel);
}

// f − f_opt of `count` points, packed.
[[clang::export_name("landscape_evaluate")]] void landscape_evaluate(Landscape* landscape, const double* points,
                                                                     std::size_t count, double* precision) {
  std::vector<const double*> rows(count);
  for (std::size_t i = 0; i < count; ++i) rows[i] = points + i * landscape->problem.dimension;
  landscape->evaluate(rows.data(), count, precision);
}

// --- runs ------------------------------------------------------------------------------------------------------------

// `chosen`: for mutation, crossover, boundary method and adaptation the index and `max_options` options. A `target`
// that is NaN never stops the run. The landscape must outlive the run.
[[clang::export_name("run_new")]] Run* run_new(Landscape* landscape, const double* chosen, std::size_t population,
                                               double budget, double target, double seed, double number) {
  const Problem& problem = landscape->problem;
  Settings settings;
  for (Choice* choice : {&settings.mutation, &settings.crossover, &settings.boundary, &settings.adaptation}) {
    choice->index = static_cast<std::size_t>(*chosen++);
    for (double& option : choice->options) option = *chosen++;
  }
  settings.population = population;
  settings.budget = static_cast<std::int64_t>(budget);
  settings.f_opt = problem.f_opt;
  settings.optimum_known = true;
  settings.may_stop = !std::isnan(target);
  if (settings.may_stop) settings.target = target;
  return new Run(*landscape, settings, static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(number));
}
[[clang::export_name("run_free")]] void run_free(Run* run) { delete run; }

// At most `generations` further ones, as fast as can be; true while the run is not at its end.
[[clang::export_name("run_advance")]] bool run_advance(Run* run, std::size_t generations) {
  for (; generations > 0 && !run->engine.finished(); --generations) {
    run->engine.propose();
    run->evaluate();
  }
  return !run->engine.finished();
}

// One generation, each stage noted; false where the run is at its end. A population of up to 128 passes the stages as
// in `run_advance`, bit for bit; a larger one draws its random numbers in another order.
[[clang::export_name("run_watch")]] bool run_watch(Run* run) {
  Engine& engine = run->engine;
  if (engine.finished()) return false;
  if (engine.initial()) {
    engine.propose();
    run->evaluate();
    run->population = run->before = run->donors = run->repaired = run->trials = run->packed(engine.x);
    run->outside.assign(engine.settings.population, 0);
    run->accepted.assign(engine.settings.population, 1);
    return true;
  }
  const auto f_before = engine.f;
  run->before = run->packed(engine.x);
  engine.parameters();
  engine.mutate();
  if (engine.repairs_trials()) engine.cross();  // what is treated, and shown as leaving the box, is the trial then
  run->donors = run->packed(engine.trials);
  engine.repair();
  run->repaired = run->packed(engine.trials);
  if (!engine.repairs_trials()) engine.cross();
  engine.penalise();
  run->trials = run->packed(engine.trials);
  run->outside = engine.repaired;
  run->evaluate();
  run->population = run->packed(engine.x);
  for (std::size_t i = 0; i < engine.f.size(); ++i) run->accepted[i] = engine.f[i] != f_before[i];
  return true;
}

[[clang::export_name("run_population")]] const double* run_population(const Run* run) { return run->population.data(); }
[[clang::export_name("run_before")]] const double* run_before(const Run* run) { return run->before.data(); }
[[clang::export_name("run_donors")]] const double* run_donors(const Run* run) { return run->donors.data(); }
[[clang::export_name("run_repaired")]] const double* run_repaired(const Run* run) { return run->repaired.data(); }
[[clang::export_name("run_trials")]] const double* run_trials(const Run* run) { return run->trials.data(); }
[[clang::export_name("run_outside")]] const std::uint8_t* run_outside(const Run* run) { return run->outside.data(); }
[[clang::export_name("run_accepted")]] const std::uint8_t* run_accepted(const Run* run) { return run->accepted.data(); }
[[clang::export_name("run_fitness")]] const double* run_fitness(const Run* run) { return run->engine.f.data(); }
[[clang::export_name("run_scale")]] const double* run_scale(const Run* run) { return run->engine.scale.data(); }
[[clang::export_name("run_rate")]] const double* run_rate(const Run* run) { return run->engine.rate.data(); }
[[clang::export_name("run_best")]] double run_best(const Run* run) { return run->engine.record.best; }
[[clang::export_name("run_share")]] double run_share(const Run* run) { return run->engine.record.share(); }
[[clang::export_name("run_evaluations")]] double run_evaluations(const Run* run) {
  return static_cast<double>(run->engine.record.evaluations);
}
[[clang::export_name("run_generations")]] double run_generations(const Run* run) {
  return static_cast<double>(run->engine.record.generations);
}

// The evaluation at which each of the `target_count` standard targets was first reached, −1 for never.
[[clang::export_name("run_hits")]] const double* run_hits(Run* run) {
  run->hits.assign(run->engine.record.hits.begin(), run->engine.record.hits.end());
  return run->hits.data();
}
[[clang::export_name("target_count")]] std::size_t target_count() { return standard_targets().size(); }

}  // extern "C"
