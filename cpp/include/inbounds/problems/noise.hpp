// f0: values drawn from U(0,1) whatever x is, on [0,1]^n. Shows what an algorithm does when there is nothing to learn.
#pragma once

#include "inbounds/problem.hpp"

namespace inbounds::problems {

struct Noise {
  static constexpr std::string_view suite = "noise";
  static constexpr FunctionInfo info{
      .number = 0, .name = "Noise", .label = "Noise", .group = 0, .minimum_dimension = 1};

  static Problem make(std::int64_t instance, std::size_t dimension) {
    Problem problem;
    problem.suite = suite;
    problem.function = info.number;
    problem.instance = instance;
    problem.dimension = dimension;
    problem.name = info.name;
    problem.label = info.label;
    problem.group = info.group;
    problem.is_noise = true;
    problem.lower.assign(dimension, 0.0);
    problem.upper.assign(dimension, 1.0);
    return problem;
  }
};

}  // namespace inbounds::problems
