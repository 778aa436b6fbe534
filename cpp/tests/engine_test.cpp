// Every combination of operators on small and odd shapes, for the sanitizers: nothing read or written out of place,
// every point inside the box, and the same bits again from the same seed.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "inbounds/adaptation/all_adaptations.hpp"
#include "inbounds/batch.hpp"
#include "inbounds/boundary/all_boundaries.hpp"
#include "inbounds/crossover/all_crossovers.hpp"
#include "inbounds/mutation/all_mutations.hpp"

using namespace inbounds;

static_assert(!std::is_copy_constructible_v<Engine> && !std::is_move_constructible_v<Engine>,
              "an engine points into itself");

namespace {

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

double value_of(const double* x, std::size_t n, std::size_t count) {
  if (count % 17 == 3) return std::numeric_limits<double>::quiet_NaN();
  if (count % 23 == 5) return std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) sum += (x[j] - 0.9) * (x[j] - 0.9);
  return sum;
}

double best_of(const Settings& settings, const Box& box, std::uint64_t seed) {
  Engine engine(settings, box, seed, 1);
  std::vector<double> values;
  std::size_t count = 0;
  while (!engine.finished()) {
    engine.propose();
    values.clear();
    for (const double* point : engine.points()) {
      for (std::size_t j = 0; j < box.width; ++j)
        check(Box::inside(point[j], box.lower[j], box.upper[j]), "every evaluated point is in the box");
      values.push_back(value_of(point, box.width, count++));
    }
    engine.accept(values.data());
  }
  check(engine.record.evaluations == settings.budget, "the budget is used up exactly");
  return engine.record.best;
}

template <class Operators>
Choice standard(std::size_t index) {
  Choice choice{index, {}};
  for (std::size_t k = 0; k < choice.options.size(); ++k)
    choice.options[k] = Operators::infos[index].options[k].standard;
  return choice;
}

void every_combination() {
  std::size_t combination = 0;
  for (std::size_t m = 0; m < Mutations::size; ++m)
    for (std::size_t c = 0; c < Crossovers::size; ++c)
      for (std::size_t b = 0; b < Boundaries::size; ++b) {
        const std::size_t widths[] = {1, 2, 7, 8, 33}, width = widths[combination % 5];
        std::vector<double> lower(width, -1.0), upper(width, 1.0);
        if (width > 1) lower[1] = upper[1] = 0.5;  // a fixed variable
        Settings settings;
        settings.mutation = standard<Mutations>(m);
        settings.crossover = standard<Crossovers>(c);
        settings.boundary = standard<Boundaries>(b);
        settings.adaptation = standard<Adaptations>(combination % Adaptations::size);
        settings.population = Mutations::infos[m].distinct + 1 + combination % 11;
        settings.budget = static_cast<std::int64_t>(settings.population) * 12 + 3;
        settings.may_stop = false;
        const Box box(lower, upper);
        check(best_of(settings, box, combination) == best_of(settings, box, combination), "same seed, same bits");
        ++combination;
      }
}

void batches_on_native_problems() {
  for (const char* suite : {"bbob", "noise"}) {
    const auto problem = make_problem(suite, suite[0] == 'b' ? 17 : 0, 1, 5);
    Settings settings;
    settings.population = 20;
    settings.budget = 500;
    settings.f_opt = problem->f_opt;
    std::atomic<bool> stop{false};
    const auto poll = [] { return false; };
    const auto one = run_batch({settings, *problem, 3, 0, 5, 1}, stop, poll);
    const auto two = run_batch({settings, *problem, 3, 0, 5, 3}, stop, poll);
    for (std::size_t k = 0; k < 5; ++k) check(one.records[k].best == two.records[k].best, "threads change nothing");
  }
}

}  // namespace

int main() {
  every_combination();
  batches_on_native_problems();
  std::puts("engine: ok");
}
