// How long work is told that nobody waits for it any more.
#pragma once

#include <functional>

namespace inbounds {

// Asked now and then: true ends the work, and what was made so far is of no use.
using Stop = std::function<bool()>;
inline bool never() { return false; }

}  // namespace inbounds
