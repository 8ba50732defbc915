#!/bin/sh
# wasm_spec.sh ROOT BUILD JUDGE: compiles applications that tell their items with Emscripten, runs flows on them, and
# JUDGE (walk_spec.cc), which presses 500 items of Dear ImGui's demo window. Dear ImGui comes from Debian's source
# package. IMGUI_SOURCES names a folder with another version: then only the flows run, as JUDGE knows the insides of one.
set -eu
root=$1
build=$2
judge=$3
site=$build/specs/painted_wasm
sources=$root/specs/painted/wasm
# Debian's emcc needs acorn, which Node finds only in Debian's own folder.
export NODE_PATH=/usr/share/nodejs
mkdir -p "$site"
cd "$site"
echo 'hosts: { wasm.test: . }' > site.yaml
for program in orders imgui_demo; do sed "s/PROGRAM/$program/" "$sources/page.html" > "$program.html"; done
cp "$sources/judge.js" .
emcc -O2 -Wall -Wextra -Werror -I"$root/framework" "$sources/orders.c" -o orders.js

imgui=${IMGUI_SOURCES:-$("$root/specs/tools/debian_source" imgui "$site/sources")}
version=$(sed -n 's/^#define IMGUI_VERSION_NUM *//p' "$imgui/imgui.h")
mkdir -p "$version"
set -- -O1 -std=c++17 -DIMGUI_ENABLE_TEST_ENGINE -I"$imgui" -I"$root/framework"
objects=
for file in imgui imgui_draw imgui_tables imgui_widgets imgui_demo backends/imgui_impl_opengl3; do
  object=$version/$(basename "$file").o
  [ -e "$object" ] || em++ "$@" -w -c "$imgui/$file.cpp" -o "$object"
  objects="$objects $object"
done
if [ "$version" = 18600 ]; then
  mine="imgui_demo imgui_witness"
  for function in $(sed -n 's/^#define [A-Z_]* "\(_Z.*\)"$/\1/p' "$sources/imgui_witness.cpp"); do
    objects="$objects -Wl,--wrap=$function"
  done
else
  mine=imgui_demo
  set -- "$@" -DNO_WITNESS
fi
for source in $mine; do
  em++ "$@" -Wall -Wextra -Werror -c "$sources/$source.cpp" -o "painted_$source.o"
  objects="$objects painted_$source.o"
done
em++ -O1 $objects -sUSE_WEBGL2=1 -sALLOW_MEMORY_GROWTH=1 -sEXPORTED_RUNTIME_METHODS=ccall -o imgui_demo.js
export CASEMENT_SITES="$build/specs"
"$build/bin/casement" run "$sources/orders.flow.yaml" "$sources/imgui.flow.yaml" --report-dir "$site/reports"
[ "$version" != 18600 ] || exec "$judge"
