// What makes one BBOB function an instance: the suite's own random numbers, optimum and rotations.
//
// The generator is BBOB 2009's: a minimal-standard congruential generator behind a shuffle table of 32, restarted from
// a seed for every vector that is drawn. Facts as in Hansen et al., "Real-parameter black-box optimization benchmarking 2009:
// noiseless functions definitions", and in the COCO and IOHexperimenter sources.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

inline std::vector<double> uniform(std::size_t count, std::int64_t seed) {
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

inline std::vector<double> normal(std::size_t count, std::int64_t seed) {
  const std::vector<double> u = uniform(2 * count, seed);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = std::sqrt(-2.0 * std::log(u[i])) * std::cos(2.0 * std::numbers::pi * u[count + i]);
    if (numbers[i] == 0.0) numbers[i] = 1e-99;
  }
  return numbers;
}

// Gram–Schmidt on the columns of a matrix of normal numbers.
inline Matrix rotation(std::size_t n, std::int64_t seed) {
  std::vector<double> columns = normal(n * n, seed);
  for (std::size_t i = 0; i < n; ++i) {
    double* column = columns.data() + i * n;
    for (std::size_t j = 0; j < i; ++j) {
      const double* earlier = columns.data() + j * n;
      const double overlap = std::inner_product(column, column + n, earlier, 0.0);
      for (std::size_t k = 0; k < n; ++k) column[k] -= overlap * earlier[k];
    }
    const double length = std::sqrt(std::inner_product(column, column + n, column, 0.0));
    for (std::size_t k = 0; k < n; ++k) column[k] /= length;
  }
  Matrix matrix(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) matrix(i, j) = columns[j * n + i];
  return matrix;
}

// The indices 0 … count-1 in the order of random numbers.
inline std::vector<std::size_t> permutation(std::size_t count, std::int64_t seed) {
  const std::vector<double> key = uniform(count, seed);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&key](std::size_t a, std::size_t b) { return key[a] < key[b]; });
  return order;
}

struct Instance {
  // `reach` is 4 in BBOB, 5 in SBOX-COST: the optimum is drawn in [-reach, reach]^n.
  Instance(int function, std::int64_t instance, std::size_t dimension, double reach)
      : dimension(dimension),
        reach(reach),
        // f4 and f18 share the draws of f3 and f17
        seed((function == 4 || function == 18 ? function - 1 : function) + 10000 * instance),
        x_opt(uniform(dimension, function == 12 ? seed + 1000000 : seed)) {
    for (double& x : x_opt) {
      x = 2.0 * reach * std::floor(1e4 * x) / 1e4 - reach;
      if (x == 0.0) x = -1e-5;
    }
    const double ratio = normal(1, seed)[0] / normal(1, seed + 1)[0];
    f_opt = std::clamp(std::floor(1e4 * ratio + 0.5) / 100.0, -1000.0, 1000.0);
  }

  Matrix first_rotation() const { return rotation(dimension, seed + 1000000); }  // R in the definitions
  Matrix second_rotation() const { return rotation(dimension, seed); }           // Q

  // i/(n-1), the share of the way from the first to the last coordinate
  double share(std::size_t i) const {
    return dimension == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(dimension - 1);
  }

  // base^(i/(n-1)) for every coordinate
  std::vector<double> powers(double base) const {
    std::vector<double> values(dimension);
    for (std::size_t i = 0; i < dimension; ++i) values[i] = std::pow(base, share(i));
    return values;
  }

  // R Λ Q, with Λ running from 1 to `condition`
  Matrix conditioned_rotation(double condition) const {
    return product(first_rotation(), powers(condition), second_rotation());
  }

  std::size_t dimension;
  double reach;
  std::int64_t seed;
  std::vector<double> x_opt;
  double f_opt = 0.0;
};

}  // namespace inbounds::problems::bbob
