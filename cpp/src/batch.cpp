#include "inbounds/batch.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace inbounds {

namespace {

RunRecord run_once(const BatchRequest& request, std::uint64_t run, Scratch& scratch, const std::atomic<bool>& stop) {
  const Problem& problem = request.problem;
  Engine engine(request.settings, Box(problem.lower, problem.upper), request.seed, run);
  AlignedVector<double> precision(engine.capacity());
  while (!engine.finished() && !stop.load(std::memory_order_relaxed)) {
    engine.propose();
    const auto& points = engine.points();
    if (problem.is_noise)
      engine.random.fill_uniform(precision.data(), points.size());
    else
      problem.evaluate(points.data(), points.size(), precision.data(), scratch);
    engine.accept(precision.data());
  }
  return std::move(engine.record);
}

}  // namespace

BatchResult run_batch(const BatchRequest& request, std::atomic<bool>& stop, const std::function<bool()>& poll) {
  using Clock = std::chrono::steady_clock;
  BatchResult result;
  result.records.resize(request.runs);
  result.seconds.resize(request.runs);

  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::condition_variable changed;
  std::exception_ptr failure;
  std::size_t working = std::clamp<std::size_t>(request.workers, 1, std::max<std::size_t>(request.runs, 1));

  const auto work = [&] {
    try {
      Scratch scratch;
      for (std::size_t k = next++; k < request.runs && !stop; k = next++) {
        const auto begin = Clock::now();
        result.records[k] = run_once(request, request.first_run + k, scratch, stop);
        result.seconds[k] = std::chrono::duration<double>(Clock::now() - begin).count();
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      stop = true;
    }
    const std::lock_guard lock(mutex);
    --working;
    changed.notify_one();
  };

  std::vector<std::thread> threads;
  for (std::size_t k = working; k > 0; --k) threads.emplace_back(work);
  {
    std::unique_lock lock(mutex);
    while (working > 0) {
      changed.wait_for(lock, std::chrono::milliseconds(100));
      if (working == 0) break;
      lock.unlock();
      if (poll()) stop = true;
      lock.lock();
    }
  }
  for (auto& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  result.interrupted = stop;
  return result;
}

}  // namespace inbounds
