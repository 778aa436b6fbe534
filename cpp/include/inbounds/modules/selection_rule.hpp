// Which trials replace their target. Only better ones count as successes to learn from.
#pragma once

#include "inbounds/operator_state.hpp"

namespace inbounds {

struct StrictSelection {
  static constexpr OperatorInfo info{.name = "better",
                                     .label = "Better trials",
                                     .cite = "boks2021",
                                     .formula = R"(f(\mathbf{u}) < f(\mathbf{x}))",
                                     .summary = "A trial replaces its target where it is better."};
  static constexpr bool takes_equal = false;
};

struct SelectionOfEqual {
  static constexpr OperatorInfo info{
      .name = "better-or-equal",
      .label = "Better or equal trials",
      .cite = "storn1997",
      .formula = R"(f(\mathbf{u}) \le f(\mathbf{x}))",
      .summary = "A trial replaces its target where it is better or as good, so that plateaus can be crossed."};
  static constexpr bool takes_equal = true;
};

using Selections = Family<StrictSelection, SelectionOfEqual>;

}  // namespace inbounds
