# Packages of the machine's own Debian archive, without rights and without changing the system. For bash scripts that
# source this file: verifiers/cbmc/install, tests/tools/fetch.
#
# apt checks the archive's signature; the archive is the one that apt is configured for, with lists of our own, so that it
# does not matter how old the machine's are. They are kept for a day in the cache: $QICC_CACHE, or qicc in $XDG_CACHE_HOME
# or ~/.cache.
#
# Who sources it defines nothing_here MESSAGE, which is called when there is no apt or no archive, and does not return.

cache=${QICC_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/qicc}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# unpack NEW SUITE PACKAGE…: the packages' files, under NEW/root
unpack() {
  local new=$1 suite=$2
  shift 2
  apt "$suite"
  mkdir -p "$new/deb" "$new/root"
  (cd "$new/deb" && apt-get "${apt[@]}" download "$@") >&2
  local deb
  for deb in "$new"/deb/*.deb; do dpkg-deb -x "$deb" "$new/root"; done
}

# wrapper NEW DIR NAME PROGRAM: a script that runs PROGRAM with the libraries beside it, with their own loader when the
# package brought a C library. It is made in NEW, which is going to be called DIR.
wrapper() {
  local new=$1 dir=$2 name=$3 program=$4 libs loader
  libs=$(cd "$new/root" && find . -name '*.so*' -printf '%h\n' | sed "s|^\.|$dir/root|" | sort -u | grep -v python | paste -sd:)
  loader=$(cd "$new/root" && find . -name 'ld-linux*.so.*' -printf '%P\n' -quit)
  if [ -n "$loader" ]; then
    script "$new" "$name" "exec '$dir/root/$loader' --library-path '$libs' '$dir/root/$program' \"\$@\""
  else
    script "$new" "$name" "LD_LIBRARY_PATH='$libs' exec '$dir/root/$program' \"\$@\""
  fi
}

script() {
  mkdir -p "$1/bin"
  printf '#!/bin/sh\n%s\n' "$3" >"$1/bin/$2"
  chmod +x "$1/bin/$2"
}

release() { (. /etc/os-release && echo "${VERSION_CODENAME:-stable}"); }

# apt SUITE: sets the options that make apt use our own state for that suite, with fresh lists
apt() {
  local suite=$1 state=$cache/apt-$1
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || nothing_here "there is no apt"
  mkdir -p "$state"/{preferences.d,lists/partial,cache/archives/partial,log}
  : >"$state/status"
  apt=(-qq -o Dir::Etc::SourceList="$state/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts="$state/preferences.d"
    -o Dir::State="$state" -o Dir::State::Lists="$state/lists" -o Dir::State::status="$state/status"
    -o Dir::Cache="$state/cache" -o Dir::Log="$state/log" -o APT::Sandbox::User=root
    -o APT::Architectures="$(dpkg --print-architecture)" -o Acquire::Languages=none -o Acquire::Retries=3)
  [ -n "$(find "$state/fresh" -mtime -1 2>/dev/null)" ] && return
  sources "$suite" "$state" >"$state/sources.list"
  [ -s "$state/sources.list" ] || nothing_here "apt is not configured for a Debian archive"
  apt-get "${apt[@]}" update >&2 || nothing_here "the Debian archive cannot be reached"
  touch "$state/fresh"
}

# The archive that apt is configured for, whether or not it has lists; of the machine's own release with its updates.
sources() {
  local suite=$1 here signed=
  here=$(release)
  [ -e "$keyring" ] && signed="[signed-by=$keyring]"
  mkdir -p "$2/none"
  apt-get update --print-uris -o Dir::State::Lists="$2/none" |
    sed -n "s|^'\(.*\)/dists/\([^/']*\)/InRelease'.*|\1 \2|p" | while read -r uri name; do
    case $name in
      "$here") name=$suite ;;
      "$here-updates" | "$here-security") [ "$suite" = "$here" ] || continue ;;
      *) continue ;;
    esac
    echo "deb $signed $uri $name main"
    echo "deb-src $signed $uri $name main"
  done
}
