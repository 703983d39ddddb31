"""A first look at the text, before Python's parser sees it: which characters and words there are, in which
order.

Bounds how deep the text can nest, so that no parser runs out of stack, and words the common mistakes.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass

from gradview.spec.expression.nodes import ExpressionError

MAX_CHARACTERS = 10_000
MAX_DEPTH = 100
TOO_DEEP = f"too deeply nested: more than {MAX_DEPTH} levels; give a part of it a name of its own"

_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SIGN = re.compile(r"\.\.\.|\*\*|//|[=!<>]=|[-+*/@<>=()\[\],:]")
_KIN = {0xFF01 + i: 0x21 + i for i in range(94)} | {
    0x3000: " ",
    0x3001: ",",
    0x2212: "-",
    0x00A0: " ",
    ord("\t"): " ",
    ord("\n"): " ",
    ord("\r"): " ",
}
_HINTS = {
    "^": "write ** for a power",
    "&": "write 'and'",
    "|": "write 'or'",
    "!": "write 'not', or != for 'differs from'",
    "~": "write 'not'",
    ".": "attributes are not allowed, only the functions of the list, such as tanh(h)",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "×": "write *",
    "·": "write *",
    "÷": "write /",
    "%": "there is no remainder; arithmetic is + - * / ** @",
    "//": "there is no whole division; arithmetic is + - * / ** @",
    "'": "text is not allowed",
    '"': "text is not allowed",
    "_": "names begin with a letter",
}
_OPENING = {"(": ")", "[": "]"}
_CLOSING = (")", "]")
_LOGIC = ("and", "or", "not")


@dataclass(frozen=True)
class Token:
    """A piece of the text: kind is `number`, `word` or `sign`."""

    kind: str
    text: str
    column: int

    @property
    def starts_value(self) -> bool:
        """Whether it can only be the beginning of a value."""
        return self.text in ("(", "...", "not") or self.kind == "number" or self.name

    @property
    def ends_value(self) -> bool:
        """Whether a value may end here."""
        return self.text in (")", "]", "...") or self.kind == "number" or self.name

    @property
    def binary(self) -> bool:
        """Whether it needs a value on its left (+ and - may stand without)."""
        if self.kind == "sign":
            return self.text not in ("+", "-", "(", "[", ")", "]", ":", "...", ",")
        return self.text in ("and", "or")

    @property
    def name(self) -> bool:
        """Whether it is a word other than and, or, not."""
        return self.kind == "word" and self.text not in _LOGIC


def as_ascii(text: str) -> str:
    """The text with full-width signs, digits and letters as their ASCII kin, one for one: columns stay
    right."""
    return text.translate(_KIN)


def tokens(text: str) -> list[Token]:
    """The pieces of a text that `as_ascii` has been over.

    Raises
    ------
    ExpressionError
        A character, word or order of pieces that no expression has, or brackets that do not match.
    """
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(
            f"too long: {len(text)} characters, at most {MAX_CHARACTERS} are allowed", MAX_CHARACTERS
        )
    found = _split(text)
    if not found:
        raise ExpressionError("is empty; write an expression such as mean(h)", 0)
    _check_brackets(found)
    _check_order(found, len(text.rstrip()))
    _check_depth(found)
    return found


def _split(text: str) -> list[Token]:
    found: list[Token] = []
    column = 0
    while column < len(text):
        if text[column] == " ":
            column += 1
            continue
        token = _next(text, column)
        found.append(token)
        column += len(token.text)
    return found


def _next(text: str, column: int) -> Token:
    for kind, pattern in (("number", _NUMBER), ("word", _WORD), ("sign", _SIGN)):
        match = pattern.match(text, column)
        if match is None:
            continue
        token = Token(kind, match.group(), column)
        if kind == "number":
            _check_number(token, text)
        elif kind == "word":
            _check_word(token)
        elif token.text == "//":
            break
        return token
    sign = "//" if text.startswith("//", column) else text[column]
    shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
    raise ExpressionError(
        f"'{shown}' is not allowed: {_HINTS.get(sign, 'not a sign of this language')}", column
    )


def _check_number(token: Token, text: str) -> None:
    end = token.column + len(token.text)
    if re.match(r"[A-Za-z0-9_.]", text[end : end + 1]):
        raise ExpressionError(
            f"'{token.text}{text[end]}' is not a number; write 0.5, 20 or 1e-3", token.column
        )
    if token.text.isdigit() and len(token.text) > 1 and token.text[0] == "0":
        raise ExpressionError(
            f"a whole number does not begin with 0; write {int(token.text[:300])}", token.column
        )
    if float(token.text) == float("inf"):
        raise ExpressionError("this number is too large; at most about 1.8e308 is allowed", token.column)


def _check_word(token: Token) -> None:
    word = token.text
    if not keyword.iskeyword(word) or word in _LOGIC:
        return
    if word in ("if", "else"):
        hint = "write where(condition, a, b)"
    elif word in ("True", "False", "None"):
        hint = "values are numbers; write 1 or 0"
    else:
        hint = "only arithmetic, comparisons, and/or/not, indexing and the functions of the list are"
    raise ExpressionError(f"'{word}' is not allowed: {hint}", token.column)


def _check_brackets(found: list[Token]) -> None:
    open_: list[Token] = []
    for token in found:
        if token.text in _OPENING:
            open_.append(token)
        elif token.text in _CLOSING:
            if not open_:
                raise ExpressionError(f"'{token.text}' closes nothing", token.column)
            opener = open_.pop()
            if _OPENING[opener.text] != token.text:
                raise ExpressionError(f"'{token.text}' closes a '{opener.text}'", token.column)
    if open_:
        raise ExpressionError(f"'{open_[-1].text}' is not closed", open_[-1].column)


def _check_order(found: list[Token], end: int) -> None:
    """Values and operators must take turns; the finer points are left to Python's parser."""
    before: Token | None = None
    for token in found:
        after_value = before is not None and before.ends_value
        called = before is not None and before.kind == "word" and token.text == "("
        if after_value and token.starts_value and not called:
            raise ExpressionError(f"an operator or a comma is missing before '{token.text}'", token.column)
        lonely = token.binary and not after_value
        empty = token.text in _CLOSING and before is not None and before.binary
        if lonely or empty:
            raise ExpressionError(f"a value is missing before '{token.text}'", token.column)
        before = token
    if not found[-1].ends_value:
        raise ExpressionError(f"ends after '{found[-1].text}', where a value is expected", end)


def _check_depth(found: list[Token]) -> None:
    """Brackets, prefix signs and powers nest; each level costs the parsers stack, so only so many may."""
    depth = 0
    bases = [0]
    after_value = False
    for token in found:
        if token.text in _OPENING:
            depth += 1
            bases.append(depth)
        elif token.text in _CLOSING:
            depth = bases.pop() - 1
        elif token.text == "**" or (token.text in ("+", "-", "not") and not after_value):
            depth += 1
        elif not token.ends_value:
            depth = bases[-1]
        if depth > MAX_DEPTH:
            raise ExpressionError(TOO_DEEP, token.column)
        after_value = token.ends_value
