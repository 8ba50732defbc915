"""Checks that each room can be compiled as one file, as projects with unity builds do that hold Casement as a subdirectory:

    one_file_rule.py ROOT

Two files of a room may not define the same name in an anonymous namespace; functions may if their parameters differ. No type there may have
the name of a type in a header, in the same namespace. The rule reads text: definitions begin in the first column, as clang-format writes them.
"""
import collections
import pathlib
import re
import sys

ANONYMOUS = re.compile(r"^namespace ([\w:]+) \{\n|^namespace \{\n(.*?)^\}  // namespace$", re.M | re.S)
FUNCTION = re.compile(r"^(?:\[\[\w+\]\] )?(?=\w)(?!using|class|struct|enum|template|return|namespace|static_assert)"
                      r"[\w:<>,&*\[\] ]+?[ &*](\w+)(\([^;{}]*\)) (?:const )?(?:noexcept )?\{", re.M)
VALUE = re.compile(r"^(?:(?:static|inline|constexpr|constinit|const|thread_local) )+[^(){};=]*?[ &*](\w+)(?:\[\w*\])?(?: = |\{|;)", re.M)
TYPE = re.compile(r"^(?:class|struct|enum class|enum) (\w+)[^;(]*\{", re.M)


def definitions(text):
    """Yields each name with its namespace, and the parameters if it is a function: overloads may be several."""
    text = re.sub(r"//.*", "", text.replace("}  // namespace\n", "}  @@\n")).replace("}  @@", "}  // namespace")
    around = ""
    for named, part in ANONYMOUS.findall(text):
        around = named or around
        for name, parameters in FUNCTION.findall(part):
            yield f"{around}::{name}", re.sub(r"\s+", " ", parameters)
        for pattern in (VALUE, TYPE):
            for name in pattern.findall(part):
                yield f"{around}::{name}", ""


def types_of_headers(folders):
    """Returns where each type of a header stands."""
    places = {}
    for folder in folders:
        for file in sorted(folder.rglob("*.h")):
            around = ""
            for line in file.read_text().splitlines(keepends=True):
                if named := re.match(r"namespace ([\w:]+) \{", line):
                    around = named[1]
                if found := TYPE.match(line):
                    places[f"{around}::{found[1]}"] = file
    return places


def main():
    root = pathlib.Path(sys.argv[1])
    folders = [folder for base in (root / "framework/casement", root / "fixtures/casement", root / "reports/casement",
                                   root / "runners/casement") for folder in sorted(base.glob("*/"))]
    breaches, files = [], 0
    in_headers = types_of_headers(folders)
    for folder in folders:
        seen = collections.defaultdict(lambda: collections.defaultdict(set))  # by name, then by parameters
        for file in sorted(folder.rglob("*.cc")):
            files += 1
            for name, parameters in definitions(file.read_text()):
                seen[name][parameters].add(str(file.relative_to(root)))
        for name, kinds in seen.items():
            if name in in_headers and "" in kinds:
                breaches.append(f"{' and '.join(sorted(kinds['']))} defines {name}, and so does {in_headers[name].relative_to(root)}")
            if "" in kinds:  # a value or a type beside anything else of its name
                kinds = {"": set().union(*kinds.values())}
            breaches += [f"{' and '.join(sorted(found))} define {name}{parameters}"
                         for parameters, found in kinds.items() if len(found) > 1]
    for breach in breaches:
        print(breach)
    print(f"{files} files; the rule is broken {len(breaches)} times")
    return 1 if breaches or files == 0 else 0


sys.exit(main())
