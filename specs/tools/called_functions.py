"""Checks that a program calls every public function of classes, and what its header brings along:

    called_functions.py ROOTS PROGRAM CLASS=HEADER... [--without HEADER...]

ROOTS are the folders that <casement/...> stands in, with colons between. PROGRAM calls a function of each name as often as there are overloads
of it; what is protected is for the classes below it and counts too, its constructor and destructor, operators and what
is deleted do not. --without: beginnings of headers, or
standard ones as <thread>, that the casement headers which PROGRAM includes must not reach.
"""
import argparse
import collections
import pathlib
import re
import sys


def code_of(text):
    """Without comments, and without what is in strings."""
    return re.sub(r'R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/',
                  lambda found: '""' if found.group().endswith('"') else "", text, flags=re.S)


def public_functions(header, name):
    """How many public functions of each name the class has."""
    text = code_of(header.read_text())
    start = re.search(rf"\bclass {name}\b[^;{{]*{{", text)
    if not start:
        sys.exit(f"{header}: there is no class {name}")
    found = collections.Counter()
    public, depth, statement = False, 1, ""
    at = start.end()
    while depth > 0:
        letter = text[at]
        at += 1
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
        if depth > 1:
            continue  # the body of a function, or a class in it
        if letter == ":" and statement.strip() in ("public", "private", "protected"):
            public, statement = statement.strip() != "private", ""
        elif letter in ";}" and statement.count("(") == statement.count(")"):  # not the `{}` of an argument's default
            declared = function_name(statement)
            if public and declared and declared != name:
                found[declared] += 1
            statement = ""
        else:
            statement += letter
    return found


def function_name(statement):
    """Of `JsonValue at(std::size_t place) const`; none for what is no function that a program calls by name."""
    statement = statement.strip()
    if not statement or re.match(r"(using|friend|enum|struct|class|template\s*<[^>]*>\s*(class|struct))\b", statement):
        return None
    if re.search(r"=\s*(delete|default)\s*$|\boperator\b|~", statement):
        return None
    call = re.search(r"\b([A-Za-z_]\w*)\s*\(", statement)
    return call.group(1) if call else None


def calls_in(program):
    text = code_of(program.read_text())
    return collections.Counter(re.findall(r"(?:\.|->|::|\b)([A-Za-z_]\w*)\s*\(", text))


def header_in(roots, header):
    return next((root / header for root in roots if (root / header).exists()), roots[0] / header)


def reached(roots, program):
    """Each header that is reached, with the one that includes it."""
    found, todo = {}, [(program, program.name)]
    while todo:
        file, by = todo.pop()
        for header in re.findall(r'^#include [<"]([^">]+)[">]', file.read_text(), flags=re.M):
            if header in found:
                continue
            found[header] = by
            if header.startswith("casement/"):
                todo.append((header_in(roots, header), header))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("roots", type=lambda text: [pathlib.Path(one) for one in text.split(":")])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("classes", nargs="*", metavar="CLASS=HEADER")
    parser.add_argument("--without", nargs="*", default=[], metavar="HEADER")
    options = parser.parse_args()
    problems = []
    calls = calls_in(options.program)
    needed, of_class = collections.Counter(), {}
    for one in options.classes:
        name, header = one.split("=")
        functions = public_functions(header_in(options.roots, f"casement/{header}"), name)
        if not functions:
            problems.append(f"{header}: class {name} has no public function")
        for function, overloads in functions.items():
            needed[function] += overloads
            of_class.setdefault(function, []).append(name)
    for function, overloads in sorted(needed.items()):
        if calls[function] < overloads:
            problems.append(f"{options.program.name} calls {' and '.join(of_class[function])}::{function} "
                            f"{calls[function]} times; there are {overloads} of it")
    for header, by in sorted(reached(options.roots, options.program).items()):
        if any(header.startswith(one) for one in options.without):
            problems.append(f"{by} includes <{header}>")
    for problem in problems:
        print(problem)
    print(f"{sum(needed.values())} functions, {len(reached(options.roots, options.program))} headers")
    sys.exit(1 if problems else 0)


main()
