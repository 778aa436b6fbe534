// Working memory that a thread keeps between evaluations.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace inbounds {

// Grows to the largest request and stays there, so that evaluating allocates nothing in the steady state.
class Scratch {
 public:
  // At least `count` doubles, aligned for vectors, contents undefined; valid until the next call.
  double* reserve(std::size_t count) {
    if (count > capacity_) {
      memory_.reset(static_cast<double*>(::operator new(count * sizeof(double), alignment)));
      capacity_ = count;
    }
    return memory_.get();
  }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(double* memory) const { ::operator delete(memory, alignment); }
  };
  std::unique_ptr<double, Free> memory_;
  std::size_t capacity_ = 0;
};

}  // namespace inbounds
