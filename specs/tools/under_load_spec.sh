#!/bin/sh
# under_load_spec.sh TOOLS FOLDER: under_load on three tests of which one fails every time, and one every other time.
set -u
tools=$1
rm -rf "$2"
mkdir -p "$2/build" && cd "$2" || exit 1
cat >build/CTestTestfile.cmake <<'END'
add_test(passes true)
add_test("fails always" false)
add_test(fails.at.times sh -c "rm seen 2>/dev/null || { touch seen; exit 1; }")
END
fail() { echo "$1:"; cat shown; exit 1; }

"$tools/under_load" -n 2 -r 3 --build build --keep logs -j2 >shown && fail "failures are no failure"
grep -q '^ *3 fails always (Failed)$' shown && grep -q '^ *2 fails.at.times (Failed)$' shown || fail "failures are not counted"
grep -q 'passes' shown && fail "what passed is reported as failed"
[ -s logs/round_3.log ] || fail "logs are not kept"

"$tools/under_load" -n 1 -r 2 --noise --build build --keep logs -R passes >shown || fail "what passes is a failure"
[ "$(tail -n 1 shown)" = "nothing failed" ] || fail "what passes is reported as failed"

# Its busy processes are its children, and end with it even where it is killed.
"$tools/under_load" -n 1 --keep logs --command sh -c '
  for child in $(cat "/proc/$PPID/task/$PPID/children"); do
    grep -lq "awk$" "/proc/$child/comm" && echo "$child" >burner
  done
  kill -KILL $PPID' >shown 2>&1
[ -s burner ] || fail "nobody was busy"
while grep -q 'awk$' "/proc/$(cat burner)/comm" 2>/dev/null; do sleep 0.1; done
exit 0
