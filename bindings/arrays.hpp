// NumPy arrays: views of the core's memory, and arrays that own theirs.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <vector>

namespace nb = nanobind;

template <class T>
using NumpyArray = nb::ndarray<nb::numpy, T>;

using Values = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
NumpyArray<T> view(T* data, std::initializer_list<std::size_t> shape, nb::handle owner,
                   std::initializer_list<std::int64_t> strides = {}) {
  return NumpyArray<T>(data, shape.size(), std::data(shape), owner, strides.size() ? std::data(strides) : nullptr);
}

template <class T>
NumpyArray<T> owned(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
  auto held = std::make_unique<std::vector<T>>(std::move(values));
  T* data = held->data();
  nb::capsule owner(held.release(), [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
  return NumpyArray<T>(data, shape.size(), std::data(shape), owner);
}

// As `owned`, but NumPy lets nobody write to it.
template <class T>
nb::object read_only(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
  auto held = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = held->data();
  nb::capsule owner(held.release(), [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
  return nb::cast(NumpyArray<const T>(data, shape.size(), std::data(shape), owner));
}
