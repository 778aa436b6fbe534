// The parameter adaptations, the paper's first; one line admits one.
#pragma once

#include "inbounds/adaptation/constant.hpp"
#include "inbounds/adaptation/dither.hpp"
#include "inbounds/adaptation/jade.hpp"
#include "inbounds/adaptation/jde.hpp"
#include "inbounds/adaptation/shade.hpp"

namespace inbounds {

using Adaptations = Family<Shade, Jade, Jde, Constant, Dither>;

}  // namespace inbounds
