// One run, stage by stage: its buffers are NumPy views, so that any stage can be a Python function.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "arrays.hpp"
#include "bind.hpp"
#include "inbounds/engine.hpp"
#include "inbounds/handover.hpp"
#include "settings.hpp"

using namespace inbounds;

namespace {

NumpyArray<double> rows_view(nb::handle self, Rows& rows, std::size_t count) {
  return view(rows.values.data(), {count, rows.width}, self, {static_cast<std::int64_t>(rows.stride), 1});
}

template <auto Member>
nb::object vector_view(nb::handle self) {
  auto& engine = nb::cast<Engine&>(self);
  return nb::cast(view((engine.*Member).data(), {engine.size()}, self));
}

nb::object copied_rows(const std::vector<const double*>& rows, std::size_t width) {
  std::vector<double> values;
  values.reserve(rows.size() * width);
  for (const double* row : rows) values.insert(values.end(), row, row + width);
  return nb::cast(owned(std::move(values), {rows.size(), width}));
}

using Indices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::span<const std::int64_t> checked(const Engine& engine, const Indices& rows) {
  const std::span<const std::int64_t> all{rows.data(), rows.shape(0)};
  for (const std::int64_t row : all)
    if (row < 0 || static_cast<std::size_t>(row) >= engine.active()) throw std::out_of_range("no such donor");
  return all;
}

nb::tuple gather(Engine& engine, Indices rows, bool to_boundary) {
  HandedOut out = hand_out(engine, checked(engine, rows), to_boundary);
  const std::size_t count = rows.shape(0), width = engine.box.width;
  return nb::make_tuple(read_only(std::move(out.targets), {count, width}), owned(std::move(out.donors), {count, width}),
                        read_only(std::move(out.bases), {count, width}), read_only(std::move(out.scale), {count, 1}),
                        read_only(std::move(out.rate), {count, 1}));
}

std::int64_t put_repaired(Engine& engine, Indices rows, Matrix donors) {
  if (donors.shape(0) != rows.shape(0) || donors.shape(1) != engine.box.width)
    throw std::invalid_argument("one row for each index");
  return take_back(engine, checked(engine, rows), donors.data());
}

nb::dict save(Engine& engine) {
  engine.before_save();
  nb::dict state;
  engine.state([&]<class T>(const char* name, T* data, std::size_t count, auto...) {
    using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
    state[name] = nb::cast(owned(std::vector<Stored>(data, data + count), {count}));
  });
  return state;
}

// Takes the arrays of a saved run; what is altered or does not fit is refused, with its name.
void restore(Engine& engine, nb::dict state) {
  engine.before_restore();
  engine.state([&]<class T, class... Limit>(const char* name, T* data, std::size_t count, Limit... limits) {
    using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
    nb::ndarray<const Stored, nb::ndim<1>, nb::c_contig, nb::device::cpu> array;
    if (!state.contains(name) || !nb::try_cast(state[name], array) || array.shape(0) != count)
      throw std::invalid_argument(std::string(name) + " must be " + std::to_string(count) + " values of its kind");
    if constexpr (sizeof...(Limit) == 2) {
      const auto within = [](T value, T low, T high) { return value >= low && value <= high; };
      for (std::size_t k = 0; k < count; ++k)
        if (!within(array.data()[k], limits...))
          throw std::invalid_argument(std::string(name) + " holds " + std::to_string(array.data()[k]) +
                                      ", which cannot be");
    }
    std::copy_n(array.data(), count, data);
  });
  if (const char* fault = engine.after_restore()) throw std::invalid_argument(fault);
}

// A view of what an operator keeps, by its name in a saved run; empty where the operator keeps no such thing.
nb::object kept(nb::handle self, const char* wanted) {
  double* found = nullptr;
  std::size_t size = 0;
  nb::cast<Engine&>(self).state([&]<class T>(const char* name, T* data, std::size_t count, auto...) {
    if constexpr (std::is_same_v<T, double>)
      if (std::string_view(name) == wanted) found = data, size = count;
  });
  return nb::cast(view(found, {size}, self));
}

void construct(Engine* self, Values lower, Values upper, const OperatorChoices& operators, std::size_t population,
               std::int64_t budget, nb::object target, double f_opt, bool optimum_known, std::uint64_t seed,
               std::uint64_t run, std::int64_t measured_every) {
  Settings settings = make_settings(operators, population, budget);
  settings.measured_every = measured_every;
  set_stopping(settings, target);
  settings.f_opt = f_opt;
  settings.optimum_known = optimum_known;
  const Box box({lower.data(), lower.shape(0)}, {upper.data(), upper.shape(0)});
  new (self) Engine(settings, box, seed, run);
}

}  // namespace

void bind_engine(nb::module_& m) {
  nb::class_<Engine>(m, "Engine", "One run of differential evolution, driven from outside.")
      .def("__init__", &construct, nb::arg("lower"), nb::arg("upper"), nb::arg("operators"), nb::arg("population"),
           nb::arg("budget"), nb::arg("target").none(), nb::arg("f_opt"), nb::arg("optimum_known"), nb::arg("seed"),
           nb::arg("run"), nb::arg("measured_every") = 0)
      .def("propose", &Engine::propose, "Fill the trials of the next generation; the first are the initial population.")
      .def("parameters", &Engine::parameters, "Draw F and Cr for every individual.")
      .def("mutate", &Engine::mutate, "Make the donors, into `trials`.")
      .def("repair", &Engine::repair, "Treat donors outside the box.")
      .def("cross", &Engine::cross, "Mix the donors with their targets.")
      .def("penalise", &Engine::penalise, "Refuse infeasible trials where the method says so; ends the proposal.")
      .def(
          "accept",
          [](Engine& engine, Values precision) {
            if (precision.shape(0) != engine.points().size())
              throw std::invalid_argument("accept needs one value for each point");
            engine.accept(precision.data());
          },
          nb::arg("precision"), "Take the values of `points`, select and learn.")
      .def(
          "points", [](Engine& engine) { return copied_rows(engine.points(), engine.box.width); },
          "The points to evaluate, as a copy.")
      .def(
          "bases",
          [](Engine& engine) {
            return copied_rows(
                {engine.bases.begin(), engine.bases.begin() + static_cast<std::ptrdiff_t>(engine.active())},
                engine.box.width);
          },
          "The base vector of each donor, as a copy.")
      .def(
          "infeasible",
          [](Engine& engine) {
            auto rows = mark_infeasible(engine);
            const std::size_t count = rows.size();
            return owned(std::move(rows), {count});
          },
          "Indices of the donors outside the box; marks them, and only them, as repaired.", nb::rv_policy::automatic)
      .def("gather", &gather, nb::arg("rows"), nb::arg("to_boundary") = false,
           "Targets, donors, bases, F and Cr of some rows, as copies; NaN donor coordinates become the target's.")
      .def("put_repaired", &put_repaired, nb::arg("rows"), nb::arg("donors"),
           "Put donors back; the place of the first value outside the box, or -1.")
      .def(
          "set_bases",
          [](Engine& engine, nb::ndarray<const double, nb::ndim<2>, nb::c_contig> rows) {
            if (rows.shape(0) != engine.active() || rows.shape(1) != engine.box.width)
              throw std::invalid_argument("bases must have one row for each donor");
            engine.set_bases(rows.data());
          },
          nb::arg("rows"))
      .def(
          "word", [](Engine& engine) { return engine.random.word(); }, "One random word of this run's stream.")
      .def(
          "noise",
          [](Engine& engine, std::size_t count) {
            std::vector<double> values(count);
            engine.random.fill_uniform(values.data(), count);
            return owned(std::move(values), {count});
          },
          nb::arg("count"), "Uniform numbers of this run's stream.")
      .def("before_outside_repair", &Engine::before_outside_repair, "Measure donors that Python repairs.")
      .def("after_outside_repair", &Engine::after_outside_repair, "Measure what became of them.")
      .def(
          "last_measures",
          [](const Engine& e) {
            const auto row = e.measures().on() ? e.measures().last(e.x) : Measures::Row{};
            return owned(std::vector<double>(row.begin(), row.end()), {row.size()});
          },
          "The measures of the last generation.", nb::rv_policy::automatic)
      .def_prop_ro(
          "walls",
          [](const Engine& e) {
            auto shares = e.measures().on() ? e.measures().walls() : std::vector<double>();
            const std::size_t count = shares.size();
            return owned(std::move(shares), {count});
          },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "shares",
          [](const Engine& e) { return owned(std::vector<double>(e.record.share_now), {e.record.share_now.size()}); },
          "The shares of the parts of a mixture now.", nb::rv_policy::automatic)
      .def("save", &save, "The whole state as a dictionary of arrays.")
      .def("restore", &restore, nb::arg("state"))
      .def_prop_ro("population",
                   [](nb::handle self) {
                     auto& e = nb::cast<Engine&>(self);
                     return rows_view(self, e.x, e.x.count);
                   })
      .def_prop_ro("trials",
                   [](nb::handle self) {
                     auto& e = nb::cast<Engine&>(self);
                     return rows_view(self, e.trials, e.active());
                   })
      .def_prop_ro(
          "images",
          [](nb::handle self) {
            auto& e = nb::cast<Engine&>(self);
            return rows_view(self, const_cast<Rows&>(e.seen()), e.x.count);
          },
          "Where the individuals were evaluated: the population itself, unless it may be outside the box.")
      .def_prop_ro(
          "trial_images",
          [](nb::handle self) {
            auto& e = nb::cast<Engine&>(self);
            return rows_view(self, e.treated(), e.active());
          },
          "Where the trials are evaluated: the trials themselves, unless they may be outside the box.")
      .def_prop_ro("fitness", &vector_view<&Engine::f>)
      .def_prop_ro("scale", &vector_view<&Engine::scale>)
      .def_prop_ro("rate", &vector_view<&Engine::rate>)
      .def_prop_ro("repaired", &vector_view<&Engine::repaired>)
      .def_prop_ro("refused", &vector_view<&Engine::refused>)
      .def_prop_ro("memory_f", [](nb::handle self) { return kept(self, "memory_f"); })
      .def_prop_ro("memory_cr", [](nb::handle self) { return kept(self, "memory_cr"); })
      .def_prop_ro("active", &Engine::active)
      .def_prop_ro("initial", &Engine::initial)
      .def_prop_ro("proposed", &Engine::proposed)
      .def_prop_ro("finished", &Engine::finished)
      .def_prop_ro("reached_target", &Engine::reached_target)
      .def_prop_ro("best", [](const Engine& e) { return e.record.best; })
      .def_prop_ro(
          "best_x",
          [](const Engine& e) { return owned(std::vector<double>(e.record.best_x), {e.record.best_x.size()}); },
          nb::rv_policy::automatic)
      .def_prop_ro("evaluations", [](const Engine& e) { return e.record.evaluations; })
      .def_prop_ro("generations", [](const Engine& e) { return e.record.generations; })
      .def_prop_ro("nonfinite", [](const Engine& e) { return e.record.nonfinite; })
      .def_prop_ro("repaired_share", [](const Engine& e) { return e.record.share(); })
      .def_prop_ro(
          "hits",
          [](const Engine& e) { return owned(std::vector<std::int64_t>(e.record.hits), {e.record.hits.size()}); },
          nb::rv_policy::automatic)
      .def(
          "curve",
          [](const Engine& e, const std::string& name) {
            const RunRecord& r = e.record;
            const auto& values = name == "precision"  ? r.precision
                                 : name == "repaired" ? r.repaired_share
                                 : name == "f"        ? r.mean_f
                                 : name == "shares"   ? r.shares
                                 : name == "measures" ? r.measures
                                 : name == "walls"    ? r.walls
                                                      : r.mean_cr;
            return owned(std::vector<double>(values), {values.size()});
          },
          nb::arg("name"));
}
