// Points as rows of an aligned matrix, padded with zeros to whole SIMD vectors so that loops need no tail.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

namespace inbounds {

inline constexpr std::size_t alignment = 64;
inline constexpr std::size_t row_multiple = 8;

template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{alignment}));
  }
  void deallocate(T* data, std::size_t) { ::operator delete(data, std::align_val_t{alignment}); }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

inline constexpr std::size_t padded(std::size_t width) {
  return (width + row_multiple - 1) / row_multiple * row_multiple;
}

struct Rows {
  std::size_t count = 0, width = 0, stride = 0;
  AlignedVector<double> values;

  Rows() = default;
  Rows(std::size_t rows, std::size_t columns)
      : count(rows), width(columns), stride(padded(columns)), values(rows * stride, 0.0) {}

  double* operator[](std::size_t row) { return values.data() + row * stride; }
  const double* operator[](std::size_t row) const { return values.data() + row * stride; }
};

inline void copy_row(double* to, const double* from, std::size_t stride) {
  std::memcpy(to, from, stride * sizeof(double));
}

}  // namespace inbounds
