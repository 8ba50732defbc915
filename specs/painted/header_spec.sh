#!/bin/sh
# header_spec.sh ROOT: compiles painted.h as C99 and as C++17 with each compiler of this machine, and compares what the
# program tells with program.txt. The locale of the program must not change its numbers.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
used=0
compile() {
  command -v "$1" > /dev/null || return 0
  "$@" -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I"$root/framework" "$root/specs/painted/program.c" -o "$folder/program"
  "$folder/program" > "$folder/told"
  diff -u "$root/specs/painted/program.txt" "$folder/told"
  used=$((used + 1))
}
compile cc -std=c99 -O2
compile clang-19 -std=c99 -O1
compile c++ -x c++ -std=c++17 -O2
compile clang++-19 -x c++ -std=c++17 -O1
echo "compiled and compared $used times"
[ "$used" -ge 2 ]
