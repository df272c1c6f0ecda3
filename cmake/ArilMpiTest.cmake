# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# aril_add_mpi_test(NAME RANKS TARGET [ARGUMENT...]): the test NAME.RANKS, a program on so many ranks of this machine.
function(aril_add_mpi_test name ranks target)
  add_test(NAME ${name}.${ranks}
           COMMAND "${MPIEXEC_EXECUTABLE}" ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS} $<TARGET_FILE:${target}>
                   ${MPIEXEC_POSTFLAGS} ${ARGN})
  # Open MPI's own: more ranks than cores, as root in a container without ssh; others do not look at these.
  set(environment
      OMPI_MCA_plm=isolated
      OMPI_ALLOW_RUN_AS_ROOT=1
      OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
      OMPI_MCA_rmaps_base_oversubscribe=1
      OMPI_MCA_hwloc_base_binding_policy=none
      OMPI_MCA_btl_vader_single_copy_mechanism=none
      OMP_NUM_THREADS=1
      OMP_PROC_BIND=false
      OMP_WAIT_POLICY=passive)
  set_tests_properties(${name}.${ranks} PROPERTIES LABELS mpi RUN_SERIAL ON TIMEOUT 120 ENVIRONMENT "${environment}")
endfunction()
