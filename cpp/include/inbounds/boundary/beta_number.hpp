// A random number from a Beta distribution of any positive shape.
#pragma once

#include <cmath>

#include "inbounds/random_stream.hpp"

namespace inbounds {

// The logarithm of a Gamma(shape, 1) number, by Marsaglia & Tsang (2000); the logarithm, because a small shape gives
// numbers below the smallest double.
inline double log_gamma_number(double shape, RandomStream& random) {
  if (shape < 1.0)
    return log_gamma_number(shape + 1.0, random) + std::log(1.0 - random.uniform()) / shape;  // 1 − U is never 0
  const double d = shape - 1.0 / 3.0, c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = random.normal(), root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    if (std::log(1.0 - random.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return std::log(d * v);
  }
}

inline double beta_number(double a, double b, RandomStream& random) {
  const double first = log_gamma_number(a, random), second = log_gamma_number(b, random);
  return 1.0 / (1.0 + std::exp(second - first));
}

}  // namespace inbounds
