// Beaten parents, kept as a second source of difference vectors (JADE, Zhang & Sanderson 2009).
#pragma once

#include <algorithm>
#include <cmath>

#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

struct NoArchive {
  static constexpr OperatorInfo info{.name = "none",
                                     .label = "No archive",
                                     .cite = "storn1997",
                                     .formula = R"(A = \emptyset)",
                                     .summary = "Nothing is kept of beaten parents."};
};

struct ExternalArchive {
  static constexpr OperatorInfo info{
      .name = "external",
      .label = "External archive",
      .cite = "zhang2009",
      .formula = R"(\mathbf{x}_{r_2} \in P \cup A,\quad |A| \le \text{size} \cdot N)",
      .summary = "Beaten parents serve as subtracted vectors beside the population; at most size · N of them.",
      .options = {{{.name = "size", .standard = 1.0, .low = 0.01, .high = 10.0}}}};

  struct State {
    explicit State(const Setup& setup) : share(setup.options[0]), rows(room(setup.capacity), setup.box.width) {}

    std::size_t room(std::size_t population) const {
      return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share * static_cast<double>(population))));
    }

    void learn(const Outcome& outcome) {
      const std::size_t most = std::min(room(outcome.population), rows.count);
      for (const std::size_t i : outcome.who) {
        const std::size_t slot = count < most ? count++ : outcome.random.below(most);
        copy_row(rows[slot], outcome.parents[i], rows.stride);
      }
    }

    // The population has `size` individuals now: random members go until the archive fits again.
    void fit(std::size_t size, RandomStream& random) {
      const std::size_t most = room(size);
      for (; count > most; --count) {
        const std::size_t gone = random.below(count);
        if (gone + 1 != count) copy_row(rows[gone], rows[count - 1], rows.stride);
      }
    }

    void clear() { count = 0; }

    template <class Visitor>
    void saved(Visitor& visit) {
      visit("archive", rows.values.data(), rows.values.size());
      visit("archived", &count, 1, std::size_t{0}, rows.count);
    }

    double share;
    Rows rows;
    std::size_t count = 0;
  };
};

using Archives = Family<NoArchive, ExternalArchive>;

}  // namespace inbounds
