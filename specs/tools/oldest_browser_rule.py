"""Checks that the page scripts need nothing that Chromium 87 lacks, the oldest browser they run in (Qt 5.15):

    oldest_browser_rule.py ROOT

What bridge/js/polyfills.js provides may be used anywhere. The lists hold what came to the platform later and scripts like ours would
reach for; whoever meets another adds it. polyfills_spec.cc shows that what is provided answers as Chrome's own does.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from script_names import tokens_of  # noqa: E402

# What came after Chromium 87, by a dot…
MEMBERS = set("""
    at hasOwn findLast findLastIndex toSorted toReversed toSpliced groupBy withResolvers isWellFormed toWellFormed union intersection
    difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom fromAsync postTask checkVisibility currentCSSZoom getHTML
    setHTMLUnsafe parseHTMLUnsafe moveBefore ariaLabelledByElements ariaDescribedByElements ariaOwnsElements ariaControlsElements
    ariaDetailsElements ariaFlowToElements ariaActiveDescendantElement ariaErrorMessageElements popoverTargetElement togglePopover
    showPopover hidePopover commandForElement showPicker editContext requestClose caretPositionFromPoint""".split())
# …and by itself.
GLOBALS = set("""
    structuredClone reportError scheduler navigation Temporal Iterator AggregateError CSSScopeRule CSSNestedDeclarations CSSLayerBlockRule
    CSSLayerStatementRule CSSContainerRule CSSStartingStyleRule CSSPropertyRule CustomStateSet Highlight EditContext ToggleEvent
    CloseWatcher""".split())
ALLOWED = {
    ("bridge/js/aria/states.js", "popoverTargetElement"),  # undefined is no popover
}
SELECTOR = re.compile(r""":(?:open|modal|popover-open|user-valid|user-invalid|state|playing|picture-in-picture|autofill)\b(?![-\w])
    |:(?:is|where|has)\(|:not\([^()]*,|:nth-(?:last-)?child\([^()]* of """, re.X)
# :is stands for a rule in a rule, which no sheet has there.
SELECTORS_ALLOWED = {("bridge/js/css/sheets.js", ":is(")}
SYNTAX = [(re.compile(r"\bstatic\s*\{"), "a static block"), (re.compile(r"#\w+ in "), "`#x in`"),
          (re.compile(r"(?<![\w'\"`#])#\w+\s*(?:=|\(|;)"), "a private member, of which some kinds came later"),
          (re.compile(r"/[a-z]*[vd][a-z]*\.(?:test|exec)\("), "a regular expression with the flag v or d")]


def without_comments(text):
    return re.sub(r"^[ \t]*//.*$|  // .*$", "", text, flags=re.M)


def faults_in(name, text, provided):
    faults = []
    tokens = tokens_of(text)
    for before, token in zip([None, *tokens], tokens):
        later = MEMBERS if before and before.text in {".", "?."} else GLOBALS
        if token.kind == "name" and token.text in later - provided and (name, token.text) not in ALLOWED:
            faults.append((text.count("\n", 0, token.at) + 1, token.text))
    plain = without_comments(text)
    for found in SELECTOR.finditer(plain):
        if not any(name == file and found.group().startswith(selector) for file, selector in SELECTORS_ALLOWED):
            faults.append((0, f"the selector {found.group()}"))
    for pattern, what in SYNTAX:
        if pattern.search(plain):
            faults.append((0, what))
    return faults


def main():
    framework = pathlib.Path(sys.argv[1]).resolve() / "framework/casement"
    scripts = {str(file.relative_to(framework)): file.read_text() for file in sorted(framework.glob("*/js/**/*.js"))}
    place = "bridge/js/polyfills.js"
    polyfills = scripts.pop(place, "")
    provided = set(re.findall(r"'(\w+)'", polyfills)) | ({"postTask"} if "postTask" in polyfills else set())
    faults = [f"{name}{f':{line}' if line else ''}: Chromium 87 lacks {what}"
              for name, text in scripts.items() for line, what in faults_in(name, text, provided)]
    print(f"{len(scripts)} scripts, {len(provided & (MEMBERS | GLOBALS))} of {len(MEMBERS | GLOBALS)} later names are provided")
    for fault in faults:
        print(fault)
    if not scripts:
        sys.exit(f"found no script below {framework}")
    if faults:
        sys.exit(f"the rule of the oldest browser is broken {len(faults)} times")


main()
