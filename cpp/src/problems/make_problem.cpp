// The door to the problems: what is asked for is checked, and the recent ones are kept. What throws or locks is here,
// so that a target without exceptions and threads can do without this file.
#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

#include "inbounds/problem.hpp"

namespace inbounds {
namespace {

void check(std::string_view suite, int function, std::int64_t instance, std::size_t dimension, const Walls& walls) {
  const auto known = functions(suite);
  if (known.empty())
    throw UnknownProblem("suite must be one of 'bbob', 'sbox', 'noise', 'walls'; got '" + std::string(suite) + "'");
  const auto info =
      std::find_if(known.begin(), known.end(), [function](const FunctionInfo& f) { return f.number == function; });
  if (info == known.end())
    throw UnknownProblem("function of suite '" + std::string(suite) + "' must be in " +
                         std::to_string(known.front().number) + " … " + std::to_string(known.back().number) + "; got " +
                         std::to_string(function));
  if (instance < 1 || instance > largest_instance)
    throw UnknownProblem("instance must be in 1 … " + std::to_string(largest_instance) + "; got " +
                         std::to_string(instance));
  if (dimension < info->minimum_dimension || dimension > largest_dimension)
    throw UnknownProblem("dimension of " + std::string(suite) + " f" + std::to_string(function) + " must be in " +
                         std::to_string(info->minimum_dimension) + " … " + std::to_string(largest_dimension) +
                         "; got " + std::to_string(dimension));
  if (!(walls.epsilon >= 0.0 && walls.epsilon <= 0.5))
    throw UnknownProblem("epsilon must be in [0, 0.5]; got " + std::to_string(walls.epsilon));
  if (walls.coordinates > dimension)
    throw UnknownProblem("coordinates must be at most the dimension, " + std::to_string(dimension) + "; got " +
                         std::to_string(walls.coordinates));
}

// The problems used last, up to a total size: a plan walks through functions, many workers through the same one.
class Recent {
 public:
  std::shared_ptr<const Problem> find(std::string_view suite, int function, std::int64_t instance,
                                      std::size_t dimension, const Walls& walls) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const auto& problem) {
      return problem->function == function && problem->instance == instance && problem->dimension == dimension &&
             problem->suite == suite && problem->walls == walls;
    });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return kept_.front();
  }

  void keep(std::shared_ptr<const Problem> problem) {
    const std::lock_guard lock(mutex_);
    size_ += size_of(*problem);
    kept_.push_front(std::move(problem));
    while (size_ > most_doubles && kept_.size() > 1) {
      size_ -= size_of(*kept_.back());
      kept_.pop_back();
    }
  }

 private:
  static constexpr std::size_t most_doubles = std::size_t{8} << 20;  // 64 MB, and never less than the last problem

  static std::size_t size_of(const Problem& problem) {
    return 1024 + 2 * problem.dimension * problem.dimension + 210 * problem.dimension;
  }

  std::mutex mutex_;
  std::list<std::shared_ptr<const Problem>> kept_;
  std::size_t size_ = 0;
};

}  // namespace

std::shared_ptr<const Problem> make_problem(std::string_view suite, int function, std::int64_t instance,
                                            std::size_t dimension, const Walls& walls, const Stop& stop) {
  check(suite, function, instance, dimension, walls);
  static Recent recent;
  if (auto problem = recent.find(suite, function, instance, dimension, walls)) return problem;
  bool stopped = false;
  auto made = std::make_shared<const Problem>(
      build_problem(suite, function, instance, dimension, walls, [&] { return stopped = stopped || stop(); }));
  if (stopped) return nullptr;
  recent.keep(made);
  return made;
}

}  // namespace inbounds
