#include "inbounds/batch.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>

namespace inbounds {

namespace {

RunRecord run_once(const BatchRequest& request, std::uint64_t run, Scratch& scratch, const std::atomic<bool>& stop) {
  const Problem& problem = request.problem;
  Engine engine(request.settings, Box(problem.lower, problem.upper), request.seed, run);
  AlignedVector<double> precision(request.settings.population);
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

  bool begun = false;
  std::condition_variable begin_now;

  const auto work = [&] {
    {
      std::unique_lock lock(mutex);
      begin_now.wait(lock, [&] { return begun; });
    }
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
  const std::size_t wanted = working;
  threads.reserve(wanted);
  // The threads wait until all have started, and some room is held back so long: where their stacks take all there is,
  // those that started still have memory to work with, and do all the runs.
  std::vector<std::unique_ptr<std::byte[]>> held_back;
  for (std::size_t k = 0; k < 32 && wanted > 1; ++k) held_back.emplace_back(new (std::nothrow) std::byte[1 << 20]);
  std::string why;
  try {
    while (threads.size() < wanted) threads.emplace_back(work);
  } catch (const std::system_error& error) {
    why = error.what();
  }
  held_back.clear();
  if (threads.empty()) throw NoThread("no thread could be started for the runs: " + why);
  {
    const std::lock_guard lock(mutex);
    working = threads.size();
    begun = true;
  }
  begin_now.notify_all();
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
