#!/usr/bin/perl
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# edit_kokkos.pl FOLDER: the four edits that let Kokkos 3.4.01 build with CUDA 13 for Hopper (sm_90). FOLDER is an unpacked
# copy of packages/kokkos. Each edit names the text it expects and how often, and fails when that is not what it finds.
use strict;
use warnings;

my $root = shift or die "usage: edit_kokkos.pl FOLDER\n";

# edit FILE, DESCRIPTION, COUNT, CODE: CODE changes $_ and returns the number of places it changed.
sub edit {
  my ($name, $what, $expected, $change) = @_;
  my $path = "$root/$name";
  open(my $in, '<', $path) or die "edit_kokkos: cannot read $path: $!\n";
  local $/;
  local $_ = <$in>;
  close($in);
  my $count = $change->() || 0;
  $count == $expected or die "edit_kokkos: $name: $what: expected $expected places, found $count\n";
  open(my $out, '>', $path) or die "edit_kokkos: cannot write $path: $!\n";
  print $out $_;
  close($out) or die "edit_kokkos: cannot write $path: $!\n";
}

# 1. half_t has no implicit conversion to CUDA's __half, and __half2double is gone. Only the block for CUDA 11.1 and newer.
edit('core/src/Cuda/Kokkos_Cuda_Half.hpp', 'conversions from half_t', 8, sub {
  my $marker = '#else  // CUDA 11.1 versions follow';
  my $at = index($_, $marker);
  return 0 if $at < 0;
  my $head = substr($_, 0, $at);
  my $tail = substr($_, $at);
  my $count = ($tail =~ s/return __half2double\(val\);/return __half2float(half_t::impl_type(val));/g);
  $count += ($tail =~ s/return (__half2\w+)\(val\);/return $1(half_t::impl_type(val));/g);
  $_ = $head . $tail;
  return $count;
});

# 2. Since CUDA 13 the prefetch of managed memory names its target by a cudaMemLocation.
my $prefetch = <<'CODE';
#if CUDART_VERSION >= 13000
    cudaMemLocation location{};
    location.type = cudaMemLocationTypeDevice;
    location.id   = space.cuda_device();
    CUDA_SAFE_CALL(cudaMemPrefetchAsync(ptr, bytes, location, 0, space.cuda_stream()));
#else
    CUDA_SAFE_CALL(cudaMemPrefetchAsync(ptr, bytes, space.cuda_device(), space.cuda_stream()));
#endif
CODE
edit('core/src/Cuda/Kokkos_CudaSpace.cpp', 'prefetch of managed memory', 1, sub {
  s/^ *CUDA_SAFE_CALL\(cudaMemPrefetchAsync\(ptr, bytes, space\.cuda_device\(\),\s*space\.cuda_stream\(\)\)\);\n/$prefetch/gm;
});

# 3. There is no Hopper entry: the newest one stands for it.
edit('cmake/kokkos_arch.cmake', 'newest architecture', 1, sub {
  s/CHECK_CUDA_ARCH\(AMPERE86  sm_86\)/CHECK_CUDA_ARCH(AMPERE86  sm_90)/g;
});

# 4. nvcc_wrapper: a default architecture that still exists, and C++20 passed on as C++17 is.
my $cxx20 = <<'CODE';
  --std=c++20|-std=c++20|--std=c++2a|-std=c++2a)
    if [ -n "$std_flag" ]; then
       warn_std_flag
       shared_args=${shared_args/ $std_flag/}
    fi
    std_flag="-std=c++20"
    shared_args="$shared_args $std_flag"
    ;;
CODE
edit('bin/nvcc_wrapper', 'default architecture', 1, sub { s/^default_arch="sm_35"$/default_arch="sm_90"/gm });
edit('bin/nvcc_wrapper', 'refused standards', 1, sub { s/\Q|--std=c++2a|-std=c++2a)\E$/)/gm });
edit('bin/nvcc_wrapper', 'accepted standards', 1, sub {
  s/^(\Q  --std=c++11|-std=c++11|--std=c++14|-std=c++14)\E)$/$cxx20$1/gm;
});
