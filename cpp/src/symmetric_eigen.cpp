#include "inbounds/symmetric_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace inbounds {

namespace {

double dot(const double* a, const double* b, std::size_t begin, std::size_t end) {
  double sum = 0.0;
  for (std::size_t j = begin; j < end; ++j) sum += a[j] * b[j];
  return sum;
}

// Leaves a tridiagonal matrix in `a`; `z` collects the reflections, T = Z A Zᵀ.
void tridiagonalize(Rows& a, Rows& z) {
  const std::size_t n = a.count;
  std::vector<double> v(a.stride), w(a.stride), row(a.stride);
  for (std::size_t k = 0; k + 2 < n; ++k) {
    const std::size_t from = k + 1;
    for (std::size_t i = from; i < n; ++i) v[i] = a[i][k];
    const double length = std::sqrt(dot(v.data(), v.data(), from, n));
    const double rest = std::sqrt(dot(v.data(), v.data(), from + 1, n));
    if (rest <= 1e-300 || rest <= 1e-17 * length) continue;
    v[from] += std::copysign(length, v[from]);
    const double norm = std::sqrt(dot(v.data(), v.data(), from, n));
    for (std::size_t i = from; i < n; ++i) v[i] /= norm;
    for (std::size_t i = from; i < n; ++i) w[i] = 2.0 * dot(a[i], v.data(), from, n);
    const double along = dot(v.data(), w.data(), from, n);
    for (std::size_t i = from; i < n; ++i) w[i] -= along * v[i];
    for (std::size_t i = from; i < n; ++i)
      for (std::size_t j = from; j < n; ++j) a[i][j] -= v[i] * w[j] + w[i] * v[j];
    double projected = 0.0;
    for (std::size_t i = from; i < n; ++i) projected += v[i] * a[i][k];
    for (std::size_t i = from; i < n; ++i) a[k][i] = a[i][k] -= 2.0 * v[i] * projected;
    std::fill(row.begin(), row.end(), 0.0);
    for (std::size_t i = from; i < n; ++i)
      for (std::size_t j = 0; j < z.stride; ++j) row[j] += v[i] * z[i][j];
    for (std::size_t i = from; i < n; ++i)
      for (std::size_t j = 0; j < z.stride; ++j) z[i][j] -= 2.0 * v[i] * row[j];
  }
}

// Diagonalizes the tridiagonal matrix (d, e) by implicit shifts and turns the rows of `z` along.
void diagonalize(std::vector<double>& d, std::vector<double>& e, Rows& z) {
  constexpr int most_sweeps = 60;  // a basis that has not converged by then is orthogonal all the same
  const std::size_t n = d.size();
  for (std::size_t low = 0; low < n; ++low)
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      std::size_t high = low;
      while (high + 1 < n &&
             std::abs(e[high]) > std::numeric_limits<double>::epsilon() * (std::abs(d[high]) + std::abs(d[high + 1])))
        ++high;
      if (high == low) break;
      double shift = (d[low + 1] - d[low]) / (2.0 * e[low]);
      shift = d[high] - d[low] + e[low] / (shift + std::copysign(std::hypot(shift, 1.0), shift));
      double sine = 1.0, cosine = 1.0, moved = 0.0;
      bool split = false;
      for (std::size_t i = high; i-- > low;) {
        const double bulge = sine * e[i], kept = cosine * e[i];
        const double radius = std::hypot(bulge, shift);
        e[i + 1] = radius;
        if (radius == 0.0) {
          d[i + 1] -= moved;
          e[high] = 0.0;
          split = true;
          break;
        }
        sine = bulge / radius;
        cosine = shift / radius;
        shift = d[i + 1] - moved;
        const double mixed = (d[i] - shift) * sine + 2.0 * cosine * kept;
        moved = sine * mixed;
        d[i + 1] = shift + moved;
        shift = cosine * mixed - kept;
        double *upper = z[i], *lower = z[i + 1];
        for (std::size_t j = 0; j < z.stride; ++j) {
          const double one = upper[j], other = lower[j];
          upper[j] = cosine * one - sine * other;
          lower[j] = sine * one + cosine * other;
        }
      }
      if (split) continue;
      d[low] -= moved;
      e[low] = shift;
      e[high] = 0.0;
    }
}

}  // namespace

void symmetric_eigen(Rows& matrix, Rows& vectors, double* values) {
  const std::size_t n = matrix.count;
  std::fill(vectors.values.begin(), vectors.values.end(), 0.0);
  for (std::size_t k = 0; k < n; ++k) vectors[k][k] = 1.0;
  tridiagonalize(matrix, vectors);
  std::vector<double> diagonal(n), beside(n, 0.0);
  for (std::size_t k = 0; k < n; ++k) diagonal[k] = matrix[k][k];
  for (std::size_t k = 0; k + 1 < n; ++k) beside[k] = matrix[k + 1][k];
  diagonalize(diagonal, beside, vectors);
  std::copy(diagonal.begin(), diagonal.end(), values);
}

}  // namespace inbounds
