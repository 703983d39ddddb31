"""`gradview examples`: list them, or write one out with its data beside it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from gradview.cli.arguments import UsageError
from gradview.cli.draft import unknown_example
from gradview.cli.output import look_at_file
from gradview.cli.tables import table, terminal_width
from gradview.spec.examples import example
from gradview.spec.examples import examples as all_examples
from gradview.spec.files import SUFFIX, read_draft, write_draft


def examples(name: str | None, output: str | None) -> int:
    """Do `gradview examples` and return its exit code."""
    if name is None:
        if output is not None:
            raise UsageError("-o needs the NAME of an example")
        rows = [(one.name, one.sentence) for one in all_examples()]
        print("\n".join(table(("", ""), rows, width=terminal_width())))
        return 0
    found = example(name)
    if found is None:
        raise UsageError(unknown_example(name))
    if output is None:
        print(f"{found.title}\n{found.sentence}\ngradview run example:{name} -o {name}.npz")
        return 0
    if not output.endswith(SUFFIX):
        raise UsageError(f"-o {output}: the name must end in {SUFFIX}")
    look_at_file(output)
    draft = read_draft(found.path)
    data = [(found.path.parent / file, Path(output).parent / file) for file in data_files(draft)]
    for source, goal in data:
        if goal.exists() and goal.read_bytes() != source.read_bytes():
            raise UsageError(f"-o {output}: {goal} is there already and is another file")
    for source, goal in data:
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, goal)
    write_draft(output, draft)
    print("\n".join([output, *(str(goal) for _, goal in data)]))
    return 0


def data_files(draft: Any) -> list[str]:
    """The files that a draft reads: each `path` of a part that comes from a file."""
    if isinstance(draft, list):
        return [path for part in draft for path in data_files(part)]
    if not isinstance(draft, dict):
        return []
    own = [draft["path"]] if draft.get("from") == "file" and isinstance(draft.get("path"), str) else []
    return own + [path for part in draft.values() for path in data_files(part)]
