// Native problems: made by name, evaluated a batch at a time with the GIL released.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bind.hpp"
#include "inbounds/problem.hpp"
#include "inbounds/rows.hpp"
#include "inbounds/simd_math.hpp"

using namespace inbounds;

namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

NumpyArray<double> evaluate(const Problem& problem, const Rows& points) {
  if (problem.is_noise) throw nb::value_error("a noise problem has no values of its own");
  if (points.shape(1) != problem.dimension)
    throw nb::value_error("points must have as many columns as the problem has dimensions");
  const std::size_t count = points.shape(0);
  std::vector<double> precision(count);
  {
    const nb::gil_scoped_release released;
    static thread_local Scratch scratch;
    static thread_local std::vector<const double*> rows;
    rows.resize(count);
    for (std::size_t i = 0; i < count; ++i) rows[i] = points.data() + i * problem.dimension;
    problem.evaluate(rows.data(), count, precision.data(), scratch);
  }
  return owned(std::move(precision), {count});
}

nb::list function_infos(std::string_view suite) {
  nb::list infos;
  for (const FunctionInfo& info : functions(suite)) {
    nb::dict entry;
    entry["number"] = info.number;
    entry["name"] = std::string(info.name);
    entry["label"] = std::string(info.label);
    entry["group"] = info.group;
    entry["minimum_dimension"] = info.minimum_dimension;
    infos.append(entry);
  }
  return infos;
}

// The core's own elementary functions, open to a test against extended precision.
template <class Function>
NumpyArray<double> mapped(const Values& x, Function&& function) {
  const std::size_t size = x.shape(0);
  std::vector<double> result(x.data(), x.data() + size);
  result.resize(padded(size), 1.0);
  for (std::size_t i = 0; i < size; i += row_multiple)
    simd::store(result.data() + i, function(simd::load<simd::f64x8>(result.data() + i)));
  result.resize(size);
  return owned(std::move(result), {size});
}

NumpyArray<double> vector_math(const std::string& name, const Values& x) {
  if (name == "exp") return mapped(x, [](simd::f64x8 v) { return simd::exp(v); });
  if (name == "log") return mapped(x, [](simd::f64x8 v) { return simd::log(v); });
  if (name == "sin") return mapped(x, [](simd::f64x8 v) { return simd::sin_bounded(v); });
  if (name == "sin_half_turns") return mapped(x, [](simd::f64x8 v) { return simd::sin_half_turns(v); });
  throw nb::value_error("no vector function of that name");
}

}  // namespace

void bind_problems(nb::module_& m) {
  nb::class_<Problem>(m, "Problem", "A box, an optimum, and a native function over rows of points.")
      .def_ro("suite", &Problem::suite)
      .def_ro("function", &Problem::function)
      .def_ro("instance", &Problem::instance)
      .def_ro("dimension", &Problem::dimension)
      .def_ro("name", &Problem::name)
      .def_ro("label", &Problem::label)
      .def_ro("group", &Problem::group)
      .def_ro("is_noise", &Problem::is_noise)
      .def_ro("f_opt", &Problem::f_opt)
      .def_ro("lower", &Problem::lower)
      .def_ro("upper", &Problem::upper)
      .def_ro("x_opt", &Problem::x_opt, "Empty where there is none.")
      .def("evaluate", &evaluate, nb::arg("points").noconvert(),
           "f - f_opt of each row, computed without subtracting f_opt.");
  m.def(
      "make_problem",
      [](std::string_view suite, int function, std::int64_t instance, std::size_t dimension, double epsilon,
         std::size_t coordinates) {
        bool signalled = false;
        auto asked = std::chrono::steady_clock::now();
        const auto stop = [&] {  // looks for Ctrl-C ten times per second
          const auto now = std::chrono::steady_clock::now();
          if (signalled || now - asked < std::chrono::milliseconds(100)) return signalled;
          asked = now;
          const nb::gil_scoped_acquire acquired;
          return signalled = PyErr_CheckSignals() != 0;  // acts in the main thread only
        };
        std::shared_ptr<const Problem> made;
        {
          const nb::gil_scoped_release released;
          made = make_problem(suite, function, instance, dimension, {epsilon, coordinates}, stop);
        }
        if (signalled) throw nb::python_error();
        return made;
      },
      nb::arg("suite"), nb::arg("function"), nb::arg("instance"), nb::arg("dimension"), nb::arg("epsilon") = 0.0,
      nb::arg("coordinates") = 0,
      "Build the problem, or return the one built before. A ValueError says what does not exist.");
  m.def(
      "suites", [] { return std::vector<std::string>(suites().begin(), suites().end()); },
      "Names of the native suites.");
  m.def("functions", &function_infos, nb::arg("suite"), "Facts of the suite's functions, in order.");
  m.def("vector_math", &vector_math, nb::arg("name"), nb::arg("x"),
        "exp, log, sin, cos or sin_half_turns of the core, for tests.");
}
