// Building problems, keeping the recent ones, and evaluating rows in tiles.
#include "inbounds/problem.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <list>
#include <mutex>
#include <utility>

#include "inbounds/problems/bbob/all_functions.hpp"
#include "inbounds/problems/kernel.hpp"
#include "inbounds/problems/noise.hpp"
#include "inbounds/problems/sbox.hpp"

namespace inbounds {
namespace {

using namespace problems;
using simd::f64x4;

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
                         std::to_string(known.front().number) + " … " + std::to_string(known.back().number) +
                         "; got " + std::to_string(function));
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

// Transposes four rows into x[j], subtracting the shift. `finite` stays 0 unless a coordinate is NaN or infinite;
// `outside` is the squared distance to [-5, 5]^n.
template <bool Penalised>
void pack(const double* const rows[4], std::size_t n, const double* shift, f64x4* x, f64x4& finite, f64x4& outside) {
  f64x4 probe{};
  f64x4 excess_sum{};
  const auto take = [&](std::size_t j, f64x4 value) __attribute__((always_inline)) {
    probe += 0.0 * value;
    if constexpr (Penalised) {
      const f64x4 excess = simd::max(simd::abs(value) - 5.0, simd::splat(0.0));
      excess_sum += excess * excess;
    }
    x[j] = value - shift[j];
  };
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    f64x4 a = simd::load(rows[0] + j);
    f64x4 b = simd::load(rows[1] + j);
    f64x4 c = simd::load(rows[2] + j);
    f64x4 d = simd::load(rows[3] + j);
    simd::transpose(a, b, c, d);
    take(j, a);
    take(j + 1, b);
    take(j + 2, c);
    take(j + 3, d);
  }
  for (; j < n; ++j) take(j, f64x4{rows[0][j], rows[1][j], rows[2][j], rows[3][j]});
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
  const std::size_t all_vectors = (count + simd::width - 1) / simd::width;
  const std::size_t tiles = (all_vectors + Tile::most_vectors - 1) / Tile::most_vectors;
  const std::size_t widest = (all_vectors + tiles - 1) / tiles;

  auto* memory = reinterpret_cast<f64x4*>(scratch.reserve(3 * widest * stride * simd::width));
  Tile tile{dimension, stride, 0, memory, memory + widest * stride, memory + 2 * widest * stride};
  f64x4 finite[Tile::most_vectors];
  f64x4 outside[Tile::most_vectors];
  f64x4 value[Tile::most_vectors];
  const bool penalised = k.closed_box || k.penalty > 0.0;

  std::size_t first = 0;
  for (std::size_t t = 0; t < tiles; ++t) {
    tile.vectors = (all_vectors * (t + 1)) / tiles - (all_vectors * t) / tiles;
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      const double* four[4];  // a short last group repeats its last row
      for (std::size_t lane = 0; lane < 4; ++lane) four[lane] = rows[std::min(first + v * 4 + lane, count - 1)];
      if (penalised)
        pack<true>(four, dimension, k.shift.data(), tile.x + v * stride, finite[v], outside[v]);
      else
        pack<false>(four, dimension, k.shift.data(), tile.x + v * stride, finite[v], outside[v]);
    }
    k.evaluate(k.function.get(), tile, value);
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      f64x4 result = value[v];
      if (k.closed_box)
        result = outside[v] > 0.0 ? simd::splat(infinity) : result;
      else if (k.penalty > 0.0)
        result += k.penalty * outside[v];
      result = simd::max(result, simd::splat(0.0));  // rounding must not fall below the optimum
      const auto sound = (value[v] == value[v]) & (finite[v] == 0.0);
      result = sound ? result : simd::splat(infinity);
      const std::size_t at = first + v * 4;
      if (at + 4 <= count)
        simd::store(precision + at, result);
      else
        simd::store_first(precision + at, result, count - at);
    }
    first += tile.vectors * 4;
  }
}

}  // namespace inbounds
