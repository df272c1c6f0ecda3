# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# aril_target_settings(TARGET): warnings for Aril's own targets. PRIVATE, so that no user of the library sees them.
function(aril_target_settings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(Aril_ENABLE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
