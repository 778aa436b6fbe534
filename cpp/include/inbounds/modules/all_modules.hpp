// Parts of later algorithms, each a family of its own whose first member does nothing new: the paper's DE has none.
#pragma once

#include "inbounds/modules/eigen_rotation.hpp"
#include "inbounds/modules/external_archive.hpp"
#include "inbounds/modules/pbest_schedule.hpp"
#include "inbounds/modules/population_reduction.hpp"
#include "inbounds/modules/restart_rule.hpp"
#include "inbounds/modules/selection_rule.hpp"
