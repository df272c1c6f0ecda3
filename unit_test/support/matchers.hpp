// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_MATCHERS_HPP
#define ARIL_TEST_SUPPORT_MATCHERS_HPP

#include "operand.hpp"

namespace aril::test {

/// The index tuple of element n, as text.
inline std::string index_text(Extents const& extents, std::int64_t n) {
  Extents index(extents.size());
  for (std::size_t d = extents.size(); d-- > 0;) {
    index[d] = n % extents[d];
    n /= extents[d];
  }
  return text(index);
}

/// Which zero a BLAS gives for a sum that cancels is its own affair.
enum class Zeros { by_sign, alike };

/// Has every element of the output the bits expected, and is all memory around and between its elements unchanged?
/// Waits for the device.
template <class T, class Space>
::testing::AssertionResult holds(Memory<T, Space>& output, std::vector<T> const& expected,
                                 Zeros zeros = Zeros::by_sign) {
  auto const equal           = [=](T const& a, T const& b) { return same(a, b) || (zeros == Zeros::alike && a == b); };
  static constexpr int shown = 5;

  auto const actual  = output.elements();
  std::int64_t wrong = 0;
  std::string which;
  for (std::size_t n = 0; n < actual.size(); ++n)
    if (!equal(actual[n], expected[n]) && ++wrong <= shown)
      which += "\n  at " + index_text(output.extents(), static_cast<std::int64_t>(n)) + ": " + text(actual[n]) +
               ", expected " + text(expected[n]);
  std::int64_t const outside = output.changed_gap_bytes();
  if (wrong == 0 && outside == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << wrong << " wrong elements in shape " << text(output.extents()) << which
                                       << "\n  " << outside << " bytes written outside the elements";
}

/// EXPECT_TRUE(holds(output, expected)) as a function: the macro's code once for each element type and not once for
/// each case keeps the typed suites quick to compile.
template <class T, class Space>
void expect_holds(Memory<T, Space>& output, std::vector<T> const& expected, char const* which) {
  EXPECT_TRUE(holds(output, expected)) << which;
}

/// For SCOPED_TRACE: which of its many inputs a test is at.
inline std::string at(Extents const& extents, Placement const& input, Placement const& output) {
  std::ostringstream out;
  out << "shape " << text(extents) << ", input at " << input << ", output at " << output;
  return out.str();
}

}  // namespace aril::test

#endif
