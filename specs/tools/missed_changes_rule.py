#!/usr/bin/env python3
"""missed_changes_rule.py CTEST BUILD SOURCE: every test of specs/ that drives a page, in every configuration of ctest, fails
for a change that no event told of (CASEMENT_MISSED_CHANGES=fail), however it is started."""
import json
import pathlib
import subprocess
import sys
import tempfile

LABELS = {"wire", "bridge", "browser", "flow", "storm", "soak", "load", "apps"}
WANTED = "CASEMENT_MISSED_CHANGES=set:fail"

ctest, build, source = sys.argv[1:4]
count = 0
without = set()

def tests_of(configuration):
    # ctest empties the log of the folder that it lists, which is that of the run that this belongs to: it lists a folder
    # that has nothing but ours in it.
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "CTestTestfile.cmake").write_text(f'subdirs("{build}")\n')
        listed = subprocess.run([ctest, "--test-dir", folder, "--show-only=json-v1", "-C", configuration],
                                check=True, capture_output=True, text=True).stdout
    return json.loads(listed)["tests"]


for configuration in ["", "Storms", "Soak", "Load", "Apps"]:
    for test in tests_of(configuration):
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        command = test.get("command", [""])[0]
        if not LABELS & set(properties.get("LABELS", [])) or not command.startswith((build + "/specs/", source + "/specs/")):
            continue
        if test["name"] == "apps.prepare" or "/consumers/" in command:
            continue  # they make what others use
        count += 1
        if WANTED not in properties.get("ENVIRONMENT_MODIFICATION", []):
            without.add(test["name"])
for name in sorted(without):
    print(f"{name} does not fail for a missed change")
print(f"{count} tests, {len(without)} without {WANTED}")
sys.exit(1 if without or count < 50 else 0)
