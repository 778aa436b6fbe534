// SBOX-COST: BBOB whose optimum may lie anywhere in the box, and whose value outside the box is infinite.
#pragma once

#include <string_view>

namespace inbounds::problems {

struct Sbox {
  static constexpr std::string_view suite = "sbox";
  static constexpr double reach = 5.0;  // the optimum is drawn in [-5, 5]^n
  static constexpr bool closed_box = true;
};

}  // namespace inbounds::problems
