"""Under German and Chinese systems numbers are typed and shown with a point, as under C."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.results.made import lstm_result

WINDOW = """
import json, locale, sys
from pathlib import Path

import numpy as np
from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLabel

app = QApplication([])
system, libc = QLocale.system(), locale.localeconv()["decimal_point"]

from gradview.app.numbers import use_c_numbers
from gradview.app.recovery import Recovery
from gradview.app.settings import Settings
from gradview.app.theme import Theme
from gradview.app.window import Window
from gradview.forms.fields import NumberField
from gradview.forms.marks import MarkedLineEdit
from gradview.jobs.worker import Worker

use_c_numbers()
settings = Settings()
window = Window(settings, Theme(app, settings), Worker(spare=False), Recovery())
window.show()
window.files.open_all([Path(sys.argv[1])])
while window.runs.shown() is None:
    QTest.qWait(10)


def typed(text):
    '''What becomes of a text in a field of the window.'''
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    window.experiment.form.focusPath(("inputs", "seed"))
    line = QApplication.focusWidget()
    assert isinstance(line, MarkedLineEdit)
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.qWait(50)
    return [line.text(), window.document.draft()["inputs"]["seed"], line.marked_from()]


def typed_alone(text):
    field = NumberField()
    field.show()
    QTest.keyClicks(field.line, text)
    field.close()
    return [field.line.text(), field.value()]


box = QDoubleSpinBox()
box.setRange(0, 1e6)
box.setDecimals(3)
box.selectAll()
QTest.keyClicks(box, "1234.5")
model = window.table.model()
seen = [str(model.index(0, column).data()) for column in range(model.columnCount())]
window.status.memory.hide()  # it changes by itself
seen += [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
print(json.dumps({
    "system": [system.name(), system.decimalPoint(), libc],
    "libc": locale.localeconv()["decimal_point"],
    "seen": seen,
    "fields": [typed_alone("0.5"), typed_alone("0,5"), typed("7"), typed("0,5"), typed("1.000,5")],
    "box": [box.value(), box.text()],
    "parsed": [float("0.5"), float(np.fromstring("0.5 1.5", sep=" ")[1]), float(np.float64("2.5"))],
}))
window.document.open(window.document.draft(), None)
window.close()
"""


@pytest.fixture(scope="module")
def libc_locales(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The C library's own locales, made where the system has none; Qt brings its own."""
    folder = tmp_path_factory.mktemp("locales")
    if shutil.which("localedef") is None:
        return {}
    for name in ("de_DE", "zh_CN"):
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], check=False)
    return {"LOCPATH": str(folder)}


@pytest.fixture(scope="module")
def under(
    libc_locales: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    """What a window with a result says and takes, by the system's language."""
    folder = tmp_path_factory.mktemp("numbers")
    result = folder / "result.npz"
    lstm_result().save(result)
    running = {}
    for language in ("C.UTF-8", "de_DE.UTF-8", "zh_CN.UTF-8"):
        place = folder / language
        variables = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "GRADVIEW_CACHE", "XDG_RUNTIME_DIR")
        environment = {
            **os.environ,
            **libc_locales,
            **dict.fromkeys(variables, str(place)),
            "LC_ALL": language,
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        running[language] = subprocess.Popen(
            [sys.executable, "-c", WINDOW, str(result)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
    answers = {}
    for language, process in running.items():
        words, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        answers[language] = json.loads(words)
    return answers


def test_languages_are_what_they_say(under: dict[str, dict[str, Any]], libc_locales: dict[str, str]) -> None:
    """Else the tests below would show nothing."""
    assert under["de_DE.UTF-8"]["system"][:2] == ["de_DE", ","]
    assert under["zh_CN.UTF-8"]["system"][0] == "zh_CN"
    if libc_locales and Path(libc_locales["LOCPATH"], "de_DE.UTF-8").exists():
        assert under["de_DE.UTF-8"]["system"][2] == ","


@pytest.mark.parametrize("language", ["C.UTF-8", "de_DE.UTF-8", "zh_CN.UTF-8"])
def test_fields_take_a_point_and_show_what_a_comma_is(
    under: dict[str, dict[str, Any]], language: str
) -> None:
    point, comma, seed, marked, also_marked = under[language]["fields"]
    assert point == ["0.5", 0.5]
    assert comma == ["0,5", "0,5"]  # kept as typed
    assert seed == ["7", 7, None]
    assert marked == ["0,5", "0,5", 0]
    assert also_marked == ["1.000,5", "1.000,5", 0]
    assert under[language]["box"] == [1234.5, "1234.5"]


@pytest.mark.parametrize("language", ["C.UTF-8", "de_DE.UTF-8", "zh_CN.UTF-8"])
def test_numbers_are_read_with_a_point_after_qt_has_started(
    under: dict[str, dict[str, Any]], language: str
) -> None:
    assert under[language]["parsed"] == [0.5, 1.5, 2.5]
    assert under[language]["libc"] == "."


def test_what_is_seen_is_the_same_everywhere(under: dict[str, dict[str, Any]]) -> None:
    seen = under["C.UTF-8"]["seen"]
    assert "0.25" in seen  # the loss, in the table of runs
    assert any(re.search(r"\|dL/dh.*\d\.\d", text) for text in seen)  # values at the cursor
    assert under["de_DE.UTF-8"]["seen"] == seen
    assert under["zh_CN.UTF-8"]["seen"] == seen
