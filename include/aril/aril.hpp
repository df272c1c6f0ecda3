// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_ARIL_HPP
#define ARIL_ARIL_HPP

#include <aril/configuration.hpp>
#include <aril/error.hpp>
#include <aril/linear.hpp>
#include <aril/operands.hpp>
#include <aril/precision.hpp>
#include <aril/residual.hpp>
#include <aril/rounding.hpp>
#include <aril/scale.hpp>
#include <aril/transform.hpp>

#endif
