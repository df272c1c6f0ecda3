# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the scripts print: one line per step, a sign of life while a long step runs, and one last line when something fails.

say() { printf 'aril: %s\n' "$*"; }

# Ends the script. The message is the last line that the user sees, so it says what to do.
fail() {
  printf 'aril: error: %s\n' "$*" >&2
  exit 1
}

# How far a logged build has come, as Ninja writes it: "[12/80]"; empty for other commands.
progress_of() { tail -c 8192 "$1" 2>/dev/null | tr '\r' '\n' | grep -o '^\[[0-9]*/[0-9]*\]' | tail -n 1; }

# The part of a failed command's log that tells most: from the first failed step of a build, or else the end.
excerpt() {
  local first
  first=$(grep -n -m 1 '^FAILED: ' "$1" | cut -d : -f 1) || true
  if [[ -n $first ]]; then
    tail -n +"$first" "$1" | head -n 25
  else
    tail -n 15 "$1"
  fi
}

# The process group of the command that runs now, if one does.
ARIL_CHILD=
stop_child() { [[ -z $ARIL_CHILD ]] || kill -- "-$ARIL_CHILD" 2>/dev/null || true; }

# logged LOG TITLE COMMAND...  runs the command with its output in LOG, prints the title, a line every ten seconds and the
# time taken. On failure it shows an excerpt of the log and returns the command's status: the caller says what to do.
logged() {
  local log=$1 title=$2 start=$SECONDS ticks=0 status=0 pid
  shift 2
  mkdir -p "$(dirname "$log")"
  say "$title ..."
  # A process group of its own, so that an interrupted script can end all of it (see stop_child).
  set -m
  "$@" >"$log" 2>&1 </dev/null &
  set +m
  pid=$!
  ARIL_CHILD=$pid
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    ticks=$((ticks + 1))
    if ((ticks % 50 == 0)); then
      printf 'aril:   ... %s s %s\n' $((SECONDS - start)) "$(progress_of "$log" || true)"
    fi
  done
  wait "$pid" || status=$?
  ARIL_CHILD=
  if ((status != 0)); then
    excerpt "$log" | sed 's/^/    /' >&2
    return "$status"
  fi
  say "$title: done in $((SECONDS - start)) s"
}
