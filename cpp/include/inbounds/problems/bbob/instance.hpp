// What makes one BBOB function an instance: the suite's own random numbers, optimum and rotations.
//
// The generator is BBOB 2009's: a minimal-standard congruential generator behind a shuffle table of 32, restarted from
// a seed for every vector that is drawn. Facts as in Hansen et al., "Real-parameter black-box optimization benchmarking
// 2009: noiseless functions definitions", and in the COCO and IOHexperimenter sources.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

// Numbers in (0, 1), restarted from `seed`.
std::vector<double> uniform(std::size_t count, std::int64_t seed);

// Standard normal numbers, restarted from `seed`.
std::vector<double> normal(std::size_t count, std::int64_t seed);

// Gram–Schmidt on the columns of a matrix of normal numbers; unfinished where `stop` says so.
Matrix rotation(std::size_t n, std::int64_t seed, const Stop& stop);

// The point x that the scaled rotation sends to (1/2, …, 1/2), which f9 and f19 shift to (1, …, 1).
std::vector<double> half_preimage(const Matrix& rotation, double scale);

// The indices 0 … count-1 in the order of random numbers.
std::vector<std::size_t> permutation(std::size_t count, std::int64_t seed);

struct Instance {
  // `reach` is 4 in BBOB, 5 in SBOX-COST: the optimum is drawn in [-reach, reach]^n.
  Instance(int function, std::int64_t instance, std::size_t dimension, double reach, const Stop& stop);

  Matrix first_rotation() const { return rotation(dimension, seed + 1000000, stop); }  // R in the definitions
  Matrix second_rotation() const { return rotation(dimension, seed, stop); }           // Q

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
    return product(first_rotation(), powers(condition), second_rotation(), stop);
  }

  std::size_t dimension;
  double reach;
  Stop stop;
  std::int64_t seed;
  std::vector<double> x_opt;
  double f_opt = 0.0;
};

}  // namespace inbounds::problems::bbob
