#!/bin/sh
# style_rule_spec.sh TOOLS CLANG_FORMAT FOLDER: the rule tells of a line that is not formatted, of a long file, and of a class in two
# files, and mends the first.
tools=$1
format=$2
folder=$3
fail() {
  echo "$1"
  exit 1
}
rm -rf "$folder"
mkdir -p "$folder/build" || exit 1
cp "$tools/../../.clang-format" "$folder"
printf 'int  a;\n' >"$folder/odd.cc"
printf 'int  a;\n' >"$folder/build/made.cc"
"$tools/style_rule" "$folder" "$format" >"$folder/said" && fail "a file that is not formatted passes"
grep -q '^\./odd\.cc:1$' "$folder/said" || fail "the place is missing: $(cat "$folder/said")"
grep -q made "$folder/said" && fail "a build folder was looked at"
"$tools/style_rule" "$folder" "$format" --fix >/dev/null || fail "what was mended does not pass"
seq 401 | sed 's|.*|// &|' >"$folder/long.js"
"$tools/style_rule" "$folder" "$format" >"$folder/said" && fail "a long file passes"
grep -q '^\./long\.js: 401 lines$' "$folder/said" || fail "the length is missing: $(cat "$folder/said")"
rm "$folder/long.js"
mkdir -p "$folder/framework/casement/shop" "$folder/framework/casement/bank"
printf 'int Till::open() {\n  return 1;\n}\n' | tee "$folder/framework/casement/bank/till.cc" >"$folder/framework/casement/shop/till.cc"
"$tools/style_rule" "$folder" "$format" >"$folder/said" || fail "two classes of one name: $(cat "$folder/said")"
printf 'std::string Till::name() const {\n  return "till";\n}\n' >"$folder/framework/casement/shop/name.cc"
"$tools/style_rule" "$folder" "$format" >"$folder/said" && fail "a class in two files passes"
grep -q '^shop/Till: .*name\.cc' "$folder/said" || fail "the class is missing: $(cat "$folder/said")"
rm -rf "$folder"
