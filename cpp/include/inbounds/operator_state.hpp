// What an operator keeps during a run, beside its functions: made once per run, told what happens, saved with the run.
//
// An operator that keeps nothing is a struct of static functions. One that does has a nested `State`, which its
// functions get as their last argument: a constructor from `Setup`, and any of
//   void prepare(const Generation&)   before the first donor of a generation is made
//   void learn(const Outcome&)        after a selection, while the population still holds the parents
//   void saved(auto& visit)           names what a resumed run cannot derive again (see Engine::state)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "inbounds/box.hpp"
#include "inbounds/operator_info.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

// What is fixed for the whole run.
struct Setup {
  const Box& box;
  std::size_t population;
  OptionValues options;
};

// A generation before its first donor is made.
struct Generation {
  std::int64_t number;  // 0 is the first one after the initial population
  std::int64_t evaluations, budget;
  const Rows& x;
  const double* f;
  RandomStream& random;
};

// What selection found, before it replaces anyone. `who` are the individuals whose trial is better; `f`, `cr` and
// `improvement` (> 0) are theirs, in the same order.
struct Outcome {
  std::span<const std::size_t> who;
  std::span<const double> f, cr, improvement;
  const Rows& parents;
  const Rows& trials;
  std::span<const std::uint8_t> repaired;  // of each trial of this generation
};

struct Stateless {};

template <class Op>
struct StateOfOperator {
  using Type = Stateless;
};
template <class Op>
  requires requires { typename Op::State; }
struct StateOfOperator<Op> {
  using Type = typename Op::State;
};
template <class Op>
using StateOf = typename StateOfOperator<Op>::Type;

// One operator of a family, chosen at run time, with its state.
template <class... Operators>
class Prepared {
 public:
  // An index without an operator is a fault of the caller, who knows the family's size; no other operator steps in.
  void start(std::size_t index, const Setup& setup) {
    const bool known = start_any(index, setup, std::index_sequence_for<Operators...>{});
    if (!known) std::abort();
  }

  // Calls visitor.operator()<Op>(state): dispatch happens here, so loops over individuals belong into the visitor.
  template <class Visitor>
  void visit(Visitor&& visitor) {
    visit_any(visitor, std::index_sequence_for<Operators...>{});
  }

  void prepare(const Generation& generation) {
    visit([&]<class Op>(auto& state) {
      if constexpr (requires { state.prepare(generation); }) state.prepare(generation);
    });
  }

  void learn(const Outcome& outcome) {
    visit([&]<class Op>(auto& state) {
      if constexpr (requires { state.learn(outcome); }) state.learn(outcome);
    });
  }

  template <class Visitor>
  void saved(Visitor& visitor) {
    visit([&]<class Op>(auto& state) {
      if constexpr (requires { state.saved(visitor); }) state.saved(visitor);
    });
  }

 private:
  template <std::size_t... I>
  bool start_any(std::size_t index, const Setup& setup, std::index_sequence<I...>) {
    return ((index == I && (start_one<I>(setup), true)) || ...);
  }

  template <std::size_t I>
  void start_one(const Setup& setup) {
    using State = std::variant_alternative_t<I + 1, decltype(state_)>;
    if constexpr (std::is_constructible_v<State, const Setup&>)
      state_.template emplace<I + 1>(setup);
    else
      state_.template emplace<I + 1>();
  }

  template <class Visitor, std::size_t... I>
  void visit_any(Visitor& visitor, std::index_sequence<I...>) {
    (void)((state_.index() == I + 1 && (visitor.template operator()<Operators>(*std::get_if<I + 1>(&state_)), true)) ||
           ...);
  }

  std::variant<std::monostate, StateOf<Operators>...> state_;
};

}  // namespace inbounds
