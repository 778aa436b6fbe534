// A few dozen individuals packed so that vector lanes are individuals, and linear maps applied to them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "inbounds/simd.hpp"

namespace inbounds::problems {

using simd::f64x4;

// `vectors` groups of four individuals. Coordinate j of group v is x[v * stride + j]; y and z are work space of
// the same shape. The stride is the dimension rounded up to 4, for the linear maps write whole blocks of four rows.
struct Tile {
  std::size_t dimension;
  std::size_t stride;
  std::size_t vectors;
  f64x4* x;  // x - x_opt
  f64x4* y;
  f64x4* z;

  static constexpr std::size_t most_vectors = 12;
  static constexpr std::size_t stride_of(std::size_t dimension) { return (dimension + 3) / 4 * 4; }
};

// Σ_j term(x[j], j), in two interleaved sums so that additions do not wait for each other.
template <typename Term>
[[gnu::always_inline]] inline f64x4 sum_over(const f64x4* x, std::size_t n, Term term) {
  f64x4 even{};
  f64x4 odd{};
  std::size_t j = 0;
  for (; j + 1 < n; j += 2) {
    even += term(x[j], j);
    odd += term(x[j + 1], j + 1);
  }
  if (j < n) even += term(x[j], j);
  return even + odd;
}

struct Matrix {
  explicit Matrix(std::size_t n) : n(n), values(n * n, 0.0) {}
  double& operator()(std::size_t row, std::size_t column) { return values[row * n + column]; }
  double operator()(std::size_t row, std::size_t column) const { return values[row * n + column]; }

  std::size_t n;
  std::vector<double> values;
};

// left · diag(scale) · right
inline Matrix product(const Matrix& left, const std::vector<double>& scale, const Matrix& right) {
  Matrix result(left.n);
  for (std::size_t i = 0; i < left.n; ++i)
    for (std::size_t k = 0; k < left.n; ++k) {
      const double factor = left(i, k) * scale[k];
      for (std::size_t j = 0; j < left.n; ++j) result(i, j) += factor * right(k, j);
    }
  return result;
}

inline Matrix scaled_rows(const std::vector<double>& scale, Matrix matrix) {
  for (std::size_t i = 0; i < matrix.n; ++i)
    for (std::size_t j = 0; j < matrix.n; ++j) matrix(i, j) *= scale[i];
  return matrix;
}

// A square matrix stored in blocks of four rows, column by column, as the product reads it.
class LinearMap {
 public:
  explicit LinearMap(const Matrix& matrix) : n_(matrix.n), values_(Tile::stride_of(n_) * n_, 0.0) {
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) values_[(i / 4 * n_ + j) * 4 + i % 4] = matrix(i, j);
  }

  // to = matrix · from for every individual of the tile. Each sum runs over the columns in order, whatever
  // the number of individuals, so that a value does not depend on its neighbours.
  void apply(const Tile& tile, const f64x4* from, f64x4* to) const {
    const std::size_t blocks = tile.stride / 4;
    for (std::size_t block = 0; block < blocks; ++block) {
      const double* rows = values_.data() + block * n_ * 4;
      std::size_t v = 0;
      for (std::size_t left = tile.vectors; left > 0;) {
        const std::size_t group = left == 4 ? 2 : std::min<std::size_t>(left, 3);
        const f64x4* source = from + v * tile.stride;
        f64x4* target = to + v * tile.stride + block * 4;
        if (group == 3)
          multiply<3>(rows, source, target, tile.stride);
        else if (group == 2)
          multiply<2>(rows, source, target, tile.stride);
        else
          multiply<1>(rows, source, target, tile.stride);
        v += group;
        left -= group;
      }
    }
  }

 private:
  template <std::size_t Group>
  [[gnu::always_inline]] void multiply(const double* rows, const f64x4* from, f64x4* to, std::size_t stride) const {
    f64x4 sum[4][Group] = {};
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t g = 0; g < Group; ++g) {
        const f64x4 x = from[g * stride + j];
        for (std::size_t row = 0; row < 4; ++row) sum[row][g] += rows[j * 4 + row] * x;
      }
    for (std::size_t g = 0; g < Group; ++g)
      for (std::size_t row = 0; row < 4; ++row) to[g * stride + row] = sum[row][g];
  }

  std::size_t n_;
  std::vector<double> values_;
};

}  // namespace inbounds::problems
