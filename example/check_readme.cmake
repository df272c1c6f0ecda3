# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DREADME=README.md -DEXAMPLE=quick_start.cpp -P check_readme.cmake: is the README's example the file that is compiled,
# letter for letter, without its licence lines?
file(READ "${README}" readme)
file(READ "${EXAMPLE}" example)
string(REGEX REPLACE "^(//[^\n]*\n)+" "" example "${example}")
string(FIND "${readme}" "```cpp\n${example}```\n" place)
if(place EQUAL -1)
  message(FATAL_ERROR "${README} does not contain this text of ${EXAMPLE} as a C++ block:\n${example}")
endif()
