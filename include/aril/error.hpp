// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_ERROR_HPP
#define ARIL_ERROR_HPP

#include <stdexcept>
#include <string>

namespace aril {

/// A precondition of a public function does not hold. Thrown before anything is enqueued or written. The message names
/// the operation, the operand (the View's label where it has one) and the shapes involved.
class Error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Two operands have extents that do not fit together.
class ExtentMismatch : public Error {
 public:
  using Error::Error;
};

/// An input shares memory with the output without being the output itself (same address, same strides), or a workspace
/// shares memory with an operand.
class OverlapError : public Error {
 public:
  using Error::Error;
};

/// The output maps two index tuples to one address, for instance through a stride of zero.
class AliasedOutput : public Error {
 public:
  using Error::Error;
};

/// A View's address is not a multiple of its element type's alignment (possible only with unmanaged Views).
class MisalignedPointer : public Error {
 public:
  using Error::Error;
};

/// A prepared layer cannot use its workspace: it belongs to another execution space instance, or the one that was
/// passed is too small or does not start at a multiple of 128 bytes.
class WorkspaceError : public Error {
 public:
  using Error::Error;
};

/// Kokkos is not initialized, or is already finalized.
class NotInitialized : public Error {
 public:
  using Error::Error;
};

/// The device refused a launch, a library call underneath failed, or a capture does not allow what a first call needs.
/// Not an Error, which is about arguments. The outputs hold no promised values.
class LaunchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace aril

#endif
