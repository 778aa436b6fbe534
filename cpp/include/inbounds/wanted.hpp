// What a boundary method that makes donors anew wants of one.
#pragma once

namespace inbounds {

// All of it; nothing further once a stretch of it is seen to be outside the box; or, where hardly any donor is inside,
// nothing further once its first eight coordinates are seen to be outside.
enum class Wanted { whole, feasible, rarely_feasible };

}  // namespace inbounds
