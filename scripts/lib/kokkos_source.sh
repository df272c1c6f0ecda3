# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The sources of Kokkos and Kokkos Kernels, out of Debian 12's source package trilinos. Only "deb" lines are enabled on a
# usual Debian, so apt gets a private list of sources for the mirror that the machine already uses; the machine's own lists
# stay as they are.

KOKKOS_VERSION=3.4.01
KOKKOS_SOURCE_VERSION=13.2.0

# The deb-src line of each Debian repository that the machine uses.
debian_source_lines() {
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg options=
  [[ ! -e $keyring ]] || options="[signed-by=$keyring] "
  apt-get indextargets --format "deb-src ${options}\$(REPO_URI) \$(RELEASE) \$(COMPONENT)" \
    'Created-By: Packages' 'Origin: Debian' 'Component: main' | sort -u
}

# fetch_kokkos_sources: sets KOKKOS_SOURCES to a folder with kokkos/ and kokkos-kernels/, downloading it the first time.
fetch_kokkos_sources() {
  local work=$ARIL_CACHE/download-$$ log=$ARIL_CACHE/log apt archive
  KOKKOS_SOURCES=$ARIL_CACHE/sources-trilinos-$KOKKOS_SOURCE_VERSION
  [[ ! -d $KOKKOS_SOURCES ]] || return 0
  command -v apt-get >/dev/null ||
    fail "no Kokkos found, and only Debian 12 has the sources to build one from: set Kokkos_ROOT and KokkosKernels_ROOT to installed ones"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  ARIL_CLEAN+=("$work")
  debian_source_lines >"$work/sources.list"
  if [[ ! -s $work/sources.list ]]; then
    apt_update
    debian_source_lines >"$work/sources.list"
  fi
  [[ -s $work/sources.list ]] ||
    fail "apt knows no Debian repository to take Kokkos' sources from: set Kokkos_ROOT and KokkosKernels_ROOT to installed ones"
  apt=(apt-get -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::Lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=)
  logged "$log/apt-sources.txt" "looking up Kokkos' source package" "${apt[@]}" update ||
    fail "the lists of Debian's source packages could not be downloaded: check the network and run again (log: $log/apt-sources.txt)"
  (cd "$work" && logged "$log/apt-download.txt" "downloading Kokkos' source package (166 MB)" "${apt[@]}" source --download-only trilinos) ||
    fail "Debian's source package trilinos could not be downloaded: check the network and run again (log: $log/apt-download.txt)"
  archive=$work/trilinos_$KOKKOS_SOURCE_VERSION.orig.tar.gz
  [[ -e $archive ]] ||
    fail "this Debian's trilinos is not $KOKKOS_SOURCE_VERSION, the one of Debian 12: set Kokkos_ROOT and KokkosKernels_ROOT to installed ones"
  mkdir "$work/unpacked"
  logged "$log/unpack.txt" "unpacking Kokkos" tar -xzf "$archive" -C "$work/unpacked" --strip-components=2 --wildcards \
    '*/packages/kokkos' '*/packages/kokkos-kernels' ||
    fail "the download could not be unpacked: see $log/unpack.txt, and check the free space in $ARIL_CACHE"
  mv "$work/unpacked" "$KOKKOS_SOURCES"
  rm -rf "$work"
}
