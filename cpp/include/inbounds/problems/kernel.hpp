// The native evaluation behind a problem: one function of one instance.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "inbounds/problems/tile.hpp"

namespace inbounds::problems {

struct Kernel {
  std::size_t dimension;
  std::vector<double> shift;  // the tile holds x - shift; the optimum, so that small distances stay exact
  double penalty = 0.0;       // times the squared distance to the box [-5, 5]^n
  bool closed_box = false;    // infinite outside the box
  std::shared_ptr<const void> function;
  void (*evaluate)(const void* function, const Tile& tile, Lanes* value) = nullptr;
};

// A Function has operator()(const Tile&, Lanes* value) const, which writes f - f_opt of each group of eight
// individuals; penalties for leaving the box excepted.
template <typename Function>
void bind(Kernel& kernel, Function function) {
  kernel.function = std::make_shared<const Function>(std::move(function));
  kernel.evaluate = [](const void* self, const Tile& tile, Lanes* value) {
    (*static_cast<const Function*>(self))(tile, value);
  };
}

}  // namespace inbounds::problems
