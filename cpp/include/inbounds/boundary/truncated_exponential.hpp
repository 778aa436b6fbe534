// An exponential number between a bound and a point inside: most often close to the bound.
#pragma once

#include <cmath>

#include "inbounds/random_stream.hpp"

namespace inbounds {

// Of mean 1 on the box scaled to unit width, cut off at `inner`; `inner` is on either side of `bound`.
inline double exponential_from(double bound, double inner, double width, RandomStream& random) {
  const double reach = std::abs(inner - bound) / width;
  const double step = width * -std::log1p(random.uniform() * std::expm1(-reach));
  return inner > bound ? bound + step : bound - step;
}

}  // namespace inbounds
