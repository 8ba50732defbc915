"""Holds flows, and other files, against the JSON Schema that `casement schema` prints, with the jsonschema package.

    validate_flows.py [--projects] SCHEMA FILE…

FILE is a flow, or a page in Markdown whose ```yaml blocks with a line `flow: …` are flows; with --projects those that are
called ```yaml project are taken, and what scripts there write to a casement.yaml. A line for each:
`ok NAME` or `refused NAME: where: why`; NAME is the file, with `:LINE` for a block of a page. `unread NAME` is what
is no YAML.
"""

import json
import re
import sys

import jsonschema
import yaml


class CoreLoader(yaml.SafeLoader):
    """Scalars by the core schema of YAML 1.2, as editors read them; PyYAML's own are those of 1.1."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), first)
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value, 10))
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))


def as_json(value):
    """What an editor makes of it: keys are texts, whatever YAML takes them for."""
    if isinstance(value, dict):
        return {json.dumps(key) if isinstance(key, (bool, int, float)) else key: as_json(one) for key, one in value.items()}
    return [as_json(one) for one in value] if isinstance(value, list) else value


def flows_of(path, of_projects):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    if not path.endswith(".md"):
        yield path, text
        return
    fence = r"^( *)```yaml project\n(.*?)^\1```" if of_projects else r"^( *)```yaml\n(.*?)^\1```"
    for block in re.finditer(fence, text, re.M | re.S):
        if of_projects or re.search(r"^ *flow:", block[2], re.M):
            line = text.count("\n", 0, block.start()) + 1
            indent = len(block[1])
            yield f"{path}:{line}", "\n".join(one[indent:] for one in block[2].split("\n"))
    if of_projects:
        for block in re.finditer(r"^cat > casement\.yaml <<'END'\n(.*?)^END$", text, re.M | re.S):
            yield f"{path}:{text.count(chr(10), 0, block.start()) + 1}", block[1]


def main():
    arguments = sys.argv[1:]
    of_projects = arguments[0] == "--projects"
    schema_file, *files = arguments[of_projects:]
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in files:
        for name, text in flows_of(path, of_projects):
            try:
                documents = list(yaml.load_all(text, CoreLoader))
            except (yaml.YAMLError, ValueError, RecursionError):
                print(f"unread {name}")
                continue
            errors = [error for one in documents for error in validator.iter_errors(as_json(one))]
            worst = jsonschema.exceptions.best_match(errors)
            if worst is None:
                print(f"ok {name}")
            else:
                where = "/".join(str(step) for step in worst.absolute_path)
                print(f"refused {name}: {where}: {worst.message[:200]}".replace("\n", " "))


main()
