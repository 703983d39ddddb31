"""pydantic's errors as problems: the path as it is written, without union tags, and a sentence of our own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from gradview.spec.models import LATER_KINDS
from gradview.spec.problems import WRONG, Path, Problem, did_you_mean, listed, shown

Specs = tuple[type[BaseModel], ...]


def problems_of(error: ValidationError, spec: type[BaseModel], draft: Any) -> list[Problem]:
    """What a failed validation of `draft` as `spec` says, one problem for each field."""
    found: dict[Path, Problem] = {}
    for detail in error.errors(include_url=False):
        if detail["type"] == "too_short" and detail["input"]:
            continue  # pydantic counts the valid entries only, and says of each other one what is wrong
        problem = _problem(detail, spec, draft)
        found.setdefault(problem.path, problem)
    return list(found.values())


def _problem(detail: ErrorDetails, spec: type[BaseModel], draft: Any) -> Problem:
    path, specs = _place(detail["loc"], spec)
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == WRONG:
        return Problem(path + tuple(context["path"]), context["message"])
    if kind in ("union_tag_not_found", "union_tag_invalid") and isinstance(detail["input"], Mapping):
        return _tag_problem(path, kind, context)
    if kind == "extra_forbidden":
        return Problem(path, f"unknown field{did_you_mean(path[-1], _names(specs))}")
    if kind == "missing":
        return Problem(path, _missing(path, draft))
    words = _WORDS.get(kind)
    return Problem(path, words(context, detail["input"]) if words else detail["msg"])


def _place(loc: tuple[str | int, ...], spec: type[BaseModel]) -> tuple[Path, Specs]:
    """Follow pydantic's path through the types: the path without tags, and the specs that its end is in."""
    path: list[str | int] = []
    specs: Specs = (spec,)
    within = specs
    for part in loc:
        if isinstance(part, str) and len(specs) > 1:  # in a union the next part is always the member's tag
            specs = tuple(one for one in specs if part in _tags(one))
            continue
        path.append(part)
        if isinstance(part, str):
            within = specs
            specs = tuple(dict.fromkeys(inner for one in specs for inner in _specs_of_field(one, part)))
    return tuple(path), within


def _tags(spec: type[BaseModel]) -> tuple[Any, ...]:
    return (spec.__name__, *(field.default for field in spec.model_fields.values()))


def _specs_of_field(spec: type[BaseModel], name: str) -> Specs:
    for field_name, field in spec.model_fields.items():
        if name in (field_name, field.alias):
            return _specs_in(field.annotation)
    return ()


def _specs_in(annotation: Any) -> Specs:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return (annotation,)
    return tuple(spec for part in get_args(annotation) for spec in _specs_in(part))


def _names(specs: Specs) -> list[str]:
    return [field.alias or name for spec in specs for name, field in spec.model_fields.items()]


def _tag_problem(path: Path, kind: str, context: Mapping[str, Any]) -> Problem:
    field = {"'kind'": "kind", "'source'": "from"}.get(context["discriminator"], "from")
    if kind == "union_tag_not_found":
        return Problem((*path, field), "is missing")
    tag, known = context["tag"], context["expected_tags"].replace("'", "").split(", ")
    if tag in LATER_KINDS and field == "kind":
        return Problem((*path, field), f"this version cannot compute {tag} models; it has {listed(known)}")
    message = f"must be {listed(known)} (is {shown(tag)}){did_you_mean(tag, known)}"
    return Problem((*path, field), message)


def _missing(path: Path, draft: Any) -> str:
    """Say that a field is missing, and name one given beside it that may be meant."""
    node = draft
    for part in path[:-1]:
        try:
            node = node[part]
        except (KeyError, IndexError, TypeError):
            return "is missing"
    return "is missing" if isinstance(node, Mapping) else "must be an object"


def _one_of(context: Mapping[str, Any], value: Any) -> str:
    known = [part.strip("'") for part in context["expected"].replace(" or ", ", ").split(", ")]
    hint = did_you_mean(value, known) if isinstance(value, str) else ""
    return f"must be {listed(known)} (is {shown(value)}){hint}"


def _typed(words: str) -> Callable[[Mapping[str, Any], Any], str]:
    return lambda context, value: f"must be {words} (is {shown(value)})"


def _too_short(context: Mapping[str, Any], value: Any) -> str:
    if isinstance(value, str):
        return "is empty"
    return "is empty; at least one is needed" if context["min_length"] == 1 else "has too few entries"


_WORDS: Mapping[str, Callable[[Mapping[str, Any], Any], str]] = {
    "greater_than_equal": lambda context, value: f"must be {context['ge']} or more (is {shown(value)})",
    "greater_than": lambda context, value: f"must be above {context['gt']:g} (is {shown(value)})",
    "less_than_equal": lambda context, value: f"must be {context['le']} or less (is {shown(value)})",
    "literal_error": _one_of,
    "int_type": _typed("a whole number"),
    "int_parsing_size": lambda context, value: "is too large",
    "bool_type": _typed("true or false"),
    "string_type": _typed("a text"),
    "string_too_short": _too_short,
    "too_short": _too_short,
    "too_long": lambda context, value: (
        f"must have at most {context['max_length']} entries (has {len(value)})"
    ),
    "tuple_type": _typed("a list"),
    "model_type": _typed("an object"),
    "model_attributes_type": _typed("an object"),
    "dict_type": _typed("an object"),
    "union_tag_not_found": _typed("an object"),
    "union_tag_invalid": _typed("an object"),
    "invalid_key": lambda context, value: "has a name that is not a text",
}
