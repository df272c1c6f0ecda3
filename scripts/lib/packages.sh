# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian packages: asks apt only for what is really missing, so that a machine that has everything is left alone.

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  fi
}

# Once a run. A repository that is out of reach is not an error as long as what we need can be had.
apt_updated=no
apt_update() {
  [[ $apt_updated == no ]] || return 0
  apt_updated=yes
  logged "$ARIL_CACHE/log/apt-update.txt" "refreshing the package lists" as_root apt-get -o DPkg::Lock::Timeout=300 update || true
}

package_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed$'; }

# The check that stands for a package: a command, a header that the compiler finds, or the package itself.
present() {
  case $1 in
    command=*) command -v "${1#command=}" >/dev/null ;;
    header=*) echo "#include <${1#header=}>" | ${CXX:-g++} -x c++ -E - >/dev/null 2>&1 ;;
    package=*) package_installed "${1#package=}" ;;
  esac
}

# ensure_packages PACKAGE:CHECK...  installs the packages whose check fails.
ensure_packages() {
  local entry missing=() log
  for entry in "$@"; do
    present "${entry#*:}" || missing+=("${entry%%:*}")
  done
  ((${#missing[@]})) || return 0
  command -v apt-get >/dev/null || fail "please install the equivalents of these Debian packages and run again: ${missing[*]}"
  # Asks for the password here, not from a command in the background.
  ((EUID == 0)) || sudo -v || fail "please run as root: apt-get install ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  log=$ARIL_CACHE/log
  apt_update
  logged "$log/apt-install.txt" "installing ${missing[*]}" \
    as_root apt-get -y --no-install-recommends -o DPkg::Lock::Timeout=300 install "${missing[@]}" ||
    fail "apt-get could not install ${missing[*]}: check the network and run again, or install them by hand (log: $log/apt-install.txt)"
}
