// Many seeded runs of one algorithm on one native problem, spread over threads; each run depends on its number alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

#include "inbounds/engine.hpp"
#include "inbounds/problem.hpp"

namespace inbounds {

// The machine let not a single thread start.
struct NoThread : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct BatchRequest {
  Settings settings;
  const Problem& problem;
  std::uint64_t seed = 0, first_run = 0;
  std::size_t runs = 1, workers = 1;
};

struct BatchResult {
  std::vector<RunRecord> records;
  std::vector<double> seconds;
  bool interrupted = false;
};

// `stop` is read by every run once per generation; `poll` is called by this thread about ten times a second while it
// waits, and may ask to stop by returning true. Where fewer threads can be started than asked for, those do the work;
// where none can, NoThread is thrown.
BatchResult run_batch(const BatchRequest& request, std::atomic<bool>& stop, const std::function<bool()>& poll);

}  // namespace inbounds
