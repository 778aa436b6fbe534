// The parts of the native module, one file each.
#pragma once

#include <nanobind/nanobind.h>

void bind_problems(nanobind::module_& m);
void bind_operators(nanobind::module_& m);
void bind_engine(nanobind::module_& m);
void bind_batch(nanobind::module_& m);
