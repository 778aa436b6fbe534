// Crossover in the eigenbasis of the best individuals, so that it takes over principal directions of the landscape and
// not coordinates (Wang et al. 2014; Awad et al. 2017).
#pragma once

#include <vector>

#include "inbounds/operator_state.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

struct NoRotation {
  static constexpr OperatorInfo info{.name = "none",
                                     .label = "No rotation",
                                     .cite = "storn1997",
                                     .formula = R"(\mathbf{u} = \mathrm{cross}(\mathbf{x}, \mathbf{v}))",
                                     .summary = "Crossover takes over coordinates."};
};

struct EigenRotation {
  static constexpr OperatorInfo info{
      .name = "eigen",
      .label = "Eigen crossover",
      .cite = "awad2017",
      .formula =
          R"(\mathbf{u} = Q\,\mathrm{cross}(Q^\top\mathbf{x}, Q^\top\mathbf{v}),\quad Q \Lambda Q^\top = \mathrm{cov}(\text{best individuals}))",
      .summary =
          "In a generation, with `probability`, trials are crossed in the eigenbasis of the covariance of the best "
          "`share` of the population; the boundary method then acts on the trial.",
      .options = {{{.name = "probability", .standard = 0.4, .low = 0.0, .high = 1.0},
                   {.name = "share", .standard = 0.5, .low = 0.0, .high = 1.0}}}};

  struct State {
    explicit State(const Setup& setup);

    // Decides whether this generation is rotated, and prepares the basis; `order` has the best `count()` first.
    void prepare(const Generation& now, const std::uint32_t* order);
    std::size_t count(std::size_t population) const;

    // `rotated` = Qᵀ (donor − target), and trial = target + Q rotated. A crossover with the target then is one with
    // zero.
    void there(double* rotated, const double* donor, const double* target) const;
    void back(double* trial, const double* rotated, const double* target) const;

    bool active = false;  // this generation is rotated

   private:
    double probability_, share_;
    std::vector<double> widths_;  // of the box: the basis is that of the unit box, so that units do not matter
    Rows basis_;                  // row k: the k-th eigenvector, in units of the box
    Rows inverse_;                // row j: what one unit of coordinate j is in the eigenbasis
  };
};

using Rotations = Family<NoRotation, EigenRotation>;

}  // namespace inbounds
