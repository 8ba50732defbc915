"""Reads a test.xml as Bazel's TestXmlOutputParser does, and prints the outcome of each case that ran.

Times without a point are milliseconds there, and a malformed document or time makes Bazel drop the file.
"""
import re
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
if root.tag not in ("testsuites", "testsuite"):
    sys.exit(f"{sys.argv[1]}: the root is {root.tag}")
for element in root.iter():
    time = element.get("time")
    if element.tag in ("testsuites", "testsuite", "testcase") and time is not None:
        if not re.fullmatch(r"\d+|\d+\.\d*(e-?\d+)?|\d+e-?\d+", time, re.IGNORECASE):
            sys.exit(f"{element.tag} has the time {time!r}")
for case in root.iter("testcase"):
    if case.get("status") == "notrun":
        continue
    tags = [child.tag for child in case]
    outcome = "PASSED"
    for tag, word in (("error", "ERROR"), ("failure", "FAILED"), ("skipped", "SKIPPED")):
        if tag in tags:
            outcome = word
            break
    print(f"{case.get('classname')}.{case.get('name')}\t{outcome}")
