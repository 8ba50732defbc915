"""Runs each test of native programs of GoogleTest alone, with an empty temporary folder, and prints the outcomes as JSON.

native_outcomes.py FOLDER PROGRAM...

CMake's gtest_discover_tests is no judge here: it gives several typed tests one name, and calls a program that failed
"skipped" if one line of its output says so.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile


def names_in(listed):
    suite = ''
    for line in listed.splitlines():
        name = line.split('  #')[0].rstrip() if line.startswith('  ') else line.split('  #')[0].strip()
        if not line.startswith(' '):
            suite = name if name.endswith('.') else ''
        elif suite:
            yield suite + name.strip()


def outcome_of(folder, program, name):
    with tempfile.TemporaryDirectory() as temporary:  # as in WebAssembly, where the files are in the page's memory
        done = subprocess.run(['./' + program, '--gtest_filter=' + name], cwd=folder, capture_output=True, text=True,
                              errors='replace', check=False, env={**os.environ, 'TEST_TMPDIR': temporary})
    if done.returncode:
        return 'fails'
    return 'is skipped' if re.search(r'\[  SKIPPED \] 1 test', done.stdout) else 'passes'


def main(folder, *programs):
    outcomes = {}
    for program in programs:
        listed = subprocess.run(['./' + program, '--gtest_list_tests'], cwd=folder, capture_output=True, text=True, check=True)
        seen = collections.Counter()
        for name in names_in(listed.stdout):
            shown = re.sub(r'(^|[/.])DISABLED_', r'\1', name)
            seen[shown] += 1
            key = f'{program}.{shown}' + (f' #{seen[shown]}' if seen[shown] > 1 else '')
            outcomes[key] = 'is disabled' if shown != name else outcome_of(folder, program, name)
    json.dump(outcomes, sys.stdout, indent=1)


if __name__ == '__main__':
    main(*sys.argv[1:])
