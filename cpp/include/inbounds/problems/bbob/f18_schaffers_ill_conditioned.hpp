// f18, Schaffers F7 with condition 1000, on the draws of f17.
#pragma once

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/f17_schaffers.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

using Schaffers1000 = Schaffers<1000>;

}  // namespace inbounds::problems::bbob
