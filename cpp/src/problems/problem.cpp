// Building problems, and evaluating rows in tiles.
#include "inbounds/problem.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "inbounds/problems/bbob.hpp"
#include "inbounds/problems/bbob/all_functions.hpp"
#include "inbounds/problems/kernel.hpp"
#include "inbounds/problems/noise.hpp"
#include "inbounds/problems/sbox.hpp"
#include "inbounds/problems/walls.hpp"

namespace inbounds {
namespace {

using namespace problems;

constexpr double infinity = std::numeric_limits<double>::infinity();

// --- the catalogue ---------------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 4> all_suites{Bbob::suite, Sbox::suite, Noise::suite, MovedWalls::suite};

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
void build(Problem& problem, double reach, bool closed_box, const Stop& stop) {
  bbob::Instance instance(problem.function, problem.instance, problem.dimension, reach, stop);
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
void build_any(bbob::List<Functions...>, Problem& problem, double reach, bool closed_box, const Stop& stop) {
  ((Functions::info.number == problem.function ? build<Functions>(problem, reach, closed_box, stop) : void()), ...);
}

template <typename Suite>
Problem build_bbob(int function, std::int64_t instance, std::size_t dimension, const Stop& stop) {
  Problem problem;
  problem.suite = Suite::suite;
  problem.function = function;
  problem.instance = instance;
  problem.dimension = dimension;
  build_any(bbob::AllFunctions{}, problem, Suite::reach, Suite::closed_box, stop);
  return problem;
}

// --- evaluating ------------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline Lanes gather(const double* const rows[lanes], std::size_t j) {
  double column[lanes];
  for (std::size_t lane = 0; lane < lanes; ++lane) column[lane] = rows[lane][j];
  return simd::load<Lanes>(column);
}

// Four coordinates of eight rows, transposed.
[[gnu::always_inline]] inline void transpose(const double* const rows[lanes], std::size_t j, Lanes out[4]) {
#if defined(INBOUNDS_AVX512)
  // Rows k and k + 4 share a register; what is left is a 4 x 4 transposition in both halves.
  const auto both = [&](std::size_t row) __attribute__((always_inline)) {
    return __builtin_shufflevector(simd::load<simd::f64x4>(rows[row] + j), simd::load<simd::f64x4>(rows[row + 4] + j),
                                   0, 1, 2, 3, 4, 5, 6, 7);
  };
  const Lanes a = both(0), b = both(1), c = both(2), d = both(3);
  const Lanes ab_even = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const Lanes ab_odd = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const Lanes cd_even = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const Lanes cd_odd = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  out[0] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 8, 9, 4, 5, 12, 13);
  out[1] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 8, 9, 4, 5, 12, 13);
  out[2] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 10, 11, 6, 7, 14, 15);
  out[3] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 10, 11, 6, 7, 14, 15);
#elif defined(__AVX__)
  const auto four = [&](std::size_t row, simd::f64x4 Lanes::* half) __attribute__((always_inline)) {
    const auto a = simd::load<simd::f64x4>(rows[row] + j), b = simd::load<simd::f64x4>(rows[row + 1] + j);
    const auto c = simd::load<simd::f64x4>(rows[row + 2] + j), d = simd::load<simd::f64x4>(rows[row + 3] + j);
    const auto ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6), ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const auto cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6), cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    out[0].*half = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    out[1].*half = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    out[2].*half = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    out[3].*half = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
  };
  four(0, &Lanes::low);
  four(4, &Lanes::high);
#else
  for (std::size_t k = 0; k < 4; ++k) out[k] = gather(rows, j + k);
#endif
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
  if (suite == Bbob::suite || suite == Sbox::suite || suite == MovedWalls::suite) return bbob_functions;
  if (suite == Noise::suite) return noise_functions;
  return {};
}

Problem build_problem(std::string_view suite, int function, std::int64_t instance, std::size_t dimension,
                      const Walls& walls, const Stop& stop) {
  if (suite == Noise::suite) return Noise::make(instance, dimension);
  if (suite == Sbox::suite) return build_bbob<Sbox>(function, instance, dimension, stop);
  Problem problem = build_bbob<Bbob>(function, instance, dimension, stop);
  if (suite == MovedWalls::suite) MovedWalls::move(problem, walls);
  return problem;
}

void Problem::evaluate(const double* const* rows, std::size_t count, double* precision, Scratch& scratch) const {
  if (count == 0) return;
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
