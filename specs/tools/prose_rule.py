#!/usr/bin/env python3
"""Checks that comments and documents begin their sentences with a noun: prose_rule.py ROOT [--list]

A sentence that opens with What, One, That, It or a similar word makes the reader search for its subject. Of each room (comments of
.h, .cc and .js files) and of each document at most MOST percent of the sentences may open so, and no comment of a header may open
with "What". Sentences of fewer than three words do not count, nor do code, tables, headings and quotes of documents. --list prints
the sentences that are counted.
"""
import collections
import pathlib
import re
import sys

MOST = 5  # percent
FEWEST = 20  # sentences; a shorter text may have one such sentence
OPENERS = set("What One Those These That It They None Whoever Who Whatever Other Others Another Of Where".split())
ROOMS = ("framework", "fixtures", "reports", "runners")
COMMENT = re.compile(r"\s*//+\s?(.*)")


def sentences_of(block):
    block = re.sub(r"@\w+(\s*\{[^}]*\})?(\s+\[?[\w.]+\]?)?", ". ", block)  # tags of JSDoc
    for sentence in re.split(r"(?<=[.!?])\s+", " ".join(block.split())):
        words = sentence.split()
        if len(words) >= 3:
            yield words[0].strip("`,.:;()*\"'-"), sentence


def comments_in(text):
    """Lines of // that follow each other are one text, and so is /* … */."""
    block, is_long = [], False
    for line in text.split("\n"):
        alone = None if is_long else COMMENT.fullmatch(line)
        if is_long or line.lstrip().startswith("/*"):
            block.append(re.sub(r"^\s*/?\*+/?\s?|\*/.*$", "", line))
            is_long = "*/" not in line
        elif alone:
            block.append(alone.group(1))
        elif block:
            yield "\n".join(block)
            block = []
    yield "\n".join(block)


def texts_in(markdown):
    markdown = re.sub(r"^( *)(```|~~~).*?^\1\2", "", markdown, flags=re.S | re.M)
    markdown = re.sub(r"<!--.*?-->", "", markdown, flags=re.S)
    markdown = re.sub(r"^\s*[|#>].*$", "", markdown, flags=re.M)
    markdown = re.sub(r"^\s*(?:[-*+]|\d+\.)\s+", "\n\n", markdown, flags=re.M)
    return re.split(r"\n\s*\n", markdown)


def room_of(path):
    if path.parts[0] != "framework":
        return path.parts[0]
    return path.parts[2] if len(path.parts) > 3 else None


def main():
    root, lists = pathlib.Path(sys.argv[1]), "--list" in sys.argv
    found, broken = collections.defaultdict(list), 0
    for top in ROOMS:
        for path in sorted((root / top).rglob("*")):
            name = path.relative_to(root)
            if path.suffix not in (".h", ".cc", ".js") or room_of(name) is None:
                continue
            for block in comments_in(path.read_text("utf8")):
                for first, sentence in sentences_of(block):
                    found[room_of(name)].append((first, sentence))
                    if first == "What" and path.suffix == ".h":
                        print(f"{name}: a comment of a header opens with What: {sentence}")
                        broken += 1
    for path in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")]):
        for block in texts_in(path.read_text("utf8")):
            found[str(path.relative_to(root))] += sentences_of(block)
    if not found:
        sys.exit(f"{root} has no room and no document")
    for text, sentences in found.items():
        without = [sentence for first, sentence in sentences if first in OPENERS]
        if lists:
            print(*(f"{text}: {sentence}" for sentence in without), sep="\n")
        allowed = max(len(sentences) * MOST / 100, 1 if len(sentences) < FEWEST else 0)
        if len(without) > allowed:
            print(f"{text}: {len(without)} of {len(sentences)} sentences open without a noun; at most {MOST} % may")
            broken += 1
    print(f"{sum(map(len, found.values()))} sentences of {len(found)} texts; the rule is broken {broken} times")
    sys.exit(1 if broken else 0)


main()
