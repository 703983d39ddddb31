"""Named arrays: a field of numbers for each name that the model has, and for each that the draft has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from gradview.forms.array_field import ArrayField
from gradview.forms.object_form import ObjectForm
from gradview.forms.row import Field


class MapForm(ObjectForm):
    """The editor of an object from names to numbers."""

    HIDDEN: ClassVar[frozenset[str]] = frozenset()
    PLACEHOLDER: ClassVar[str] = ""
    TIP: ClassVar[str] = "{}"

    _names: tuple[str, ...] = ()

    def setNames(self, names: Sequence[str]) -> None:
        """Say which names the model has, in order."""
        if tuple(names) != self._names:
            self._names = tuple(names)
            self.fit_rows()

    def fit_rows(self) -> None:
        """Have one row for each name."""
        wanted = [*self._names, *(key for key in self.part() if key not in {*self._names, *self.HIDDEN})]
        if wanted == list(self.rows):
            return
        for row in self.rows.values():
            row.leave(self.grid)
        self.rows = {}
        with self.quiet():
            for name in wanted:
                editor = partial(ArrayField, self.PLACEHOLDER)
                self.add_row(Field(name, name, self.TIP.format(name), editor, wide=True))
            super().showValue()
        self.showProblems()

    def showValue(self) -> None:
        self.fit_rows()
        super().showValue()
