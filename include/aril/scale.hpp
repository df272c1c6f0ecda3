// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_SCALE_HPP
#define ARIL_SCALE_HPP

#include <aril/impl/arithmetic.hpp>
#include <aril/impl/scalar.hpp>
#include <aril/transform.hpp>

namespace aril {

/// C = s * A, elementwise.
///
/// \param[in] exec  execution space instance; the call enqueues work there and returns: no fence, no allocation
/// \param[in] s     a number, or a rank-0 View of one that is read when the kernel runs. A number is first converted to
///                  the arithmetic type of A's elements (0.1 with float Views is 0.1f), a real one for complex A to
///                  their real type.
/// \param[in] A     rank 0 to 8, any layout
/// \param[out] C    A's extents, any layout; may be A itself, must not overlap it otherwise, nor a View of s. Elements:
///                  floating or complex for both, or integers for both; not complex A with real C
///
/// Arithmetic: in the element type, one rounding per element; 16-bit types in float, and then rounded to 16 bits, as
/// any result is to a C of fewer bits than A. A complex s with complex A gives (ac - bd) + (ad + bc)i with each product
/// and sum rounded; a real s scales both parts. Integer products wrap around. IEEE products without shortcuts: s = 0
/// keeps NaN and the sign of zero, subnormals stay, and nothing of C's old content survives.
///
/// Moves: each element of A read once, each of C written once.
///
/// \throws ExtentMismatch, OverlapError, AliasedOutput, MisalignedPointer, NotInitialized before anything is enqueued;
///         LaunchError when the device refuses the launch.
template <ExecutionSpace Exec, class S, View A, View C>
void scale(Exec const& exec, S const& s, A const& a, C const& c) {
  if constexpr (impl::numbers_fit<A, C>())
    impl::transform_as<Kernels::native>("aril::scale", exec, inputs(a, impl::scalar_for<A>(s)), c, impl::Multiply{});
}

/// The same on the default instance of C's execution space.
template <class S, View A, View C>
void scale(S const& s, A const& a, C const& c) {
  scale(typename C::execution_space(), s, a, c);
}

/// C(i, ...) = d(i) * B(i, ...): for matrices C = diag(d) B.
///
/// \param[in] exec  execution space instance; the call enqueues work there and returns: no fence, no allocation
/// \param[in] d     (M), any stride
/// \param[in] B     (M, ...), rank 1 to 8, any layout
/// \param[out] C    B's extents, any layout; may be B itself, must not overlap B or d otherwise
///
/// Arithmetic: in the wider of d's and B's arithmetic types (float for 16-bit types), and then as C's type has it;
/// complex, integers and special values as for `scale`. Moves: each element of B and d read once, each of C written
/// once. \throws as `scale`
template <ExecutionSpace Exec, ViewOfRank<1> D, View B, View C>
void scale_rows(Exec const& exec, D const& d, B const& b, C const& c) {
  if constexpr (impl::numbers_fit<D, B, C>())
    impl::transform_as<Kernels::native>("aril::scale_rows", exec, inputs(b, per_row(d)), c, impl::Multiply{});
}

/// The same on the default instance of C's execution space.
template <ViewOfRank<1> D, View B, View C>
void scale_rows(D const& d, B const& b, C const& c) {
  scale_rows(typename C::execution_space(), d, b, c);
}

/// C(..., j) = d(j) * B(..., j): for matrices C = B diag(d). Everything else as for `scale_rows`, with d as long as the
/// last extent.
template <ExecutionSpace Exec, ViewOfRank<1> D, View B, View C>
void scale_columns(Exec const& exec, D const& d, B const& b, C const& c) {
  if constexpr (impl::numbers_fit<D, B, C>())
    impl::transform_as<Kernels::native>("aril::scale_columns", exec, inputs(b, per_column(d)), c, impl::Multiply{});
}

/// The same on the default instance of C's execution space.
template <ViewOfRank<1> D, View B, View C>
void scale_columns(D const& d, B const& b, C const& c) {
  scale_columns(typename C::execution_space(), d, b, c);
}

}  // namespace aril

#endif
