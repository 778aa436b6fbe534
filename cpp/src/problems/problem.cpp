// Building problems, keeping the recent ones, and evaluating rows in tiles.
#include "inbounds/problem.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <list>
#include <mutex>
#include <utility>

#include "inbounds/problems/bbob.hpp"
#include "inbounds/problems/bbob/all_functions.hpp"
#include "inbounds/problems/kernel.hpp"
#include "inbounds/problems/noise.hpp"
#include "inbounds/problems/sbox.hpp"

namespace inbounds {
namespace {

using namespace problems;

constexpr double infinity = std::numeric_limits<double>::infinity();

// --- the catalogue ---------------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 3> all_suites{Bbob::suite, Sbox::suite, Noise::suite};

template <typename... Functions>
constexpr auto infos(bbob::List<Functions...>) {
  return std::array<FunctionInfo, sizeof...(Functions)>{Functions::info...};
}

constexpr auto bbob_functions = infos(bbob::AllFunctions{});
constexpr std::array<FunctionInfo, 1> noise_functions{Noise::info};

// --- building --------------------------------------------------------------------------------------------------------

template <typename Function>
double penalty_of(std::size_t dimension) {
  if constexpr (requires { Function::penalty(dimension); })
    return Function::penalty(dimension);
  else
    return 0.0;
}

template <typename Function>
void build(Problem& problem, double reach, bool closed_box) {
  bbob::Instance instance(problem.function, problem.instance, problem.dimension, reach);
  auto kernel = std::make_shared<Kernel>();
  bind(*kernel, Function(instance));  // the function may move the optimum of the instance
  kernel->dimension = problem.dimension;
  kernel->shift = instance.x_opt;
  kernel->penalty = penalty_of<Function>(problem.dimension);
  kernel->closed_box = closed_box;

  problem.name = Function::info.name;
  problem.label = Function::info.label;
  problem.group = Function::info.group;
  problem.f_opt = instance.f_opt;
  problem.x_opt = std::move(instance.x_opt);
  problem.lower.assign(problem.dimension, -5.0);
  problem.upper.assign(problem.dimension, 5.0);
  problem.kernel = std::move(kernel);
}

template <typename... Functions>
void build_any(bbob::List<Functions...>, Problem& problem, double reach, bool closed_box) {
  ((Functions::info.number == problem.function ? build<Functions>(problem, reach, closed_box) : void()), ...);
}

template <typename Suite>
Problem build_bbob(int function, std::int64_t instance, std::size_t dimension) {
  Problem problem;
  problem.suite = Suite::suite;
  problem.function = function;
  problem.instance = instance;
  problem.dimension = dimension;
  build_any(bbob::AllFunctions{}, problem, Suite::reach, Suite::closed_box);
  return problem;
}

void check(std::string_view suite, int function, std::int64_t instance, std::size_t dimension) {
  const auto known = functions(suite);
  if (known.empty())
    throw UnknownProblem("suite must be one of 'bbob', 'sbox', 'noise'; got '" + std::string(suite) + "'");
  const auto info =
      std::find_if(known.begin(), known.end(), [function](const FunctionInfo& f) { return f.number == function; });
  if (info == known.end())
    throw UnknownProblem("function of suite '" + std::string(suite) + "' must be in " +
                         std::to_string(known.front().number) + " … " + std::to_string(known.back().number) + "; got " +
                         std::to_string(function));
  if (instance < 1 || instance > largest_instance)
    throw UnknownProblem("instance must be in 1 … " + std::to_string(largest_instance) + "; got " +
                         std::to_string(instance));
  if (dimension < info->minimum_dimension || dimension > largest_dimension)
    throw UnknownProblem("dimension of " + std::string(suite) + " f" + std::to_string(function) + " must be in " +
                         std::to_string(info->minimum_dimension) + " … " + std::to_string(largest_dimension) +
                         "; got " + std::to_string(dimension));
}

// --- keeping ---------------------------------------------------------------------------------------------------------

// The problems used last, up to a total size: a plan walks through functions, many workers through the same one.
class Recent {
 public:
  std::shared_ptr<const Problem> find(std::string_view suite, int function, std::int64_t instance,
                                      std::size_t dimension) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const auto& problem) {
      return problem->function == function && problem->instance == instance && problem->dimension == dimension &&
             problem->suite == suite;
    });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return kept_.front();
  }

  void keep(std::shared_ptr<const Problem> problem) {
    const std::lock_guard lock(mutex_);
    size_ += size_of(*problem);
    kept_.push_front(std::move(problem));
    while (size_ > most_doubles && kept_.size() > 1) {
      size_ -= size_of(*kept_.back());
      kept_.pop_back();
    }
  }

 private:
  static constexpr std::size_t most_doubles = std::size_t{8} << 20;  // 64 MB, and never less than the last problem

  static std::size_t size_of(const Problem& problem) {
    return 1024 + 2 * problem.dimension * problem.dimension + 210 * problem.dimension;
  }

  std::mutex mutex_;
  std::list<std::shared_ptr<const Problem>> kept_;
  std::size_t size_ = 0;
};

// --- evaluating ------------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline Lanes gather(const double* const rows[lanes], std::size_t j) {
  double column[lanes];
  for (std::size_t lane = 0; lane < lanes; ++lane) column[lane] = rows[lane][j];
  Lanes result;
  std::memcpy(&result, column, sizeof result);
  return result;
}

// Four coordinates of eight rows, transposed.
template <typename Vector>
[[gnu::always_inline]] inline void transpose(const double* const rows[lanes], std::size_t j, Vector out[4]) {
  for (std::size_t k = 0; k < 4; ++k) out[k] = gather(rows, j + k);
}

[[maybe_unused, gnu::always_inline]] inline void transpose(const double* const rows[lanes], std::size_t j,
                                                           simd::Twice<simd::f64x4> out[4]) {
  const auto four = [&](std::size_t row, simd::f64x4 simd::Twice<simd::f64x4>::* half) {
    simd::f64x4 a = simd::load(rows[row] + j);
    simd::f64x4 b = simd::load(rows[row + 1] + j);
    simd::f64x4 c = simd::load(rows[row + 2] + j);
    simd::f64x4 d = simd::load(rows[row + 3] + j);
    simd::transpose(a, b, c, d);
    out[0].*half = a, out[1].*half = b, out[2].*half = c, out[3].*half = d;
  };
  four(0, &simd::Twice<simd::f64x4>::low);
  four(4, &simd::Twice<simd::f64x4>::high);
}

// Packs eight rows into x[j], subtracting the shift. `finite` is 0 unless a coordinate is NaN or infinite;
// `outside` is the squared distance to [-5, 5]^n.
template <bool Penalised>
void pack(const double* const rows[lanes], std::size_t n, const double* shift, Lanes* x, Lanes& finite,
          Lanes& outside) {
  Lanes probe{};
  Lanes excess_sum{};
  const auto take = [&](std::size_t j, Lanes value) __attribute__((always_inline)) {
    probe += 0.0 * value;
    if constexpr (Penalised) {
      const Lanes excess = simd::max(simd::abs(value) - 5.0, 0.0);
      excess_sum += excess * excess;
    }
    x[j] = value - shift[j];
  };
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    Lanes columns[4];
    transpose(rows, j, columns);
    for (std::size_t k = 0; k < 4; ++k) take(j + k, columns[k]);
  }
  for (; j < n; ++j) take(j, gather(rows, j));
  finite = probe;
  outside = excess_sum;
}

}  // namespace

std::span<const std::string_view> suites() { return all_suites; }

std::span<const FunctionInfo> functions(std::string_view suite) {
  if (suite == Bbob::suite || suite == Sbox::suite) return bbob_functions;
  if (suite == Noise::suite) return noise_functions;
  return {};
}

std::shared_ptr<const Problem> make_problem(std::string_view suite, int function, std::int64_t instance,
                                            std::size_t dimension) {
  check(suite, function, instance, dimension);
  static Recent recent;
  if (auto problem = recent.find(suite, function, instance, dimension)) return problem;
  Problem problem = suite == Noise::suite  ? Noise::make(instance, dimension)
                    : suite == Bbob::suite ? build_bbob<Bbob>(function, instance, dimension)
                                           : build_bbob<Sbox>(function, instance, dimension);
  auto made = std::make_shared<const Problem>(std::move(problem));
  recent.keep(made);
  return made;
}

void Problem::evaluate(const double* const* rows, std::size_t count, double* precision, Scratch& scratch) const {
  if (count == 0) return;
  if (!kernel) throw std::logic_error("a noise problem has no values of its own");
  const Kernel& k = *kernel;
  const std::size_t stride = Tile::stride_of(dimension);
  const std::size_t all_groups = (count + lanes - 1) / lanes;
  const std::size_t tiles = (all_groups + Tile::most_groups - 1) / Tile::most_groups;
  const std::size_t widest = (all_groups + tiles - 1) / tiles;

  auto* memory = reinterpret_cast<Lanes*>(scratch.reserve(3 * widest * stride * lanes));
  Tile tile{dimension, stride, 0, memory, memory + widest * stride, memory + 2 * widest * stride};
  Lanes finite[Tile::most_groups];
  Lanes outside[Tile::most_groups];
  Lanes value[Tile::most_groups];
  const bool penalised = k.closed_box || k.penalty > 0.0;

  std::size_t first = 0;
  for (std::size_t t = 0; t < tiles; ++t) {
    tile.groups = (all_groups * (t + 1)) / tiles - (all_groups * t) / tiles;
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const double* eight[lanes];  // a short last group repeats its last row
      for (std::size_t lane = 0; lane < lanes; ++lane)
        eight[lane] = rows[std::min(first + g * lanes + lane, count - 1)];
      if (penalised)
        pack<true>(eight, dimension, k.shift.data(), tile.x + g * stride, finite[g], outside[g]);
      else
        pack<false>(eight, dimension, k.shift.data(), tile.x + g * stride, finite[g], outside[g]);
    }
    k.evaluate(k.function.get(), tile, value);
    for (std::size_t g = 0; g < tile.groups; ++g) {
      Lanes result = value[g];
      if (k.closed_box)
        result = simd::select(outside[g] > 0.0, simd::all_lanes<Lanes>(infinity), result);
      else if (k.penalty > 0.0)
        result += k.penalty * outside[g];
      result = simd::max(result, 0.0);  // rounding must not fall below the optimum
      const auto sound = (value[g] == value[g]) & (finite[g] == 0.0);
      result = simd::select(sound, result, simd::all_lanes<Lanes>(infinity));
      const std::size_t at = first + g * lanes;
      std::memcpy(precision + at, &result, std::min(lanes, count - at) * sizeof(double));
    }
    first += tile.groups * lanes;
  }
}

}  // namespace inbounds
