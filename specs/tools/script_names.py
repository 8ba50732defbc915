"""The top-level names of a plain script, and the names that it uses: as much of JavaScript's grammar as that needs."""
import re

# What begins a declaration or statement of the top level stands in the first column.
TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<number>\d[\w.]*)
  | (?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
  | (?P<name>[A-Za-z_$][\w$]*)
  | (?P<mark>\.\.\.|=>|\?\.|\S)
""", re.X | re.S)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/\w*")
# Behind one of these a slash begins a regular expression.
BEFORE_REGEX = set("( [ { } ; , : ? = => & | ! + - * % < > ~ ^ return typeof case".split()) | {""}
OPENING, CLOSING = set("([{"), set(")]}")


class Token:
    def __init__(self, kind, text, at):
        self.kind, self.text, self.at = kind, text, at


def tokens_of(text):
    return read_tokens(text, 0, False)[0]


def read_tokens(text, at, in_template):
    """Up to the end, or to the brace that ends a template's ${…}; what stands in there is read like everything else."""
    found, depth = [], 0
    while at < len(text):
        last = found[-1].text if found else ""
        if text[at] == "`":
            inner, end = read_template(text, at + 1)
            found += [Token("string", "``", at), *inner]
            at = end
        elif text[at] == "/" and text[at + 1] not in "/*" and last in BEFORE_REGEX:
            end = REGEX.match(text, at).end()
            found.append(Token("regex", "//", at))
            at = end
        else:
            match = TOKEN.match(text, at)
            piece = match.group()
            depth += (piece == "{") - (piece == "}")
            if in_template and depth < 0:
                break
            if match.lastgroup != "space":
                found.append(Token(match.lastgroup, piece, at))
            at = match.end()
    return found, at


def read_template(text, at):
    found = []
    while text[at] != "`":
        if text.startswith("${", at):
            inner, at = read_tokens(text, at + 2, True)
            found += [Token("mark", "(", at), *inner, Token("mark", ")", at)]
            at += 1
        else:
            at += 2 if text[at] == "\\" else 1
    return found, at + 1


def end_of_group(tokens, begin):
    """The place of the bracket that closes the one at `begin`."""
    depth = 0
    for i in range(begin, len(tokens)):
        depth += (tokens[i].text in OPENING) - (tokens[i].text in CLOSING)
        if depth == 0:
            return i
    raise ValueError("a bracket is not closed")


def begin_of_group(tokens, end):
    depth = 0
    for i in range(end, -1, -1):
        depth += (tokens[i].text in CLOSING) - (tokens[i].text in OPENING)
        if depth == 0:
            return i
    raise ValueError("a bracket is not opened")


def bound_by(tokens):
    """The names that a list of declarators, patterns or parameters binds; values and defaults bind none."""
    names, is_value, depth = [], False, 0
    for i, token in enumerate(tokens):
        if is_value:
            depth += (token.text in OPENING) - (token.text in CLOSING)
            is_value = depth > 0 or (depth == 0 and token.text != ",")
            continue
        if token.text == "=":
            is_value, depth = True, 0
        elif token.kind == "name" and not (i + 1 < len(tokens) and tokens[i + 1].text == ":"):
            names.append(token.text)
    return names


def declared_behind(tokens, at):
    """The names that `const`, `let` or `var` before `at` declares."""
    end = at
    while end < len(tokens) and tokens[end].text not in {";", "of", "in"} | CLOSING:
        end = (end_of_group(tokens, end) if tokens[end].text in OPENING else end) + 1
    return bound_by(tokens[at:end])


def locals_of(chunk):
    """The names that a top-level declaration or statement binds within itself."""
    found = set()
    for i, token in enumerate(chunk):
        before = chunk[i - 1] if i > 0 else Token("", "", 0)
        if i > 0 and token.text in {"const", "let", "var"}:
            found.update(declared_behind(chunk, i + 1))
        elif i > 1 and before.text == "function" and token.kind == "name":
            found.add(token.text)
        elif token.text == "=>":
            begin = begin_of_group(chunk, i - 1) if before.text == ")" else i - 1
            found.update(bound_by([one for one in chunk[begin:i] if one.text not in "()"]))
        elif token.text == "(" and before.kind == "name" and before.text not in {"if", "for", "while", "switch"}:
            end = end_of_group(chunk, i)
            if before.text == "catch" or (end + 1 < len(chunk) and chunk[end + 1].text == "{"):
                found.update(bound_by(chunk[i + 1:end]))
    return found


def is_use(chunk, i):
    """Whether the name at this place means a variable: no property, no key, no method's name."""
    before = chunk[i - 1].text if i > 0 else ""
    after = chunk[i + 1].text if i + 1 < len(chunk) else ""
    if before in {".", "?."} or (before in {"{", ","} and after == ":"):
        return False
    if after == "(" and before in {"{", "}", ";", ",", "get", "set", "async"}:
        end = end_of_group(chunk, i + 1)
        return not (end + 1 < len(chunk) and chunk[end + 1].text == "{")
    return True


class Script:
    """`names`: declared at the top level. `used`: names that come from outside of what uses them."""

    def __init__(self, text):
        tokens = tokens_of(text)
        starts = [i for i, token in enumerate(tokens)
                  if (token.at == 0 or text[token.at - 1] == "\n") and token.text not in CLOSING]
        self.names, self.used = [], set()
        for begin, end in zip(starts, [*starts[1:], len(tokens)]):
            chunk = tokens[begin:end]
            if chunk[0].text in {"const", "let", "var"}:
                self.names += declared_behind(chunk, 1)
            elif chunk[0].text in {"function", "class", "async"}:
                self.names.append(next(one.text for one in chunk if one.text not in {"async", "function", "class"}))
            hidden = locals_of(chunk)
            self.used.update(token.text for i, token in enumerate(chunk)
                             if token.kind == "name" and token.text not in hidden and is_use(chunk, i))
