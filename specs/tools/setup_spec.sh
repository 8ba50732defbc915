#!/bin/sh
# setup_spec.sh PROJECT FOLDER: what ./run and ./test say while they build, with a CMake that is told what to do.
set -eu
project=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/build/release"
cd "$folder"
touch build/release/build.ninja
pause=0.1
fail() { echo "$1:"; cat shown errors; exit 1; }
build() {  # runs what stands in the file `does` as CMake
  { echo '#!/bin/sh'; cat does; } >bin/cmake
  chmod +x bin/cmake
  code=0
  (PATH="$folder/bin:$PATH"; unset CASEMENT_PRESET CI; progress_seconds=$pause; . "$project/cmake/setup.sh"; build_target all
  ) >shown 2>errors || code=$?
}

# It shows the newest line while the build runs (which goes on once that was seen), and the time.
cat >does <<'END'
echo "[1/2] Building CXX object one.cc.o"
until grep -q '^0:[0-9]*  \[1/2\] Building CXX object one.cc.o' shown; do sleep 0.05; done
echo "[2/2] Linking"
END
build
[ "$code" = 0 ] && grep -q '^Built in 0:' shown || fail "progress is not shown"

# Nothing to do, nothing to say.
echo 'echo "[0/2] Re-checking globbed directories..."; echo "ninja: no work to do."' >does
pause=60
build
[ "$code" = 0 ] && [ ! -s shown ] || fail "a build with nothing to do is not silent"

# An error without the progress around it.
echo 'echo "[1/2] Building a"; echo "FAILED: b.o"; echo "b.cc:1:2: error: no b"; exit 1' >does
build
[ "$code" = 4 ] && grep -q 'b.cc:1:2: error' errors && ! grep -q 'Building a' errors || fail "the error is not told alone"

# The variable that chooses a build ends here: casement would tell of a variable that it does not know.
(CASEMENT_PRESET=asan; export CASEMENT_PRESET; . "$project/cmake/setup.sh"
 [ "$preset" = asan ] && ! env | grep -q '^CASEMENT_PRESET=') || fail "the preset is not read, or passed on"

# A system that has Ninja, CMake and nothing else is told what is installed, and that is what is asked for.
for program in dpkg-query apt-get id; do
  { echo '#!/bin/sh'; cat; } >"bin/$program" <<END
case $program in
  dpkg-query) case "\$3" in cmake|ninja-build) printf installed ;; esac ;;
  apt-get) echo "\$*" >>asked ;;
  id) echo 0 ;;
esac
END
  chmod +x "bin/$program"
done
echo 'echo "$*" >>configured; echo "ninja: no work to do."' >does
install() {  # further packages
  rm -f asked configured
  (PATH="$folder/bin:$PATH"; unset CASEMENT_PRESET CI; progress_seconds=60; . "$project/cmake/setup.sh"
   eval "ensure_packages $1"; build_target casement
  ) >shown 2>errors || fail "nothing is installed"
  told=$(sed -n 's/^Installing //p' shown)
  [ -n "$told" ] && grep -q "^install .* $told\$" asked || fail "what is said is not what is installed"
}
build  # makes the CMake
install ""
case " $told " in *" g++ "*) ;; *) fail "the compiler is not told" ;; esac
for package in cmake ninja-build doxygen xvfb zsh chromium make; do
  case " $told " in *" $package "*) fail "./run installs $package" ;; esac
done
grep -q -- --preset configured || fail "what was installed is not looked for"
install '$test_packages'
for package in g++ doxygen xvfb zsh fish chromium chromium-headless-shell; do
  case " $told " in *" $package "*) ;; *) fail "./test does not install $package" ;; esac
done
