#!/bin/sh
# any_machine_spec.sh TOOLS FOLDER: what any_machine makes of a project whose ./test says where it is run, and fails on
# one core. Needs no compiler.
set -u
tools=$1
rm -rf "$2"
mkdir -p "$2/project/specs/tools" && cd "$2" || exit 1
cp "$tools"/any_machine "$tools"/make_locales "$tools"/under_load project/specs/tools
cat >project/test <<'END'
#!/bin/sh
echo "$(pwd) TMPDIR=${TMPDIR:-} LC_ALL=${LC_ALL:-} arguments=$*"
[ "$(nproc)" = 1 ] && [ "$*" = "-L one" ] && { echo "50% tests passed, 1 tests failed out of 2"; exit 8; }
echo "100% tests passed, 0 tests failed out of 2"
END
chmod +x project/test
git -C project init -q && git -C project add . &&
  git -C project -c user.name=spec -c user.email=spec@localhost commit -qm "A project" || exit 1
fail() { echo "$1:"; cat shown; exit 1; }

export ANY_MACHINE_FOLDER="$2/work"
project/specs/tools/any_machine blanks long tmpdir long_tmpdir C load >shown 2>&1 || fail "what passes is a failure"
[ "$(grep -c ': 2 specs, 0 failed' shown)" = 6 ] || fail "not a line a condition"
grep -q 'Büro (1)/c++ projects.*arguments=-LE ^consumer\$$' work/blanks.log || fail "no folder with blanks"
[ "$(grep -o '^/.* TMPDIR' work/long.log | wc -c)" -gt 400 ] || fail "no long path"
grep -q 'TMPDIR=.*/tmp of me LC' work/tmpdir.log && grep -q 'LC_ALL=C ' work/C.log || fail "not the environment"
project/specs/tools/any_machine C one_core -- -L one >shown 2>&1 && fail "a failure is none"
grep -q '^one_core: 2 specs, 1 failed' shown && grep -q 'ended with 8' shown || fail "the failure is not told"
project/specs/tools/any_machine elsewhere >shown 2>&1
[ $? = 2 ] || fail "an unknown condition is taken"
exit 0
