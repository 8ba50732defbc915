# What ./run and ./test share: the packages, the preset, the build. Sourced, from the project's root.

# For building, and for running flows.
packages="g++ cmake ninja-build pkg-config
  libboost1.81-dev libwebsockets-dev libssl-dev nlohmann-json3-dev libyaml-cpp-dev libcli11-dev libfmt-dev libpng-dev libpcre2-dev
  libgtest-dev libgmock-dev chromium-headless-shell"
# What only the specs need: Chrome with a window, other people's validators, shells and compilers.
test_packages="make dpkg-dev lintian meson libbenchmark-dev libxml2-utils locales xvfb python3-jsonschema python3-yaml doxygen node-typescript zsh fish chromium python3-pyqt6.qtwebengine"

preset=${CASEMENT_PRESET:-${CI:+ci}}
preset=${preset:-release}
has_installed=
# It chooses a build, and is none of casement's own variables, which tells its user of those that it does not know.
unset CASEMENT_PRESET

# Runs a command whose output nobody needs to read unless it fails: it goes to $log. Meanwhile its last line
# is shown with the time since the start: on a terminal one line that is rewritten, else one every 20 s.
watched() {
  log=$(mktemp)
  started=$(date +%s)
  show_progress &
  progress=$!
  trap 'end_progress; rm -f "$log"; trap - INT TERM; kill -INT $$' INT TERM
  "$@" >"$log" 2>&1
  result=$?
  trap - INT TERM
  end_progress
  return $result
}

show_progress() {
  [ -t 1 ] && every=1 || every=20
  # The pause must not keep our output open for a reader after we have gone.
  while sleep "${progress_seconds:-$every}" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    line="$(elapsed)  $(tail -n 1 "$log" | cut -c "1-$((${COLUMNS:-80} - 10))")"
    [ -t 1 ] && printf '\r\033[K%s' "$line" || echo "$line"
  done
}

end_progress() {
  kill "$progress" 2>/dev/null
  wait "$progress" 2>/dev/null
  [ -t 1 ] && printf '\r\033[K'
  return 0
}

elapsed() {
  seconds=$(($(date +%s) - started))
  printf '%d:%02d' $((seconds / 60)) $((seconds % 60))
}

# What failed, without the lines of progress; ends with the code.
give_up() {  # CODE
  grep -v '^\[[0-9]*/[0-9]*\] ' "$log" >&2
  rm -f "$log"
  exit "$1"
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Installs what is missing of $packages and of the arguments; where that cannot be done, says what to
# install and ends with 3.
ensure_packages() {
  packages="$packages $*"
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Not Debian: CMake finds out what is missing, and names it.
    command -v cmake >/dev/null && command -v ninja >/dev/null && return
    echo "Casement is built with CMake, Ninja and the libraries of these Debian packages;" >&2
    echo "install the equivalent packages here:" $packages >&2
    exit 3
  fi
  missing=
  for package in $packages; do
    is_installed "$package" || missing="$missing $package"
  done
  [ -z "$missing" ] && return
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Please install, as root:  apt-get install$missing" >&2
      exit 3
    fi
    as_root=sudo
    sudo -v || exit 3  # it asks for the password before progress is written over the question
  fi
  echo "Installing$missing"
  if ! watched install_packages; then
    echo "Could not install:$missing" >&2
    give_up 3
  fi
  echo "Installed in $(elapsed)"
  has_installed=1
  rm -f "$log"
}

install_packages() {
  $as_root apt-get update -q &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
      -o Dpkg::Use-Pty=0 $missing
}

# Configures, once and where a program came that was not there, and builds the given target ("all" for everything); silent
# when nothing is to do.
build_target() {
  if [ ! -f "build/$preset/build.ninja" ] || [ -n "$has_installed" ]; then
    echo "Configuring build/$preset"
    watched cmake --preset "$preset" || give_up 3
    rm -f "$log"
    echo "Building, which takes a few minutes the first time"
  fi
  watched cmake --build "build/$preset" --target "$1" || give_up 4
  grep -q '^ninja: no work to do' "$log" || echo "Built in $(elapsed)"
  rm -f "$log"
}
