// Every function, in several dimensions and batch sizes, on plain and on hostile points. Meant for the sanitizer build:
// rows live in exactly sized blocks, so that a read or write beyond them is caught.
#include "inbounds/problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace inbounds;

namespace {

int failures = 0;

void expect(bool holds, const char* claim, const Problem& problem) {
  if (holds) return;
  ++failures;
  std::printf("%s: %s f%d instance %lld dimension %zu\n", claim, problem.suite.c_str(), problem.function,
              static_cast<long long>(problem.instance), problem.dimension);
}

struct Points {
  Points(std::size_t count, std::size_t dimension) {
    for (std::size_t i = 0; i < count; ++i) {
      blocks.push_back(std::make_unique<double[]>(dimension));
      rows.push_back(blocks.back().get());
    }
  }
  std::vector<std::unique_ptr<double[]>> blocks;
  std::vector<const double*> rows;
};

std::unique_ptr<double[]> evaluate(const Problem& problem, const Points& points, Scratch& scratch) {
  auto values = std::make_unique<double[]>(points.rows.size());
  problem.evaluate(points.rows.data(), points.rows.size(), values.get(), scratch);
  return values;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void check(const Problem& problem, std::mt19937_64& generator, Scratch& scratch) {
  std::uniform_real_distribution<double> inside(-5.0, 5.0);
  std::uniform_real_distribution<double> around(-9.0, 9.0);
  const std::size_t n = problem.dimension;

  Points points(53, n);
  for (std::size_t i = 0; i < points.blocks.size(); ++i)
    for (std::size_t j = 0; j < n; ++j) points.blocks[i][j] = i % 2 ? around(generator) : inside(generator);
  const auto values = evaluate(problem, points, scratch);
  for (std::size_t i = 0; i < points.rows.size(); ++i)
    expect(values[i] >= 0.0 && (problem.suite == "sbox" || std::isfinite(values[i])), "values are finite", problem);

  for (std::size_t count : {1, 2, 3, 4, 5, 7, 17, 48, 49}) {
    Points few(count, n);
    for (std::size_t i = 0; i < count; ++i) std::copy_n(points.rows[i], n, few.blocks[i].get());
    const auto again = evaluate(problem, few, scratch);
    for (std::size_t i = 0; i < count; ++i)
      expect(same_bits(again[i], values[i]), "a value does not depend on the batch", problem);
  }

  Points hostile(9, n);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double extremes[] = {infinity, -infinity, 1e308, -1e308, 1e-308, 5e-324, 1e155, -1e20, 0.0};
  for (std::size_t i = 0; i < hostile.blocks.size(); ++i) {
    std::copy_n(points.rows[i], n, hostile.blocks[i].get());
    hostile.blocks[i][i % n] = extremes[i];
  }
  hostile.blocks[8][n - 1] = std::numeric_limits<double>::quiet_NaN();
  const auto extreme_values = evaluate(problem, hostile, scratch);
  for (std::size_t i = 0; i < hostile.rows.size(); ++i) expect(extreme_values[i] >= 0.0, "no point gives NaN", problem);
  expect(extreme_values[0] == infinity && extreme_values[1] == infinity && extreme_values[8] == infinity,
         "a coordinate that is not finite gives infinity", problem);

  Points optimum(1, n);
  std::copy_n(problem.x_opt.begin(), n, optimum.blocks[0].get());
  expect(evaluate(problem, optimum, scratch)[0] <= 1e-14, "the optimum has precision 0", problem);
}

bool refused(std::string_view suite, int function, std::int64_t instance, std::size_t dimension) {
  try {
    make_problem(suite, function, instance, dimension);
    return false;
  } catch (const UnknownProblem&) {
    return true;
  }
}

}  // namespace

int main() {
  std::mt19937_64 generator(1);
  Scratch scratch;
  for (std::string_view suite : {"bbob", "sbox"})
    for (const FunctionInfo& info : functions(suite))
      for (std::size_t dimension : {1, 2, 3, 4, 5, 8, 10, 31, 40, 67})
        for (std::int64_t instance : {1, 2, 2147483647})
          if (dimension >= info.minimum_dimension && (dimension < 40 || instance == 1))
            check(*make_problem(suite, info.number, instance, dimension), generator, scratch);

  for (const bool claim : {refused("bob", 1, 1, 2), refused("bbob", 0, 1, 2), refused("bbob", 25, 1, 2),
                           refused("bbob", 1, 0, 2), refused("bbob", 8, 1, 1), refused("bbob", 8, 1, 5000)})
    if (!claim) ++failures, std::puts("a problem that does not exist was made");

  // Many threads asking for the same problems at once.
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int round = 0; round < 20; ++round)
        for (int function = 1; function <= 24; ++function) make_problem("bbob", function, 1 + round % 3, 5);
    });
  for (std::thread& thread : threads) thread.join();

  std::printf("problems: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
