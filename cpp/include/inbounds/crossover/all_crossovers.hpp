// The crossovers, the paper's two first; one line admits one.
#pragma once

#include "inbounds/crossover/binomial.hpp"
#include "inbounds/crossover/exponential.hpp"
#include "inbounds/crossover/exponential_2020.hpp"
#include "inbounds/crossover/exponential_then_binomial.hpp"

namespace inbounds {

using Crossovers = Family<Binomial, Exponential, Exponential2020, ExponentialThenBinomial>;

}  // namespace inbounds
