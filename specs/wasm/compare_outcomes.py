"""Compares the outcomes of tests as native programs and as WebAssembly.

compare_outcomes.py TABLE WASM.xml NATIVE.xml GOOGLETEST.json [PROGRAM=CATCH2.xml ...]

WASM.xml and NATIVE.xml are JUnit reports of ctest, GOOGLETEST.json is of native_outcomes.py, CATCH2.xml is the report of
a native program of Catch2 (-r xml).
TABLE is a document with a table of the expected differences: a regular expression of names, the difference, the reason.
Fails if a difference is missing in the table, and if a row of the table has no difference.
"""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

NAMES = {'run': 'passes', 'fail': 'fails', 'notrun': 'is skipped', 'disabled': 'is disabled'}


def outcomes_of_ctest(path):
    found = {}
    for case in ElementTree.parse(path).getroot().iter('testcase'):
        name = case.get('name')
        if not re.match(r'casement\.', name) and not name.endswith('.together'):
            found[name] = NAMES[case.get('status')]
    return found


def outcomes_of_catch2(program, path):
    found = {}
    for case in ElementTree.parse(path).getroot().iter('TestCase'):
        passes = case.find('OverallResult').get('success') == 'true'
        found[program + '.' + case.get('name').strip()] = 'passes' if passes else 'fails'
    return found


def expected_differences(path):
    rows = []
    with open(path, encoding='utf-8') as table:
        for line in table:
            row = re.match(r'\| `([^`]+)` \| ([^|]+) \| [^|]+ \|$', line)
            if row:
                rows.append((row[1].replace('\\|', '|'), row[2]))
    return rows


def difference(native, wasm):
    if wasm is None:
        return 'native only'
    if native is None:
        return 'wasm only'
    return f'{native}, and {wasm} as wasm'


def main(table, wasm_path, native_path, google_path, *others):
    native = outcomes_of_ctest(native_path)
    with open(google_path, encoding='utf-8') as google:
        native.update(json.load(google))
    wasm = outcomes_of_ctest(wasm_path)
    for other in others:
        native.update(outcomes_of_catch2(*other.split('=', 1)))
    rows = expected_differences(table)
    used, failed, differences = set(), False, 0
    for name in sorted(native.keys() | wasm.keys()):
        if native.get(name) == wasm.get(name):
            continue
        differences += 1
        told = difference(native.get(name), wasm.get(name))
        matching = [row for row in rows if re.fullmatch(row[0], name) and row[1] == told]
        used.update(matching)
        if not matching:
            failed = True
            print(f'{name}: {told}')
    for row in rows:
        if row not in used:
            failed = True
            print(f'the table expects a difference that there is not: {row[0]}: {row[1]}')
    print(f'{len(native)} native tests, {len(wasm)} as wasm, {differences} differences')
    if len(native) < 1000:
        print('too few tests')
        failed = True
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
