"""Checks that the page scripts keep to the rooms, as room_rule.cmake does for #include:

    script_rule.py ROOT [--largest-cycle N]

All of them share one function scope, so nothing else says who may use what. A script uses names only of its own room and of
those that its room USES; no more than N files use each other in a circle; what a script exposes is called by name in its room
or in a room that uses it, so that nothing travels into pages for specs alone; every script is in a list; a room USES none
of which its C++ includes nothing and its scripts call nothing; and what comes first uses no name of LATER_SCRIPTS. No script reads a property of an element by its name, because
the element may be a form, whose fields hide its properties (bridge/js/dom/tree.js has the functions that read past them).
"""
import argparse
import pathlib
import re
import sys

from script_names import Script, tokens_of

# Properties of elements (DOM §4, HTML §3.2.2, CSSOM View §6) whose names other objects rarely have.
ELEMENT_PROPERTIES = set("""
    addEventListener after animate append assignedSlot attachShadow attributes before blur checkVisibility childElementCount
    childNodes classList className click clientHeight clientLeft clientTop clientWidth cloneNode closest
    compareDocumentPosition contains contentEditable currentCSSZoom dataset dispatchEvent draggable elementFromPoint firstChild
    firstElementChild focus getAnimations getAttribute getAttributeNames getBoundingClientRect getClientRects
    getElementsByClassName getElementsByTagName getRootNode hasAttribute hasAttributes hasChildNodes inert innerHTML innerText
    insertBefore isConnected isContentEditable isEqualNode isSameNode lastChild lastElementChild localName matches namespaceURI
    nextElementSibling nextSibling nodeName nodeType nodeValue offsetHeight offsetLeft offsetParent offsetTop offsetWidth
    outerHTML outerText ownerDocument parentElement parentNode popover prefix prepend previousElementSibling previousSibling
    querySelector querySelectorAll removeAttribute removeEventListener replaceChildren replaceWith scrollBy scrollHeight
    scrollIntoView scrollLeft scrollTo scrollTop scrollWidth setAttribute shadowRoot spellcheck tabIndex tagName textContent
    toggleAttribute ariaDescribedByElements ariaLabelledByElements""".split())
# Objects that are no forms; `root` and `shadow` are documents or shadow roots.
NO_FORMS = re.compile(r"document|window|range|root|shadow|\w*[pP]rototype")
# Data for C++, a media query, an array of possible hosts, none of which is a form, and objects that functions return.
NO_FORM_READS = {("found", "matches"), ("list", "matches"), ("]", "shadowRoot"), (")", "addEventListener")}

KEYWORDS = {"USES", "LINK", "SOURCES", "SCRIPTS", "LATER_SCRIPTS", "FOLDERS"}
FOLDERS = {name: f"{name}/casement/{name}" for name in ("reports", "fixtures", "runners")}


class Room:
    def __init__(self, root, name):
        self.name = name
        self.folder = root / FOLDERS.get(name, f"framework/casement/{name}")
        lists = self.folder / "CMakeLists.txt"
        self.cmake = lists.read_text() if lists.exists() else ""
        arguments = {}
        call = re.search(rf"casement_room\({name}\b([^)]*)\)", self.cmake)
        for word in (call.group(1) if call else "").split():
            if word in KEYWORDS:
                values = arguments.setdefault(word, [])
            else:
                values.append(word)
        self.uses = arguments.get("USES", [])
        self.later = set(arguments.get("LATER_SCRIPTS", []))
        self.scripts = {script: self.folder / f"js/{script}.js"
                        for kind in ("SCRIPTS", "LATER_SCRIPTS") for script in arguments.get(kind, [])}

    def included(self):
        """The rooms whose headers its C++ includes."""
        files = (file for ending in ("*.cc", "*.h") for file in self.folder.rglob(ending))
        return {name for file in files for name in re.findall(r'#include ["<]casement/([a-z]+)/', file.read_text())}

    def calls(self, function):
        """Whether C++ of the room names the function, or a script of the room calls that of another document by it."""
        wanted = re.compile(rf'"{function}"|casement\.{function}\b')
        beside = re.compile(rf"\w\??\.{function}\(")
        return (any(wanted.search(file.read_text()) for ending in ("*.cc", "*.h") for file in self.folder.rglob(ending))
                or any(beside.search(file.read_text()) for file in self.scripts.values()))


def rooms_of(root):
    order = (pathlib.Path(__file__).parent / "../../cmake/CasementRoomNames.cmake").read_text()
    names = re.search(r"set\(\$\{result\}([^)]*) PARENT_SCOPE\)", order).group(1).split()
    return {name: Room(root, name) for name in names}


def exposed_by(text):
    """The keys of expose({ key, key: value… })."""
    found = []
    for call in re.finditer(r"^expose\(\{(.*?)\}\);", text, re.M | re.S):
        depth, is_key = 0, True
        for token in tokens_of(call.group(1)):
            if depth == 0 and is_key and token.kind == "name":
                found.append(token.text)
            is_key = depth == 0 and token.text == ","
            depth += (token.text in "([{") - (token.text in ")]}")
    return found


def read_by_name(text):
    """`receiver.property` of each property that is read from what may be a form."""
    tokens = tokens_of(text)
    for receiver, dot, name in zip(tokens, tokens[1:], tokens[2:]):
        if dot.text not in (".", "?.") or name.text not in ELEMENT_PROPERTIES or NO_FORMS.fullmatch(receiver.text):
            continue
        if (receiver.text, name.text) not in NO_FORM_READS:
            yield f"{receiver.text}.{name.text}"


def circles_in(graph):
    """Sets of files of which each leads to all others (Tarjan)."""
    number, low, stack, found = {}, {}, [], []

    def visit(one):
        number[one] = low[one] = len(number)
        stack.append(one)
        for other in sorted(graph[one]):
            if other not in number:
                visit(other)
            if other in stack:
                low[one] = min(low[one], low[other])
        if low[one] == number[one]:
            at = stack.index(one)
            found.append(stack[at:])
            del stack[at:]

    for one in sorted(graph):
        if one not in number:
            visit(one)
    return found


def faults_in(root, largest_allowed):
    faults, owners, texts, graph = [], {}, {}, {}
    rooms = rooms_of(root)
    for room in rooms.values():
        for name, file in room.scripts.items():
            texts[room.name, name] = file.read_text()
        for file in room.folder.glob("js/**/*.js"):
            name = str(file.relative_to(room.folder / "js"))[:-len(".js")]
            if not re.search(rf"[\s(]{re.escape(name)}(?=[\s)])", room.cmake):
                faults.append(f"{file.relative_to(root)} is in no list of the room's CMakeLists.txt")
    scripts = {place: Script(text) for place, text in texts.items()}
    for place, script in scripts.items():
        for name in script.names:
            if name in owners:
                faults.append(f"{'/'.join(owners[name])} and {'/'.join(place)} both declare {name}")
            owners[name] = place
    for place, script in scripts.items():
        room = rooms[place[0]]
        used = {name: owners[name] for name in script.used if name in owners and owners[name] != place}
        graph[place] = set(used.values())
        for name, owner in sorted(used.items()):
            if owner[0] != room.name and owner[0] not in room.uses:
                faults.append(f"{'/'.join(place)}.js: {room.name} may not use {name}, which is {owner[0]}'s")
            if place[1] not in room.later and owner[1] in rooms[owner[0]].later:
                faults.append(f"{'/'.join(place)}.js may not use {name}, which comes later in {'/'.join(owner)}.js")
        for read in read_by_name(texts[place]):
            faults.append(f"{'/'.join(place)}.js reads {read}, which a form's field may hide")
        for function in exposed_by(texts[place]):
            if not any(one.calls(function) for one in rooms.values() if one is room or room.name in one.uses):
                faults.append(f"{'/'.join(place)}.js exposes {function}, which nothing calls that may")
    for room in rooms.values():
        called = {owner[0] for (name, _), others in graph.items() if name == room.name for owner in others}
        for needless in sorted(set(room.uses) - room.included() - called):
            faults.append(f"{room.name} uses {needless}, of which it needs nothing")
    circles = sorted((sorted("/".join(one) for one in circle) for circle in circles_in(graph)), key=len)
    if circles and len(circles[-1]) > largest_allowed:
        faults.append(f"{len(circles[-1])} files use each other in a circle: {' '.join(circles[-1])}")
    print(f"{len(scripts)} scripts, {len(owners)} names; the largest circle has {len(circles[-1]) if circles else 0} files"
          + (f": {' '.join(circles[-1])}" if circles and len(circles[-1]) > 1 else ""))
    if not scripts:
        faults.append(f"found no script below {root}")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--largest-cycle", type=int, default=6)
    arguments = parser.parse_args()
    faults = faults_in(arguments.root.resolve(), arguments.largest_cycle)
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(f"the script rule is broken {len(faults)} times")


main()
