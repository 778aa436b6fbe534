// A problem: a box, an optimum, and a function evaluated for a whole generation at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "inbounds/problems/scratch.hpp"
#include "inbounds/stop.hpp"

namespace inbounds {

// What a caller asked for does not exist; the text says what is allowed.
struct UnknownProblem : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct FunctionInfo {
  int number;                         // the suite's own number
  std::string_view name;              // one word, as the IOHprofiler files spell it
  std::string_view label;             // for people
  int group;                          // BBOB's five groups of functions; 0 for noise
  std::size_t minimum_dimension = 2;  // where the definition divides by n - 1
};

namespace problems {
struct Kernel;
}

// How suite "walls" moves the box of a BBOB problem; nothing for the other suites.
struct Walls {
  double epsilon = 0.0;         // distance of the optimum from the nearer wall, as a share of the box's width: 0 … 0.5
  std::size_t coordinates = 0;  // in how many coordinates, spread evenly over all; 0: in all of them

  friend bool operator==(const Walls&, const Walls&) = default;
};

struct Problem {
  std::string suite;
  int function = 0;
  std::int64_t instance = 1;
  std::size_t dimension = 0;
  std::string name;
  std::string label;
  int group = 0;
  Walls walls;
  bool is_noise = false;  // values are draws from U(0,1), independent of x: the caller's stream makes them

  double f_opt = 0.0;
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<double> x_opt;  // empty where there is no optimum to point at

  // Writes f(x) - f_opt of each of the `count` rows (`dimension` contiguous doubles each, no alignment needed),
  // computed without subtracting f_opt, so that small values are real. Rows do not influence each other:
  // a row's value has the same bits in any batch. A NaN or infinite coordinate, or an overflow, gives +infinity; NaN is
  // never written. Not for noise problems.
  void evaluate(const double* const* rows, std::size_t count, double* precision, Scratch& scratch) const;

  std::shared_ptr<const problems::Kernel> kernel;  // null for noise
};

inline constexpr std::size_t largest_dimension = 4096;
inline constexpr std::int64_t largest_instance = 2147483647;

// Built once and kept for the next caller; safe to call from any thread. Throws UnknownProblem; null where `stop` said
// so.
std::shared_ptr<const Problem> make_problem(std::string_view suite, int function, std::int64_t instance,
                                            std::size_t dimension, const Walls& walls = {}, const Stop& stop = never);

// The same without a look at the arguments, and without keeping.
Problem build_problem(std::string_view suite, int function, std::int64_t instance, std::size_t dimension,
                      const Walls& walls = {}, const Stop& stop = never);

// "bbob", "sbox", "noise", "walls".
std::span<const std::string_view> suites();
std::span<const FunctionInfo> functions(std::string_view suite);

}  // namespace inbounds
