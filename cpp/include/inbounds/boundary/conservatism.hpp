// Gives up an infeasible donor for its base vector.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct Conservatism {
  static constexpr OperatorInfo info{.name = "conservatism",
                                     .label = "Conservatism",
                                     .cite = "arabas2010",
                                     .formula = R"(\mathbf{v} \leftarrow \mathbf{b})",
                                     .summary = "Gives up an infeasible donor for its base vector.",
                                     .kind = Kind::repair,
                                     .needs = Needs::base};

  static void repair(double* donor, const BoundaryContext& at) {
    copy_row(donor, at.base, at.box.stride);
    settle(donor, at.box, at.target);  // a base made outside the core may be anything
  }
};

}  // namespace inbounds
