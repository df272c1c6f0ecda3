// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_TYPES_HPP
#define ARIL_TEST_SUPPORT_TYPES_HPP

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// What the typed suites range over: execution spaces, element types and layouts.

namespace aril::test {

template <class... T>
struct List {
  static constexpr int size = sizeof...(T);
};

template <class... Lists>
struct Join;
template <class... A>
struct Join<List<A...>> {
  using type = List<A...>;
};
template <class... A, class... B, class... Rest>
struct Join<List<A...>, List<B...>, Rest...> : Join<List<A..., B...>, Rest...> {};
template <class... Lists>
using join_t = typename Join<Lists...>::type;

#ifdef KOKKOS_ENABLE_SERIAL
using SerialSpace = List<Kokkos::Serial>;
#else
using SerialSpace  = List<>;
#endif
#ifdef KOKKOS_ENABLE_OPENMP
using OpenMPSpace = List<Kokkos::OpenMP>;
#else
using OpenMPSpace  = List<>;
#endif
#ifdef KOKKOS_ENABLE_CUDA
using CudaSpace = List<Kokkos::Cuda>;
#else
using CudaSpace    = List<>;
#endif

using ExecutionSpaces = join_t<SerialSpace, OpenMPSpace, CudaSpace>;

/// The spaces of a typed suite. With CUDA only that one, and under the sanitizers only OpenMP: the rest of the spaces
/// run these suites in the host's optimised build, and compiling them all everywhere would double the time of every
/// build. What compares the spaces, or mixes them, has ExecutionSpaces.
#if defined(KOKKOS_ENABLE_CUDA)
using SuiteSpaces = CudaSpace;
#elif defined(__SANITIZE_ADDRESS__) && defined(KOKKOS_ENABLE_OPENMP)
using SuiteSpaces  = OpenMPSpace;
#else
using SuiteSpaces = ExecutionSpaces;
#endif

using Half                      = Kokkos::Experimental::half_t;
inline constexpr bool have_half = !std::is_same_v<Half, float>;

using HalfType  = std::conditional_t<have_half, List<Half>, List<>>;
using RealTypes = join_t<List<float, double>, HalfType>;
// The sanitizers look at memory and at undefined arithmetic: a type of each kind and size will do for them.
#ifdef __SANITIZE_ADDRESS__
using ComplexTypes = List<Kokkos::complex<double>>;
using IntegerTypes = List<std::int32_t>;
#else
using ComplexTypes = List<Kokkos::complex<float>, Kokkos::complex<double>>;
using IntegerTypes = List<std::int32_t, std::int64_t>;
#endif
using AllTypes = join_t<RealTypes, ComplexTypes, IntegerTypes>;

using Layouts = List<Kokkos::LayoutRight, Kokkos::LayoutLeft, Kokkos::LayoutStride>;

template <class E, class T, class L = Kokkos::LayoutRight>
struct Case {
  using Exec   = E;
  using Value  = T;
  using Layout = L;
};

namespace detail {

template <class E, class T, class Ls>
struct OfLayouts;
template <class E, class T, class... L>
struct OfLayouts<E, T, List<L...>> {
  using type = List<Case<E, T, L>...>;
};

template <class E, class Ts, class Ls>
struct OfTypes;
template <class E, class... T, class Ls>
struct OfTypes<E, List<T...>, Ls> {
  using type = join_t<typename OfLayouts<E, T, Ls>::type...>;
};

template <class Es, class Ts, class Ls>
struct Product;
template <class... E, class Ts, class Ls>
struct Product<List<E...>, Ts, Ls> {
  using type = join_t<typename OfTypes<E, Ts, Ls>::type...>;
};

template <class L>
struct ToGoogleTest;
template <class... T>
struct ToGoogleTest<List<T...>> {
  using type = ::testing::Types<T...>;
};

}  // namespace detail

/// The types of a typed suite: one Case for each execution space, element type and layout.
template <class Ts, class Ls = List<Kokkos::LayoutRight>, class Es = SuiteSpaces>
using Cases = typename detail::ToGoogleTest<typename detail::Product<Es, Ts, Ls>::type>::type;

template <class T>
std::string type_name() {
  if constexpr (std::is_same_v<T, float>) {
    return "float";
  } else if constexpr (std::is_same_v<T, double>) {
    return "double";
  } else if constexpr (std::is_same_v<T, Half>) {
    return "half";
  } else if constexpr (std::is_same_v<T, Kokkos::complex<float>>) {
    return "complex_float";
  } else if constexpr (std::is_same_v<T, Kokkos::complex<double>>) {
    return "complex_double";
  } else {
    static_assert(std::is_integral_v<T>);
    return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
  }
}

template <class L>
std::string layout_name() {
  if constexpr (std::is_same_v<L, Kokkos::LayoutRight>) {
    return "Right";
  } else if constexpr (std::is_same_v<L, Kokkos::LayoutLeft>) {
    return "Left";
  } else {
    return "Stride";
  }
}

/// Names a Case in GoogleTest's output: "Scale/OpenMP_float_Right".
struct CaseName {
  template <class C>
  static std::string GetName(int) {
    return std::string(C::Exec::name()) + '_' + type_name<typename C::Value>() + '_' +
           layout_name<typename C::Layout>();
  }
};

/// Calls g(T()) for each type of the list; with ExecutionSpaces, for tests that compare the spaces with each other.
template <class... T, class G>
void for_each_type(List<T...>, G const& g) {
  (g(T()), ...);
}

}  // namespace aril::test

#endif
