// A few dozen individuals packed so that vector lanes are individuals, and linear maps applied to them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "inbounds/simd_math.hpp"
#include "inbounds/stop.hpp"

namespace inbounds::problems {

// One coordinate of eight individuals.
using Lanes = simd::f64x8;
inline constexpr std::size_t lanes = 8;

// The processor's vector registers, and how many of them one `Lanes` takes.
#if defined(INBOUNDS_AVX512)
inline constexpr std::size_t registers = 32, registers_each = 1;
#elif defined(__AVX__)
inline constexpr std::size_t registers = 16, registers_each = 2;
#elif defined(__aarch64__)
inline constexpr std::size_t registers = 32, registers_each = 4;
#else
inline constexpr std::size_t registers = 16, registers_each = 4;
#endif

// Rows of a matrix that are multiplied together: their sums fill three quarters of the registers, but more than ten
// rows are no faster.
inline constexpr std::size_t block_rows = std::min<std::size_t>(registers * 3 / 4 / registers_each, 10);

// `groups` groups of eight individuals. Coordinate j of group g is x[g * stride + j]; y and z are work space of
// the same shape. The stride is the dimension rounded up, for the linear maps write whole blocks of rows.
struct Tile {
  std::size_t dimension;
  std::size_t stride;
  std::size_t groups;
  Lanes* x;  // x - x_opt
  Lanes* y;
  Lanes* z;

  static constexpr std::size_t most_groups = 6;
  static constexpr std::size_t stride_of(std::size_t dimension) {
    return (dimension + block_rows - 1) / block_rows * block_rows;
  }
};

// Σ_j term(x[j], j), in two interleaved sums so that additions do not wait for each other.
template <typename Term>
[[gnu::always_inline]] inline Lanes sum_over(const Lanes* x, std::size_t n, Term term) {
  Lanes even{};
  Lanes odd{};
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
// `stop`, asked once per row, may say that the result is not wanted any more.
inline Matrix product(const Matrix& left, const std::vector<double>& scale, const Matrix& right, const Stop& stop) {
  Matrix result(left.n);
  for (std::size_t i = 0; i < left.n && !stop(); ++i)
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

// A square matrix stored in blocks of rows, column by column, as the product reads it.
class LinearMap {
 public:
  explicit LinearMap(const Matrix& matrix) : n_(matrix.n), values_(Tile::stride_of(n_) * n_, 0.0) {
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        values_[(i / block_rows * n_ + j) * block_rows + i % block_rows] = matrix(i, j);
  }

  std::size_t size() const { return n_; }

  // to = matrix · from for every individual of the tile. Each sum runs over the columns in order.
  void apply(const Tile& tile, const Lanes* from, Lanes* to) const {
    for (std::size_t row = 0; row < tile.stride; row += block_rows)
      for (std::size_t g = 0; g < tile.groups; ++g)
        multiply(values_.data() + row * n_, from + g * tile.stride, to + g * tile.stride + row);
  }

 private:
  [[gnu::always_inline]] void multiply(const double* rows, const Lanes* from, Lanes* to) const {
    Lanes sum[block_rows] = {};
    for (std::size_t j = 0; j < n_; ++j) {
      const Lanes x = from[j];
      for (std::size_t row = 0; row < block_rows; ++row) sum[row] += rows[j * block_rows + row] * x;
    }
    for (std::size_t row = 0; row < block_rows; ++row) to[row] = sum[row];
  }

  std::size_t n_;
  std::vector<double> values_;
};

}  // namespace inbounds::problems
