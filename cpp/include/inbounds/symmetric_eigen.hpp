// Eigenvectors of a symmetric matrix.
#pragma once

#include "inbounds/rows.hpp"

namespace inbounds {

// Destroys `matrix` (n × n); row k of `vectors` becomes its k-th eigenvector, `values` its eigenvalues, in no order.
// Householder's tridiagonal form, then the implicit QL method; both work on rows, which lie together in memory.
void symmetric_eigen(Rows& matrix, Rows& vectors, double* values);

}  // namespace inbounds
