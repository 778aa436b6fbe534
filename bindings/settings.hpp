// The settings of a run as Python hands them over: checked there, but for the operators' places in their families.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>

#include <array>
#include <stdexcept>
#include <string>

#include "inbounds/engine.hpp"

using OperatorChoice = std::pair<std::size_t, inbounds::OptionValues>;

inline inbounds::Settings make_settings(const std::array<OperatorChoice, 4>& operators, std::size_t population,
                                        std::int64_t budget) {
  inbounds::Settings settings;
  const auto choose = [&](const char* family, std::size_t size, inbounds::Choice& choice, const OperatorChoice& given) {
    if (given.first >= size)
      throw std::invalid_argument(std::string(family) + " must be in 0 … " + std::to_string(size - 1) + "; got " +
                                  std::to_string(given.first));
    choice = {given.first, given.second};
  };
  choose("mutation", inbounds::Mutations::size, settings.mutation, operators[0]);
  choose("crossover", inbounds::Crossovers::size, settings.crossover, operators[1]);
  choose("boundary", inbounds::Boundaries::size, settings.boundary, operators[2]);
  choose("adaptation", inbounds::Adaptations::size, settings.adaptation, operators[3]);
  settings.population = population;
  settings.budget = budget;
  return settings;
}

inline void set_stopping(inbounds::Settings& settings, nanobind::object target) {
  settings.may_stop = !target.is_none();
  if (settings.may_stop) settings.target = nanobind::cast<double>(target);
}
