// The settings of a run as Python hands them over: checked there, but for the operators' places in their families.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <stdexcept>
#include <string>

#include "inbounds/engine.hpp"

using OperatorChoice = std::pair<std::size_t, inbounds::OptionValues>;
// The parts, the rule of their mixture, and the stage at which they act.
using BoundaryChoice = std::tuple<std::vector<OperatorChoice>, std::size_t, std::size_t>;
// The four families of operators, then the modules.
using OperatorChoices =
    std::tuple<OperatorChoice, OperatorChoice, BoundaryChoice, OperatorChoice, std::array<OperatorChoice, 6>>;

inline inbounds::Settings make_settings(const OperatorChoices& operators, std::size_t population, std::int64_t budget) {
  inbounds::Settings settings;
  const auto choose = [&](const char* family, std::size_t size, inbounds::Choice& choice, const OperatorChoice& given) {
    if (given.first >= size)
      throw std::invalid_argument(std::string(family) + " must be in 0 … " + std::to_string(size - 1) + "; got " +
                                  std::to_string(given.first));
    choice = {given.first, given.second};
  };
  const auto& [parts, rule, stage] = std::get<2>(operators);
  choose("mutation", inbounds::Mutations::size, settings.mutation, std::get<0>(operators));
  choose("crossover", inbounds::Crossovers::size, settings.crossover, std::get<1>(operators));
  settings.further_boundaries.resize(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k)
    choose("boundary", inbounds::Boundaries::size, settings.further_boundaries[k], parts[k]);
  if (parts.empty() || rule > static_cast<std::size_t>(inbounds::MixtureRule::survival) ||
      stage > static_cast<std::size_t>(inbounds::Stage::darwinian))
    throw std::invalid_argument("a boundary method has at least one part, a known rule and a known stage");
  settings.boundary = settings.further_boundaries.front();
  settings.further_boundaries.erase(settings.further_boundaries.begin());
  settings.rule = static_cast<inbounds::MixtureRule>(rule);
  settings.stage = static_cast<inbounds::Stage>(stage);
  choose("adaptation", inbounds::Adaptations::size, settings.adaptation, std::get<3>(operators));
  const auto& modules = std::get<4>(operators);
  choose("archive", inbounds::Archives::size, settings.archive, modules[0]);
  choose("reduction", inbounds::Reductions::size, settings.reduction, modules[1]);
  choose("pbest", inbounds::PbestSchedules::size, settings.pbest, modules[2]);
  choose("rotation", inbounds::Rotations::size, settings.rotation, modules[3]);
  choose("restart", inbounds::Restarts::size, settings.restart, modules[4]);
  choose("selection", inbounds::Selections::size, settings.selection, modules[5]);
  settings.population = population;
  settings.budget = budget;
  return settings;
}

inline void set_stopping(inbounds::Settings& settings, nanobind::object target) {
  settings.may_stop = !target.is_none();
  if (settings.may_stop) settings.target = nanobind::cast<double>(target);
}
