"""Lines cut at the borders of a picture: Qt's SVG has no clipping. No Qt here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]


def clipped(
    x: Floats, y: Floats, joined: NDArray[np.int32], box: Box
) -> tuple[Floats, Floats, NDArray[np.int32]]:
    """A line's part inside a box (Liang and Barsky 1984), in the same form.

    Parameters
    ----------
    x, y : [point]
    joined : [point]
        1 where a segment leads to the next point.
    box : left, right, lower, upper
    """
    points: list[tuple[float, float]] = []
    links: list[int] = []
    for index in np.flatnonzero(joined[:-1]).tolist():
        start, end = (float(x[index]), float(y[index])), (float(x[index + 1]), float(y[index + 1]))
        kept = _segment(start, end, box)
        if kept is None:
            continue
        if points and points[-1] == kept[0]:
            links[-1] = 1
        else:
            points.append(kept[0])
            links.append(1)
        points.append(kept[1])
        links.append(0)
    table = np.array(points, np.float64).reshape(-1, 2)
    return table[:, 0], table[:, 1], np.array(links, np.int32)


def _segment(
    start: tuple[float, float], end: tuple[float, float], box: Box
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part of a segment inside a box, None if there is none."""
    across, along = end[0] - start[0], end[1] - start[1]
    enter, leave = 0.0, 1.0
    for towards, room in (
        (-across, start[0] - box[0]),
        (across, box[1] - start[0]),
        (-along, start[1] - box[2]),
        (along, box[3] - start[1]),
    ):
        if towards == 0 and room < 0:
            return None
        if towards < 0:
            enter = max(enter, room / towards)
        elif towards > 0:
            leave = min(leave, room / towards)
    if enter > leave:
        return None
    return _along(start, end, enter), _along(start, end, leave)


def _along(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    if part in (0.0, 1.0):
        return end if part else start
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
