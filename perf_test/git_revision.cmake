# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -DSOURCE=<folder> -DHEADER=<file> -P git_revision.cmake: writes ARIL_GIT_REVISION, "<hash>" or "<hash>-dirty", and
# "unknown" outside a repository. The header is left alone where nothing has changed, so that nothing is compiled again.
find_program(GIT git)
set(revision)
if(GIT)
  execute_process(
    COMMAND "${GIT}" -C "${SOURCE}" describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE revision
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT revision)
  set(revision unknown)
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define ARIL_GIT_REVISION \"${revision}\"\n")
