// f22, Gallagher with 21 peaks.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f21_gallagher.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

using Gallagher21 = Gallagher<21>;

}  // namespace inbounds::problems::bbob
