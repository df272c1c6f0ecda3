// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_CONTRACTION_UNIT_HPP
#define ARIL_TEST_CONTRACTION_UNIT_HPP

#include <aril/rounding.hpp>
#include <string>
#include <vector>

namespace aril::test {

/// What an operation gave in one execution space.
template <class T>
struct Result {
  std::string space;
  std::vector<T> values;
};

/// The translation units of a caller, compiled with flags of their own: contraction_elementwise.cpp and
/// contraction_linear.cpp. Elements have type T, scalars type S. Each function runs its operation in every execution
/// space.
///
/// Every set of flags is an executable of its own. Within one program the linker merges the units' instantiations of
/// the library's templates, and the tests of all flags would see the code of one. For the same reason the tests
/// themselves instantiate nothing of the library.
template <class T, class S = T>
struct ElementwiseUnit {
  /// Z = Y*s + Y.
  static std::vector<Result<T>> scaled_residual(Rounding rounding, S const& s, std::vector<T> const& y);

  /// C = s*A.
  static std::vector<Result<T>> scale(S const& s, std::vector<T> const& a);

  /// C = diag(d) B, with as many columns as B's length allows.
  static std::vector<Result<T>> scale_rows(std::vector<T> const& d, std::vector<T> const& b);

  /// y*s + y as the unit itself would write it, for the compiler to do with as its flags allow.
  static std::vector<T> own_loop(S const& s, std::vector<T> const& y);
};

template <class T, class S = T>
struct LinearUnit {
  /// Y(i,j) = t*s + t with t = x(i) + b(j): a layer with one input feature and weights of one, whose product is exact.
  static std::vector<Result<T>> linear_scaled_residual(Rounding rounding, S const& s, std::vector<T> const& x,
                                                       std::vector<T> const& b);
};

}  // namespace aril::test

#endif
