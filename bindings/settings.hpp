// The settings of a run as Python hands them over: checked there, taken as they are here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>

#include <array>

#include "inbounds/engine.hpp"

using OperatorChoice = std::pair<std::size_t, inbounds::OptionValues>;

inline inbounds::Settings make_settings(const std::array<OperatorChoice, 4>& operators, std::size_t population,
                                        std::int64_t budget) {
  inbounds::Settings settings;
  inbounds::Choice* choices[] = {&settings.mutation, &settings.crossover, &settings.boundary, &settings.adaptation};
  for (std::size_t k = 0; k < operators.size(); ++k) *choices[k] = {operators[k].first, operators[k].second};
  settings.population = population;
  settings.budget = budget;
  return settings;
}

inline void set_stopping(inbounds::Settings& settings, nanobind::object target) {
  settings.may_stop = !target.is_none();
  if (settings.may_stop) settings.target = nanobind::cast<double>(target);
}
