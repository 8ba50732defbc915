"""Holds JSON files against a JSON Schema, with the jsonschema package:

    validate_json.py SCHEMA FILE…

A line for each: `ok FILE`, or `refused FILE: where: why`.
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        error = next(validator.iter_errors(json.load(file)), None)
    if error is None:
        print(f"ok {name}")
    else:
        where = "/".join(str(step) for step in error.absolute_path)
        print(f"refused {name}: {where}: {error.message[:300]}")
