// The families of operators with all they say about themselves.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bind.hpp"
#include "inbounds/adaptation/all_adaptations.hpp"
#include "inbounds/boundary/all_boundaries.hpp"
#include "inbounds/crossover/all_crossovers.hpp"
#include "inbounds/modules/all_modules.hpp"
#include "inbounds/mutation/all_mutations.hpp"

namespace nb = nanobind;
using namespace inbounds;

namespace {

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::repair: return "repair";
    case Kind::transform: return "transform";
    case Kind::resample: return "resample";
    case Kind::penalise: return "penalise";
    default: return "standard";
  }
}

nb::list needs_names(unsigned needs) {
  constexpr const char* names[] = {"best", "elite",  "ranking", "distances", "fitness",
                                   "base", "target", "random",  "mutation",  "archive"};
  nb::list listed;
  for (unsigned bit = 0; bit < std::size(names); ++bit)
    if (needs & (1u << bit)) listed.append(names[bit]);
  return listed;
}

nb::str text(std::string_view view) { return nb::str(view.data(), view.size()); }

nb::dict described(const OperatorInfo& info) {
  nb::list options;
  for (const OptionInfo& option : info.options) {
    if (option.name.empty()) continue;
    nb::dict one;
    one["name"] = text(option.name);
    one["choices"] = text(option.choices);
    one["standard"] = option.standard;
    one["low"] = option.low;
    one["high"] = option.high;
    options.append(one);
  }
  nb::dict entry;
  entry["name"] = text(info.name);
  entry["label"] = text(info.label);
  entry["cite"] = text(info.cite);
  entry["formula"] = text(info.formula);
  entry["summary"] = text(info.summary);
  entry["kind"] = kind_name(info.kind);
  entry["needs"] = needs_names(info.needs);
  entry["minimum_population"] = info.distinct == 0 ? 1 : info.distinct + 1;
  entry["options"] = options;
  return entry;
}

template <class Operators>
nb::list described() {
  nb::list entries;
  for (const OperatorInfo& info : Operators::infos) entries.append(described(info));
  return entries;
}

}  // namespace

void bind_operators(nb::module_& m) {
  m.attr("MOST_REDRAWS") = Resampling::most_redraws;
  m.def(
      "operators",
      [] {
        nb::dict families;
        families["mutation"] = described<Mutations>();
        families["crossover"] = described<Crossovers>();
        families["boundary"] = described<Boundaries>();
        families["adaptation"] = described<Adaptations>();
        families["archive"] = described<Archives>();
        families["reduction"] = described<Reductions>();
        families["pbest"] = described<PbestSchedules>();
        families["rotation"] = described<Rotations>();
        families["restart"] = described<Restarts>();
        families["selection"] = described<Selections>();
        return families;
      },
      nb::sig("def operators() -> dict[str, list[dict[str, object]]]"),
      "Every operator of each family, in the paper's order, with its metadata.");
}
