// The crossovers, the paper's two first; one line admits one.
#pragma once

#include "inbounds/crossover/binomial.hpp"
#include "inbounds/crossover/exponential.hpp"
#include "inbounds/crossover/exponential_2020.hpp"

namespace inbounds {

using Crossovers = Family<Binomial, Exponential, Exponential2020>;

}  // namespace inbounds
