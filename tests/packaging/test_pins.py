"""The constraints name one version of everything, on every Python that gradview runs on."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
MACHINES = ["x86_64", "aarch64"]


def pins(name: str) -> list[Requirement]:
    lines = (ROOT / "packaging" / name).read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def asked_for() -> list[Requirement]:
    """The dependencies in pyproject.toml, with the extras that the two commands install."""
    text = (ROOT / "pyproject.toml").read_text()
    lists = [
        re.search(rf"^{key} = \[\n(.*?)^\]", text, re.M | re.S) for key in ("dependencies", "cpu", "test")
    ]
    return [Requirement(line) for part in lists if part for line in re.findall(r'^ +"(.+?)"', part[1], re.M)]


def valid(requirement: Requirement, python: str, machine: str) -> bool:
    place = {"python_version": python, "platform_machine": machine, "sys_platform": "linux"}
    return requirement.marker is None or requirement.marker.evaluate(place)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES)
def test_each_dependency_has_one_version_that_suits(python: str, machine: str) -> None:
    versions: dict[str, list[str]] = {}
    for pin in pins("constraints.txt"):
        if valid(pin, python, machine):
            versions.setdefault(canonicalize_name(pin.name), []).append(str(pin.specifier).removeprefix("=="))
    assert {name: found for name, found in versions.items() if len(found) != 1} == {}
    wanted = [one for one in asked_for() if valid(one, python, machine)]
    assert len(wanted) >= 14
    for one in wanted:
        assert one.specifier.contains(versions[canonicalize_name(one.name)][0]), one


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-glibc-2.28.txt"])
def test_pins_are_names_and_exact_versions(name: str) -> None:
    assert all(pin.url is None and str(pin.specifier).startswith("==") for pin in pins(name))


def test_older_qt_for_older_systems_is_within_what_the_package_asks_for() -> None:
    old = {
        canonicalize_name(pin.name): str(pin.specifier).removeprefix("==")
        for pin in pins("constraints-glibc-2.28.txt")
    }
    qt = [one for one in asked_for() if one.name == "PySide6-Essentials"]
    assert len(qt) == 2
    assert all(one.specifier.contains(old["pyside6-essentials"]) for one in qt)
