// BBOB: the 24 noiseless functions with their optimum well inside the box, and defined outside it too.
#pragma once

#include <string_view>

namespace inbounds::problems {

struct Bbob {
  static constexpr std::string_view suite = "bbob";
  static constexpr double reach = 4.0;  // the optimum is drawn in [-4, 4]^n
  static constexpr bool closed_box = false;
};

}  // namespace inbounds::problems
