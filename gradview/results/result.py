"""A result: named arrays with dims, and the meta that describes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from gradview.results.absence import underflow_mask
from gradview.results.finding import Finding
from gradview.results.folder import load_folder, save_folder
from gradview.results.names import ArrayInfo
from gradview.results.npz import load_npz, save_npz
from gradview.results.store import FORMAT, VERSION, Array, plain
from gradview.results.store import ResultError as ResultError


class Result(Mapping[str, Array]):
    """What came out of a run: a mapping from array name to array.

    Parameters
    ----------
    arrays : by name, each described in meta["arrays"]
    meta : see FORMATS; numbers that are not finite become "nan", "inf" and "-inf"
    folder : where the arrays lie, if they are memory maps of its files
    """

    def __init__(
        self, arrays: Mapping[str, Array], meta: Mapping[str, Any], folder: Path | None = None
    ) -> None:
        self._arrays = dict(arrays)
        self.meta: dict[str, Any] = plain({"format": FORMAT, "version": VERSION, **meta})
        self.folder = folder

    def __getitem__(self, name: str) -> Array:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<Result {self.experiment.get('name', '')!r}: {', '.join(self) or 'no arrays'}>"

    def info(self, name: str) -> ArrayInfo:
        """What an array is: kind, state, other, dims, words. KeyError if there is no such array."""
        return ArrayInfo.from_meta(name, self.meta["arrays"][name])

    @property
    def experiment(self) -> dict[str, Any]:
        """The experiment as it was run, in the plain types of its file."""
        found = self.meta.get("experiment")
        return found if isinstance(found, dict) else {}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the run shows, in sentences."""
        return tuple(Finding.from_meta(entry) for entry in self.meta.get("findings", ()))

    def structure(self, name: str) -> Array | None:
        """Codes on the array's step axes: 0 a path, 1 no path, 2 masked; None where all have a path."""
        return self._arrays.get(f"structure/{name}")

    def underflow(self, name: str) -> Array | None:
        """Where a zero of this array is an underflow (bool, the array's shape); None if nowhere."""
        return underflow_mask(self[name], self.info(name).dims, self.meta.get("underflow", {}).get(name))

    def save(self, path: str | Path) -> None:
        """Write to X.npz, or to a folder where the name ends in a slash or is a folder.

        Raises
        ------
        ResultError
            The name says neither, or the folder holds other things.
        OSError
            It cannot be written.
        """
        if is_folder_name(path):
            save_folder(Path(path), self._arrays, self.meta)
        else:
            save_npz(Path(path), self._arrays, self.meta)

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset with these arrays, their dims and descriptions."""
        import xarray

        variables = {
            name: (self.info(name).dims, array, {"description": self.info(name).words})
            for name, array in self.items()
        }
        return xarray.Dataset(variables, attrs={"name": self.experiment.get("name", "")})

    def close(self) -> None:
        """Let go of the arrays: a folder's files are closed once nobody else holds an array."""
        self._arrays = {}

    def __enter__(self) -> Result:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_folder_name(path: str | Path) -> bool:
    """Whether a result of this name is a folder: 'X/', or one that is there. 'X.npz' never is.

    Raises
    ------
    ResultError
        It is neither: a file name gets no ending in silence.
    """
    text = str(path)
    if text.endswith(("/", "\\")):
        return True
    if text.endswith(".npz"):
        return False
    if Path(text).is_dir():
        return True
    raise ResultError(f"{text}: a result is written to a file that ends in .npz, or to a folder ({text}/)")


def load(path: str | Path) -> Result:
    """Open a result: a .npz file, read into memory, or a folder, memory-mapped.

    Raises
    ------
    ResultError
        It is not a result, or broken: one sentence says which.
    """
    path = Path(path)
    try:
        arrays, meta = load_folder(path) if path.is_dir() else load_npz(path)
    except FileNotFoundError as error:
        raise ResultError(f"{path} is not there") from error
    except OSError as error:
        raise ResultError(f"{path} cannot be read: {error.strerror or error}") from error
    return Result(arrays, meta, path if path.is_dir() else None)
