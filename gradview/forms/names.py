"""The names in a draft, also in one that is still being typed: for completion and for fields by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def objects(part: Any) -> Iterator[Mapping[str, Any]]:
    """The objects of a list; nothing of anything else."""
    if isinstance(part, list):
        yield from (item for item in part if isinstance(item, dict))


def texts(part: Any, key: str) -> Iterator[str]:
    """The names that the objects of a list have under a key."""
    for item in objects(part):
        if isinstance(item.get(key), str) and item[key]:
            yield item[key]


def layer_prefixes(model: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """What each layer's names begin with: nothing for one layer, `layer0_` and so on in a stack."""
    layers = list(objects(model.get("layers")))
    return [(f"layer{index}_" if len(layers) > 1 else "", layer) for index, layer in enumerate(layers)]


def state_names(model: Mapping[str, Any]) -> list[str]:
    """Every state, in the file's order."""
    if model.get("kind") == "loop":
        return list(texts(model.get("states"), "name"))
    return [
        prefix + state
        for prefix, layer in layer_prefixes(model)
        for state in (("h", "c") if layer.get("cell") == "lstm" else ("h",))
    ]


def weight_names(model: Mapping[str, Any]) -> list[str]:
    """Every weight, in the file's order."""
    if model.get("kind") == "loop":
        return list(texts(model.get("weights"), "name"))
    names = [
        prefix + weight
        for prefix, _ in layer_prefixes(model)
        for weight in ("kernel", "recurrent_kernel", "bias")
    ]
    return names + (["readout_kernel", "readout_bias"] if isinstance(model.get("readout"), dict) else [])


def step_names(draft: Mapping[str, Any]) -> list[str]:
    """What a step's expressions can read."""
    model = draft.get("model")
    if not isinstance(model, dict):
        return []
    constants, lets = texts(model.get("constants"), "name"), texts(model.get("updates"), "let")
    return [*state_names(model), *weight_names(model), *constants, *lets, "t", "x"]


def loss_names(draft: Mapping[str, Any]) -> list[str]:
    """What a loss can read."""
    model = draft.get("model")
    if not isinstance(model, dict):
        return []
    names = [
        *state_names(model),
        *weight_names(model),
        *texts(model.get("constants"), "name"),
        "y",
        "x",
        "target",
    ]
    if model.get("kind") == "recurrent":
        last = {name.rpartition("_")[2] for name in state_names(model)[-2:]}
        names += sorted(last - set(names))
    return names
