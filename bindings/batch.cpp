// Batches of runs on native problems, with the GIL released.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bind.hpp"
#include "inbounds/batch.hpp"
#include "settings.hpp"

using namespace inbounds;

namespace {

struct StopFlag {
  std::atomic<bool> raised{false};
};

template <class T, class Read>
nb::object collected(const BatchResult& result, std::size_t width, Read&& read) {
  std::vector<T> values;
  values.reserve(result.records.size() * width);
  for (const RunRecord& record : result.records) {
    const auto& row = read(record);
    values.insert(values.end(), row.begin(), row.end());
  }
  return nb::cast(owned(std::move(values), {result.records.size(), width}));
}

template <class T, class Read>
nb::object column(const BatchResult& result, Read&& read) {
  std::vector<T> values;
  values.reserve(result.records.size());
  for (const RunRecord& record : result.records) values.push_back(read(record));
  return nb::cast(owned(std::move(values), {result.records.size()}));
}

nb::dict as_arrays(BatchResult& result, std::size_t dimension, std::int64_t budget) {
  const std::size_t targets = standard_targets().size(), points = curve_evaluations(budget).size();
  nb::dict arrays;
  arrays["precision"] = column<double>(result, [](const RunRecord& r) { return r.best; });
  arrays["evaluations"] = column<std::int64_t>(result, [](const RunRecord& r) { return r.evaluations; });
  arrays["repaired"] = column<double>(result, [](const RunRecord& r) { return r.share(); });
  arrays["nonfinite"] = column<std::int64_t>(result, [](const RunRecord& r) { return r.nonfinite; });
  arrays["x"] = collected<double>(result, dimension, [](const RunRecord& r) -> auto& { return r.best_x; });
  arrays["hits"] = collected<std::int64_t>(result, targets, [](const RunRecord& r) -> auto& { return r.hits; });
  arrays["curve_precision"] =
      collected<double>(result, points, [](const RunRecord& r) -> auto& { return r.precision; });
  arrays["curve_repaired"] =
      collected<double>(result, points, [](const RunRecord& r) -> auto& { return r.repaired_share; });
  arrays["curve_f"] = collected<double>(result, points, [](const RunRecord& r) -> auto& { return r.mean_f; });
  arrays["curve_cr"] = collected<double>(result, points, [](const RunRecord& r) -> auto& { return r.mean_cr; });
  const std::size_t shares = result.records.empty() ? 0 : result.records.front().shares.size();
  arrays["curve_shares"] = collected<double>(result, shares, [](const RunRecord& r) -> auto& { return r.shares; });
  if (!result.records.empty() && !result.records.front().measures.empty()) {
    const std::size_t measures = result.records.front().measures.size();
    arrays["curve_measures"] =
        collected<double>(result, measures, [](const RunRecord& r) -> auto& { return r.measures; });
    arrays["walls"] = collected<double>(result, 2 * dimension, [](const RunRecord& r) -> auto& { return r.walls; });
  }
  const std::size_t runs = result.seconds.size();
  arrays["seconds"] = nb::cast(owned(std::move(result.seconds), {runs}));
  return arrays;
}

nb::object run(const Problem& problem, const OperatorChoices& operators, std::size_t population, std::int64_t budget,
               nb::object target, std::uint64_t seed, std::uint64_t first_run, std::size_t runs, std::size_t workers,
               StopFlag& stop, std::int64_t measured_every) {
  Settings settings = make_settings(operators, population, budget);
  settings.measured_every = measured_every;
  set_stopping(settings, target);
  settings.f_opt = problem.f_opt;
  settings.optimum_known = !problem.is_noise;
  BatchResult result;
  bool signalled = false;
  {
    const nb::gil_scoped_release released;
    result = run_batch({settings, problem, seed, first_run, runs, workers}, stop.raised, [&signalled] {
      const nb::gil_scoped_acquire acquired;
      return signalled |= PyErr_CheckSignals() != 0;  // acts in the main thread only
    });
  }
  if (signalled) throw nb::python_error();
  if (result.interrupted) return nb::none();
  return as_arrays(result, static_cast<std::size_t>(problem.dimension), budget);
}

}  // namespace

void bind_batch(nb::module_& m) {
  nb::exception<NoThread>(m, "NoThread", PyExc_RuntimeError);
  nb::class_<StopFlag>(m, "StopFlag", "Ends native runs from another thread: pass it to `run`, then call `set`.")
      .def(nb::init<>())
      .def(
          "set", [](StopFlag& flag) { flag.raised = true; }, "Ask every run that holds this flag to end.")
      .def("is_set", [](const StopFlag& flag) { return flag.raised.load(); });
  m.def("run", &run, nb::arg("problem"), nb::arg("operators"), nb::arg("population"), nb::arg("budget"),
        nb::arg("target").none(), nb::arg("seed"), nb::arg("first_run"), nb::arg("runs"), nb::arg("workers"),
        nb::arg("stop"), nb::arg("measured_every") = 0,
        "Run a batch; a dictionary of arrays, or None where it was stopped.");
  m.def(
      "measure_names", [] { return std::vector<std::string>(Measures::names.begin(), Measures::names.end()); },
      "The measures of a run, in the order of its curves.");
  m.def("targets", [] {
    auto values = standard_targets();
    const std::size_t count = values.size();
    return owned(std::move(values), {count});
  });
  m.def("curve_evaluations", [](std::int64_t budget) {
    auto counts = curve_evaluations(budget);
    const std::size_t count = counts.size();
    return owned(std::move(counts), {count});
  });
}
