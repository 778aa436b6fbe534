// What every mutation sees and shares: the population as it stood at the start of the generation, and its draws.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"
#include "inbounds/simd.hpp"
#include "inbounds/wanted.hpp"

namespace inbounds {

struct MutationContext {
  const Rows& x;
  const double* f;
  const double* scale;  // F of each individual
  std::size_t best = 0;
  std::size_t elite = 0;                 // how many individuals count as pbest
  const std::uint32_t* order = nullptr;  // best first; sorted as far as the operator needs it
  Rows& centroids;                       // base vectors that are not individuals
  RandomStream& random;
  const Rows* archive = nullptr;  // beaten parents …
  std::size_t archived = 0;       // … and how many they are
  const Box* box = nullptr;       // for donors that are not wanted whole
  Wanted wanted = Wanted::whole;

  std::size_t size() const { return x.count; }
  std::size_t stride() const { return x.stride; }

  // K different individuals, none of them `target`, uniformly.
  template <std::size_t K>
  std::array<std::size_t, K> distinct(std::size_t target) const {
    std::array<std::size_t, K> drawn{};
    // Most often the next K numbers are all different: they are drawn and compared together, without a branch for each.
    if (const std::uint64_t* words = random.upcoming(K)) {
      bool fresh = true;
#pragma GCC unroll 8
      for (std::size_t k = 0; k < K; ++k) {
        drawn[k] = RandomStream::below(words[k], size());
        fresh &= drawn[k] != target;
#pragma GCC unroll 8
        for (std::size_t earlier = 0; earlier < k; ++earlier) fresh &= drawn[k] != drawn[earlier];
      }
      if (fresh) {
        random.skip(K);
        return drawn;
      }
    }
    for (std::size_t k = 0; k < K; ++k) drawn[k] = another(target, drawn, k);
    return drawn;
  }

  // An individual that is neither `target` nor among the first `taken` of `drawn`.
  template <std::size_t K>
  std::size_t another(std::size_t target, const std::array<std::size_t, K>& drawn, std::size_t taken) const {
    for (;;) {
      const std::size_t r = random.below(size());
      bool fresh = r != target;
      for (std::size_t k = 0; k < taken; ++k) fresh &= r != drawn[k];
      if (fresh) return r;
    }
  }

  // The vector to be subtracted: of an individual as in `another`, or of the archive, all equally likely.
  template <std::size_t K>
  const double* subtrahend(std::size_t target, const std::array<std::size_t, K>& drawn, std::size_t taken) const {
    for (;;) {
      const std::size_t r = random.below(size() + archived);
      if (r >= size()) return (*archive)[r - size()];
      bool fresh = r != target;
      for (std::size_t k = 0; k < taken; ++k) fresh &= r != drawn[k];
      if (fresh) return x[r];
    }
  }

  // Writes the donor: coordinates(j) are the eight from j on.
  template <class Coordinates>
  [[gnu::always_inline]] void fill(double* donor, Coordinates&& coordinates) const {
    if (wanted == Wanted::rarely_feasible) {
      simd::store(donor, coordinates(0));
      if (!box->contains(donor, 0, row_multiple)) return;
    }
    const std::size_t end = stride();
    for (std::size_t from = 0; from < end; from += Box::stretch) {
      const std::size_t to = std::min(from + Box::stretch, end);
      for (std::size_t j = from; j < to; j += row_multiple) simd::store(donor + j, coordinates(j));
      if (wanted != Wanted::whole && to < end && !box->contains(donor, from, to)) return;
    }
  }

  // Which of two is better cannot be foreseen: no branch.
  void better_first(std::size_t& a, std::size_t& b) const {
    const std::size_t exchange = (a ^ b) & -static_cast<std::size_t>(f[b] < f[a]);
    a ^= exchange;
    b ^= exchange;
  }

  std::size_t pbest() const { return order[random.below(elite)]; }
};

// Makes the donor of individual i by Op and returns its base vector.
template <class Op, class State>
[[gnu::always_inline]] inline const double* make_donor(std::size_t i, double* donor, const MutationContext& at,
                                                       State& state) {
  if constexpr (requires { Op::make(i, donor, at, state); })
    return Op::make(i, donor, at, state);
  else
    return Op::make(i, donor, at);
}

// base + factor · (plus − minus)
[[gnu::always_inline]] inline void add_difference(double* donor, const double* base, double factor, const double* plus,
                                                  const double* minus, const MutationContext& at) {
  using Eight = simd::f64x8;
  at.fill(donor, [=](std::size_t j) __attribute__((always_inline)) {
    return simd::load<Eight>(base + j) + factor * (simd::load<Eight>(plus + j) - simd::load<Eight>(minus + j));
  });
}

// base + factor · (plus1 − minus1 + plus2 − minus2)
[[gnu::always_inline]] inline void add_differences(double* donor, const double* base, double factor,
                                                   const double* plus1, const double* minus1, const double* plus2,
                                                   const double* minus2, const MutationContext& at) {
  using Eight = simd::f64x8;
  at.fill(donor, [=](std::size_t j) __attribute__((always_inline)) {
    return simd::load<Eight>(base + j) + factor * ((simd::load<Eight>(plus1 + j) - simd::load<Eight>(minus1 + j)) +
                                                   (simd::load<Eight>(plus2 + j) - simd::load<Eight>(minus2 + j)));
  });
}

}  // namespace inbounds
