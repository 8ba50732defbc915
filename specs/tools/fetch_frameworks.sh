#!/bin/sh
# fetch_frameworks.sh FOLDER: puts React and Vue from npm into FOLDER, for the specs that use them. Ends well where npm
# cannot be reached; those specs say so then.
set -u
folder=$1
[ -f "$folder/node_modules/vue/dist/vue.global.prod.js" ] && [ -d "$folder/node_modules/react/umd" ] && exit 0
mkdir -p "$folder"
if ! command -v npm >/dev/null; then
  echo "there is no npm: specs with React and Vue do not run"
  exit 0
fi
npm install --prefix "$folder" --no-audit --no-fund --no-save --ignore-scripts --fetch-retries=0 --fetch-timeout=20000 \
  react@18.3.1 react-dom@18.3.1 vue@3.4.38 >"$folder/npm.log" 2>&1 ||
  echo "npm cannot be reached (see $folder/npm.log): specs with React and Vue do not run"
exit 0
