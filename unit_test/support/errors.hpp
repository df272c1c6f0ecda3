// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_ERRORS_HPP
#define ARIL_TEST_SUPPORT_ERRORS_HPP

#include <aril/error.hpp>
#include <initializer_list>
#include <typeinfo>

#include "copy.hpp"
#include "types.hpp"

/// \file
/// Expectations on calls that must throw, in every execution space.

namespace aril::test {

/// For suites typed over nothing but the execution space.
using Spaces = typename detail::ToGoogleTest<ExecutionSpaces>::type;

struct SpaceName {
  template <class Exec>
  static std::string GetName(int) {
    return Exec::name();
  }
};

/// Does call() throw exactly an E whose message contains all parts?
template <class E, class G>
::testing::AssertionResult throws(G const& call, std::initializer_list<char const*> parts) {
  try {
    call();
  } catch (std::exception const& error) {
    std::string const message = error.what();
    if (typeid(error) != typeid(E))
      return ::testing::AssertionFailure() << "threw another type: " << typeid(error).name() << ", " << message;
    for (char const* const part : parts)
      if (message.find(part) == std::string::npos)
        return ::testing::AssertionFailure() << "the message lacks '" << part << "': " << message;
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "nothing was thrown";
}

}  // namespace aril::test

#endif
