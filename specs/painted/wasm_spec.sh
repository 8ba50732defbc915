#!/bin/sh
# wasm_spec.sh ROOT BUILD: compiles applications that tell their items with Emscripten, and runs flows on them. Dear
# ImGui comes from Debian's source package; IMGUI_SOURCES names a folder that has it already.
set -eu
root=$1
build=$2
site=$build/specs/painted_wasm
sources=$root/specs/painted/wasm
# Debian's emcc needs acorn, which Node finds only in Debian's own folder.
export NODE_PATH=/usr/share/nodejs
mkdir -p "$site"
cd "$site"
echo 'hosts: { wasm.test: . }' > site.yaml
for program in orders imgui_demo; do sed "s/PROGRAM/$program/" "$sources/page.html" > "$program.html"; done
emcc -O2 -Wall -Wextra -Werror -I"$root/framework" "$sources/orders.c" -o orders.js

imgui=${IMGUI_SOURCES:-}
if [ -z "$imgui" ]; then
  # The sources of this machine's own packages; deb822 format or the older one (sources.list(5)).
  mkdir -p apt/lists/partial apt/parts
  sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources > apt/parts/debian.sources 2>/dev/null || rm apt/parts/debian.sources
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list > apt/parts/debian.list 2>/dev/null || rm apt/parts/debian.list
  set -- -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$site/apt/parts" -o Dir::State::lists="$site/apt/lists"
  [ -e imgui_1.86+ds.orig.tar.xz ] || { apt-get "$@" update && apt-get "$@" source --download-only imgui; }
  tar xf imgui_1.86+ds.orig.tar.xz
  imgui=$site/imgui-1.86
fi
set -- -O1 -std=c++17 -DIMGUI_ENABLE_TEST_ENGINE -I"$imgui" -I"$root/framework"
objects=
for file in imgui imgui_draw imgui_tables imgui_widgets imgui_demo backends/imgui_impl_opengl3; do
  object=$(basename "$file").o
  [ -e "$object" ] || em++ "$@" -w -c "$imgui/$file.cpp" -o "$object"
  objects="$objects $object"
done
em++ "$@" -Wall -Wextra -Werror -c "$sources/imgui_demo.cpp" -o painted_demo.o
em++ -O1 $objects painted_demo.o -sUSE_WEBGL2=1 -sALLOW_MEMORY_GROWTH=1 -o imgui_demo.js
CASEMENT_SITES=$build/specs exec "$build/bin/casement" run "$sources/orders.flow.yaml" "$sources/imgui.flow.yaml" --report-dir "$site/reports"
