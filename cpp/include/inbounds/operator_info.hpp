// What an operator says about itself: names, sources and needs, read by the engine, by Python and by the docs.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace inbounds {

template <class... Operators>
class Prepared;

enum class Kind {
  standard,   // mutations, crossovers, adaptations
  repair,     // boundary methods that move an infeasible donor into the box
  transform,  // … that map every donor, feasible ones too
  resample,   // … that ask for another donor
  penalise,   // … that refuse an infeasible trial
};

enum Needs : unsigned {
  nothing = 0,
  best = 1u << 0,       // index of the best individual
  elite = 1u << 1,      // the best few individuals
  ranking = 1u << 2,    // all individuals in order of fitness
  distances = 1u << 3,  // distances between individuals
  fitness = 1u << 4,    // fitness of the drawn individuals
  base = 1u << 5,       // base vector of the mutation
  target = 1u << 6,     // target vector
  random = 1u << 7,     // random numbers of its own
  mutation = 1u << 8,   // the mutation itself, to be applied again
};

// An option is a choice between words ("inverse|distance", stored as its position) or a number within limits.
struct OptionInfo {
  std::string_view name{};
  std::string_view choices{};
  double standard = 0.0;
  double low = 0.0;
  double high = 0.0;
};

inline constexpr std::size_t max_options = 3;
using OptionValues = std::array<double, max_options>;

struct OperatorInfo {
  std::string_view name;
  std::string_view label;
  std::string_view cite;
  std::string_view formula;  // LaTeX
  std::string_view summary;
  Kind kind = Kind::standard;
  unsigned needs = Needs::nothing;
  std::size_t distinct = 0;  // how many different individuals a donor draws, the target not counted
  std::array<OptionInfo, max_options> options{};
};

// A list of operators as types: admits them by one line each, in order.
template <class... Operators>
struct Family {
  static constexpr std::size_t size = sizeof...(Operators);
  static constexpr std::array<OperatorInfo, size> infos{Operators::info...};

  using Prepared = inbounds::Prepared<Operators...>;  // one of them, chosen at run time (operator_state.hpp)
};

}  // namespace inbounds
