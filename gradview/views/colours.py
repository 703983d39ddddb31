"""Every colour of the program, for the light and the dark theme, and the two colour maps of the panels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gradview.views.plotting import pg

Colours = NDArray[np.uint8]  # [level, 3]
LEVELS = 511  # odd, so that zero has a level of its own in the middle


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, as #rrggbb.

    Texts (`text`, `muted`, `warning_text`, `error_text`, `ok_text`) have a contrast of at least 4.5 : 1 on
    `window`, `base` and `raised`, and `accent_text` on `accent`. The curves are Okabe and Ito's, which
    colour-blind eyes tell apart.
    """

    name: Literal["light", "dark"]
    window: str  # behind forms and panels
    base: str  # behind plots, in text fields
    raised: str  # cards, the header of a table
    border: str
    text: str
    muted: str
    grid: str
    accent: str
    accent_text: str
    selection: str
    total: str
    direct: str
    through_time: str
    same_step: str
    others: tuple[str, ...]
    warning: str
    warning_text: str
    error_text: str
    ok_text: str
    no_path: str  # the ground of hatched cells
    hatch: str
    not_a_number: str
    zero: str  # the middle of the diverging map

    @property
    def is_dark(self) -> bool:
        """Whether this is the dark theme."""
        return self.name == "dark"

    def curve(self, kind: str, position: int = 0) -> str:
        """The colour of a kind of array; kinds without one of their own share the rest, by position."""
        own = {
            "total": self.total,
            "direct": self.direct,
            "through_time": self.through_time,
            "same_step": self.same_step,
        }
        return own.get(kind) or self.others[position % len(self.others)]

    def diverging(self) -> Colours:
        """[level, 3]: blue below zero, ochre above, `zero` exactly in the middle."""
        return _dark_diverging(self.zero) if self.is_dark else _light_diverging()

    def sequential(self) -> Colours:
        """[level, 3]: cividis, for norms; from the smallest (dark) to the largest (yellow)."""
        return _table("cividis")


def light() -> Palette:
    """The light theme; exported figures use it too."""
    return Palette(
        name="light",
        window="#F5F6F8",
        base="#FFFFFF",
        raised="#ECEEF1",
        border="#CDD2D9",
        text="#1B1F24",
        muted="#57606A",
        grid="#DFE3E8",
        accent="#0072B2",
        accent_text="#FFFFFF",
        selection="#CFE4F2",
        total="#0072B2",
        direct="#E69F00",
        through_time="#009E73",
        same_step="#CC79A7",
        others=("#56B4E9", "#D55E00", "#8C7A00", "#4D4D4D"),
        warning="#D55E00",
        warning_text="#A84600",
        error_text="#B3261E",
        ok_text="#006B4E",
        no_path="#E3E5E8",
        hatch="#8B939D",
        not_a_number="#E5009E",
        zero="#FFFFFF",
    )


def dark() -> Palette:
    """The dark theme: the same hues, lighter."""
    return Palette(
        name="dark",
        window="#1B1F26",
        base="#12151A",
        raised="#252A33",
        border="#3A414C",
        text="#E6E9EE",
        muted="#A7AFBA",
        grid="#2A2F38",
        accent="#4AA3DF",
        accent_text="#0B0E12",
        selection="#1F4561",
        total="#56B4E9",
        direct="#F5B942",
        through_time="#3CCB9F",
        same_step="#E29BC4",
        others=("#8AB8FF", "#FF8A4C", "#F0E442", "#B8C0CC"),
        warning="#FF8A4C",
        warning_text="#FF9A63",
        error_text="#FF8A80",
        ok_text="#4FD3A8",
        no_path="#3A3F48",
        hatch="#7A828D",
        not_a_number="#FF4FC3",
        zero="#12151A",
    )


def rgb(colour: str) -> NDArray[np.uint8]:
    """[3]: '#rrggbb' as three numbers."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.uint8)


def contrast(one: str, other: str) -> float:
    """WCAG 2's contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((luminance(rgb(one)), luminance(rgb(other))), reverse=True)
    return float((lighter + 0.05) / (darker + 0.05))


def luminance(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """[...]: relative luminance (WCAG 2) of colours [..., 3]."""
    part = np.asarray(colours, np.float64) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _table(name: str) -> Colours:
    table = pg.colormap.get(name).getLookupTable(0.0, 1.0, LEVELS, alpha=False)
    return np.asarray(table, np.uint8)


@lru_cache(maxsize=2)
def _light_diverging() -> Colours:
    """CET-CBD1 (Kovesi 2015), whose middle is a light grey, lifted to white at zero."""
    table = _table("CET-CBD1").astype(np.float64)
    away = np.abs(np.linspace(-1, 1, LEVELS))[:, None]
    table += (255 - table[LEVELS // 2]) * (1 - away)
    return np.clip(np.rint(table), 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _dark_diverging(zero: str) -> Colours:
    """CET-CBD1's two hues, from near-black at zero up to light ends, so that zero does not glare.

    The root lets small values leave the ground as soon as they do on white: on black, equal steps look less.
    """
    away = np.abs(np.linspace(-1, 1, LEVELS))[:, None] ** 0.8
    ends = np.where(np.arange(LEVELS)[:, None] < LEVELS // 2, rgb("#6CB4FF"), rgb("#E2C044")).astype(
        np.float64
    )
    return np.rint(rgb(zero) + (ends - rgb(zero)) * away).astype(np.uint8)
