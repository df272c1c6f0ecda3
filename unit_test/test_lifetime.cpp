// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/aril.hpp>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>

// A program for each way to begin and to end: `test_lifetime SCENARIO` returns 0 if all went well. Not a GoogleTest,
// since Kokkos can be initialized only once in a program.

namespace {

int failures = 0;

void expect(bool condition, char const* what) {
  if (condition) return;
  std::cerr << "test_lifetime: " << what << '\n';
  ++failures;
}

struct Identity {
  KOKKOS_FUNCTION float operator()(float x) const { return x; }
};

// Every operation once, on the default execution space.
template <class Vector, class Matrix>
void call_everything(Vector const& v, Matrix const& a, Matrix const& b, Matrix const& c) {
  using Exec = typename Matrix::execution_space;
  aril::scale(2.0f, a, c);
  aril::scale_rows(v, a, c);
  aril::scale_columns(v, a, c);
  aril::scaled_residual(0.5f, a, c);
  aril::linear(a, b, v, c);
  aril::linear_scaled_residual(a, b, aril::no_bias, 0.5f, c);
  aril::Linear<float, Exec>(Exec(), b, v).apply(Exec(), a, c);
}

void use_library() {
  int constexpr n = 64;
  Kokkos::View<float*> const v("v", n);
  Kokkos::View<float**> const a("A", n, n), b("B", n, n), c("C", n, n);
  Kokkos::deep_copy(v, 1.0f);
  Kokkos::deep_copy(a, 2.0f);
  Kokkos::deep_copy(b, 1.0f);
  call_everything(v, a, b, c);
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) expect(result(i, j) == 2.0f * n + 1, "wrong result");
}

/// Does call() say that Kokkos is not there, in the name of the operation?
template <class G>
void expect_refusal(char const* operation, G const& call) {
  try {
    call();
    expect(false, "a call without Kokkos did not throw");
  } catch (aril::NotInitialized const& error) {
    std::string_view const message = error.what();
    expect(message.starts_with(operation) && message.find("not initialized") != message.npos, error.what());
  }
}

void call_without_kokkos() {
  using Exec      = Kokkos::DefaultHostExecutionSpace;
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  std::array<float, 16> memory{};
  Kokkos::View<float*, Kokkos::HostSpace, Unmanaged> const v(memory.data(), 4);
  Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::HostSpace, Unmanaged> const c(memory.data(), 4, 4);
  expect_refusal("aril::scale:", [&] { aril::scale(2.0f, c, c); });
  expect_refusal("aril::scale_rows:", [&] { aril::scale_rows(v, c, c); });
  expect_refusal("aril::scale_columns:", [&] { aril::scale_columns(v, c, c); });
  expect_refusal("aril::scaled_residual:", [&] { aril::scaled_residual(2.0f, c, c); });
  expect_refusal("aril::transform:", [&] { aril::transform(aril::inputs(c), c, Identity()); });
  expect_refusal("aril::linear:", [&] { aril::linear(c, c, v, c); });
  expect_refusal("aril::linear_scaled_residual:", [&] { aril::linear_scaled_residual(c, c, v, 2.0f, c); });
  expect_refusal("aril::Linear:", [&] { aril::Linear<float, Exec>(Exec(), c, v); });
  for (float const x : memory) expect(x == 0, "a refused call has written");
}

void used_and_finalized(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  use_library();
  Kokkos::finalize();
}

void finalized_at_exit(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  std::atexit([] { Kokkos::finalize(); });
  use_library();
}

// Kokkos ends with its guard; the library's own objects must not need it any more.
void exit_in_the_middle(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  use_library();
  std::exit(failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

void never_used(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  Kokkos::finalize();
}

void used_too_early_and_too_late(int argc, char** argv) {
  call_without_kokkos();
  Kokkos::initialize(argc, argv);
  use_library();
  Kokkos::finalize();
  call_without_kokkos();
}

void exception_with_work_in_flight(int argc, char** argv) {
  try {
    Kokkos::ScopeGuard const kokkos(argc, argv);
    Kokkos::View<float**> const a("A", 4096, 4096);
    for (int k = 0; k < 10; ++k) aril::scale(2.0f, a, a);
    aril::scale(2.0f, a, Kokkos::View<float**>("C", 4096, 4095));
    expect(false, "the wrong call did not throw");
  } catch (aril::ExtentMismatch const&) {
  }
}

struct Scenario {
  std::string_view name;
  void (*run)(int, char**);
};

constexpr Scenario scenarios[] = {
    {"used_and_finalized", used_and_finalized},
    {"finalized_at_exit", finalized_at_exit},
    {"exit_in_the_middle", exit_in_the_middle},
    {"never_used", never_used},
    {"used_too_early_and_too_late", used_too_early_and_too_late},
    {"exception_with_work_in_flight", exception_with_work_in_flight},
};

}  // namespace

int main(int argc, char** argv) {
  for (auto const& [name, run] : scenarios) {
    if (argc != 2 || name != argv[1]) continue;
    run(argc, argv);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  std::cerr << "usage: test_lifetime SCENARIO, one of";
  for (auto const& scenario : scenarios) std::cerr << ' ' << scenario.name;
  std::cerr << '\n';
  return EXIT_FAILURE;
}
