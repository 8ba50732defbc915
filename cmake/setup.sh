# What ./run and ./test share: the packages, the preset, the build. Sourced, from the project's root.

packages="g++ make cmake ninja-build pkg-config dpkg-dev
  libboost1.81-dev libwebsockets-dev libssl-dev nlohmann-json3-dev libyaml-cpp-dev libcli11-dev libfmt-dev libpng-dev
  libgtest-dev libgmock-dev libxml2-utils xvfb xauth python3-jsonschema python3-yaml doxygen chromium chromium-headless-shell"

preset=${CASEMENT_PRESET:-${CI:+ci}}
preset=${preset:-release}

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
    echo "install their like here:" $packages >&2
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
  fi
  echo "Installing$missing"
  install_log=$(mktemp)
  if ! { $as_root apt-get update -qq &&
         $as_root env DEBIAN_FRONTEND=noninteractive \
           apt-get install -y -qq --no-install-recommends $missing; } >"$install_log" 2>&1; then
    cat "$install_log" >&2
    rm -f "$install_log"
    echo "Could not install:$missing" >&2
    exit 3
  fi
  rm -f "$install_log"
}

# Configures once and builds the given target ("all" for everything); silent when nothing is to do.
build_target() {
  build_log=$(mktemp)
  if [ ! -f "build/$preset/build.ninja" ]; then
    echo "Configuring build/$preset"
    if ! cmake --preset "$preset" >"$build_log" 2>&1; then
      cat "$build_log" >&2
      rm -f "$build_log"
      exit 3
    fi
    echo "Building, which takes a few minutes the first time"
  fi
  if ! cmake --build "build/$preset" --target "$1" >"$build_log" 2>&1; then
    cat "$build_log" >&2
    rm -f "$build_log"
    exit 4
  fi
  rm -f "$build_log"
}
