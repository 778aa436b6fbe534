// The draws that make a BBOB instance, rounded as the originals round them.
//
// A rotation can amplify a rounding difference by the condition of its random matrix. Here multiplications and
// additions are therefore not fused, as in the builds of the original libraries, and rotations agree with theirs bit
// for bit.
#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#include "inbounds/problems/bbob/instance.hpp"

#include <algorithm>
#include <array>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

#include "inbounds/simd.hpp"

namespace inbounds::problems::bbob {

std::vector<double> uniform(std::size_t count, std::int64_t seed) {
  constexpr std::int64_t modulus = 2147483647;
  std::int64_t state = std::max<std::int64_t>(seed, 1);
  const auto advance = [&state] {  // Schrage's way of writing 16807 * state mod 2^31 - 1
    const auto quotient = static_cast<std::int64_t>(std::floor(static_cast<double>(state) / 127773.0));
    state = 16807 * (state - quotient * 127773) - 2836 * quotient;
    if (state < 0) state += modulus;
    return state;
  };

  std::array<std::int64_t, 32> table{};
  for (int i = 39; i >= 0; --i) {
    const std::int64_t value = advance();
    if (i < 32) table[static_cast<std::size_t>(i)] = value;
  }
  std::vector<double> numbers(count);
  std::int64_t last = table[0];
  for (double& number : numbers) {
    const auto slot = static_cast<std::size_t>(std::clamp<std::int64_t>(last / 67108865, 0, 31));
    last = std::exchange(table[slot], advance());
    number = last == 0 ? 1e-99 : static_cast<double>(last) / 2.147483647e9;
  }
  return numbers;
}

std::vector<double> normal(std::size_t count, std::int64_t seed) {
  const std::vector<double> u = uniform(2 * count, seed);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = std::sqrt(-2.0 * std::log(u[i])) * std::cos(2.0 * std::numbers::pi * u[count + i]);
    if (numbers[i] == 0.0) numbers[i] = 1e-99;
  }
  return numbers;
}

namespace {
// Takes what lies along a finished column out of eight others, laid side by side; each one's sums go in the order in
// which a single column's would, so the bits are the same.
void take_out(const double* finished, std::size_t n, double* eight_columns) {
  using Eight = simd::f64x8;
  Eight overlap{};
  for (std::size_t k = 0; k < n; ++k) overlap += simd::load<Eight>(eight_columns + 8 * k) * finished[k];
  for (std::size_t k = 0; k < n; ++k)
    simd::store(eight_columns + 8 * k, simd::load<Eight>(eight_columns + 8 * k) - overlap * finished[k]);
}

void take_out(const double* finished, std::size_t n, std::span<double> column) {
  const double overlap = std::inner_product(column.begin(), column.end(), finished, 0.0);
  for (std::size_t k = 0; k < n; ++k) column[k] -= overlap * finished[k];
}
}  // namespace

Matrix rotation(std::size_t n, std::int64_t seed, const Stop& stop) {
  std::vector<double> columns = normal(n * n, seed), eight(8 * n);
  const auto column = [&](std::size_t i) { return std::span(columns).subspan(i * n, n); };
  for (std::size_t first = 0; first < n && !stop(); first += 8) {
    const std::size_t end = std::min(first + 8, n);
    for (std::size_t i = first; i < end; ++i)
      for (std::size_t k = 0; k < n; ++k) eight[8 * k + i - first] = column(i)[k];
    for (std::size_t j = 0; j < first; ++j) take_out(column(j).data(), n, eight.data());
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t k = 0; k < n; ++k) column(i)[k] = eight[8 * k + i - first];
      for (std::size_t j = first; j < i; ++j) take_out(column(j).data(), n, column(i));
      const double length = std::sqrt(std::inner_product(column(i).begin(), column(i).end(), column(i).begin(), 0.0));
      for (double& value : column(i)) value /= length;
    }
  }
  Matrix matrix(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) matrix(i, j) = columns[j * n + i];
  return matrix;
}

namespace {
// A sum of doubles and of products kept to twice their precision, the same on every platform.
struct LongSum {
  double high = 0.0, low = 0.0;

  void add(double value) {
    const double sum = high + value, taken = sum - high;
    low += (high - (sum - taken)) + (value - taken);
    high = sum;
  }
  void add_product(double a, double b) {
    const double rounded = a * b;
    add(rounded);
    low += std::fma(a, b, -rounded);
  }
  double value() const { return high + low; }
};
}  // namespace

// A rotation from Gram–Schmidt is orthogonal to rounding only, so its transpose is a first guess that is improved once.
std::vector<double> half_preimage(const Matrix& rotation, double scale) {
  const std::size_t n = rotation.n;
  const double half = 0.5 / scale, rest = std::fma(-half, scale, 0.5) / scale;
  std::vector<double> point(n, 0.0), miss(n);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < n; ++i) {
      LongSum sum;
      sum.add(half);
      sum.add(rest);
      for (std::size_t j = 0; j < n; ++j) sum.add_product(-rotation(i, j), point[j]);
      miss[i] = sum.value();
    }
    for (std::size_t j = 0; j < n; ++j) {
      LongSum sum;
      sum.add(point[j]);
      for (std::size_t i = 0; i < n; ++i) sum.add_product(rotation(i, j), miss[i]);
      point[j] = sum.value();
    }
  }
  return point;
}

std::vector<std::size_t> permutation(std::size_t count, std::int64_t seed) {
  const std::vector<double> key = uniform(count, seed);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&key](std::size_t a, std::size_t b) { return key[a] < key[b]; });
  return order;
}

Instance::Instance(int function, std::int64_t instance, std::size_t dimension, double reach, const Stop& stop)
    : dimension(dimension),
      reach(reach),
      stop(stop),
      // f4 and f18 share the draws of f3 and f17
      seed((function == 4 || function == 18 ? function - 1 : function) + 10000 * instance),
      x_opt(uniform(dimension, function == 12 ? seed + 1000000 : seed)) {
  for (double& x : x_opt) {
    x = 2.0 * reach * std::floor(1e4 * x) / 1e4 - reach;
    if (x == 0.0) x = -1e-5;
  }
  const double ratio = 100.0 * 100.0 * normal(1, seed)[0] / normal(1, seed + 1)[0];
  f_opt = std::clamp(std::floor(ratio + 0.5) / 100.0, -1000.0, 1000.0);
}

}  // namespace inbounds::problems::bbob
