// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_CONFIGURATION_HPP
#define ARIL_CONFIGURATION_HPP

#include <iosfwd>

namespace aril {

/// Writes what this build of Aril is made of and what it sees, a line each: its version, Kokkos' version and execution
/// spaces, the last-level cache of the host and, with CUDA, the device of the default instance and the matrix
/// libraries' versions. For bug reports and job logs. Between Kokkos' initialization and finalization.
/// \throws NotInitialized
void print_configuration(std::ostream& out);

}  // namespace aril

#endif
