# What run.sh and test.sh share: .venv with the pinned packages, and the system libraries that Qt needs.
# Sourced, not run. Does nothing, and soon, when everything is there already.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
stamp=$venv/.gradview-ready

say() { printf 'gradview: %s\n' "$*" >&2; }
fail() { say "$@"; exit 2; }

# Each library with the Debian or Ubuntu package that brings it.
QT_LIBRARIES="libGL.so.1=libgl1 libEGL.so.1=libegl1 libxkbcommon.so.0=libxkbcommon0
    libglib-2.0.so.0=libglib2.0-0 libfontconfig.so.1=libfontconfig1 libdbus-1.so.3=libdbus-1-3
    libgssapi_krb5.so.2=libgssapi-krb5-2"
SCREEN_LIBRARIES="libxcb-cursor.so.0=libxcb-cursor0 libxcb-icccm.so.4=libxcb-icccm4
    libxcb-keysyms.so.1=libxcb-keysyms1 libxcb-shape.so.0=libxcb-shape0 libxkbcommon-x11.so.0=libxkbcommon-x11-0"

has_screen() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }

suits() { # whether a command is a Python that gradview runs on
    "$1" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] < (3, 14))' 2>/dev/null
}

find_python() { # prints the command: the one that GRADVIEW_PYTHON names, else python3, else another by its name
    local command commands=(python3 python3.13 python3.12 python3.11 python3.10)
    [ -z "${GRADVIEW_PYTHON:-}" ] || commands=("$GRADVIEW_PYTHON")
    for command in "${commands[@]}"; do
        if suits "$command"; then echo "$command"; return; fi
    done
    return 1
}

install_packages() { # Debian packages, by root; anybody else is told the line
    local line="apt-get install -y --no-install-recommends $*"
    command -v apt-get >/dev/null || fail "missing on this system (as Debian names them): $*"
    [ "$(id -u)" = 0 ] || fail "system packages are missing; install them with: sudo $line"
    say "installing system packages: $*"
    apt-get update -qq >/dev/null || say "apt-get update failed; trying with the lists that are there"
    DEBIAN_FRONTEND=noninteractive $line -qq >/dev/null || fail "this failed: $line"
}

prepare_python() { # sets python
    if ! python=$(find_python); then
        [ -z "${GRADVIEW_PYTHON:-}" ] || fail "GRADVIEW_PYTHON=$GRADVIEW_PYTHON is no Python 3.10 to 3.13"
        if command -v python3 >/dev/null; then
            fail "Python 3.10 to 3.13 is needed, and $(python3 --version) is here;" \
                "name another: GRADVIEW_PYTHON=/path/to/python3.12"
        fi
        install_packages python3 python3-venv
        python=$(find_python) || fail "Python 3.10 to 3.13 is needed, and $(python3 --version) is here"
    fi
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        install_packages "python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
}

missing_packages() { # of the entries LIBRARY=PACKAGE, the packages whose library cannot be loaded
    "$python" - "$@" <<'EOF'
import ctypes, sys

for entry in sys.argv[1:]:
    library, package = entry.split("=")
    try:
        ctypes.CDLL(library)
    except OSError:
        print(package)
EOF
}

prepare_system() { # $1: run or test
    local wanted=$QT_LIBRARIES missing
    if [ "$1" = test ] || has_screen; then wanted="$wanted $SCREEN_LIBRARIES"; fi
    missing=$(missing_packages $wanted)
    if [ "$1" = test ]; then
        command -v Xvfb >/dev/null || missing="$missing xvfb"
        command -v xauth >/dev/null || missing="$missing xauth"
    fi
    [ -z "$missing" ] || install_packages $missing
}

constraints() { # the pins that suit this system's C library
    local libc
    libc=$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2 || true)
    if [ -n "$libc" ] && [ "$(printf '%s\n2.34\n' "$libc" | sort -V | head -n 1)" != 2.34 ]; then
        grep -v -E '^(pyside6-essentials|shiboken6)==' "$root/packaging/constraints.txt"
        cat "$root/packaging/constraints-glibc-2.28.txt"
    else
        cat "$root/packaging/constraints.txt"
    fi
}

wanted_state() { # $1: the extras; the line in the stamp that says: all of this is installed, for this place
    echo "$1 $root $({ cat "$root/pyproject.toml"; constraints; } | sha256sum | cut -d' ' -f1)"
}

install_with_pins() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -c "$venv/constraints.txt" "$@"
}

leave_another_python() { # a .venv of another version than the Python that is asked for by name is not kept
    [ -n "${GRADVIEW_PYTHON:-}" ] || return 0
    local version='import sys; print(sys.version_info[:2])'
    [ "$("$venv/bin/python" -c "$version" 2>/dev/null)" = "$("$python" -c "$version")" ] || rm -rf "$venv"
}

prepare_venv() { # $1: the extras
    leave_another_python
    if grep -qxF "$(wanted_state "$1")" "$stamp" 2>/dev/null && suits "$venv/bin/python"; then return; fi
    if ! suits "$venv/bin/python" || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        say "making $venv with $("$python" --version)"
        "$python" -m venv --clear "$venv" || fail "could not make $venv"
    fi
    say "installing the packages (the first time about 2 GB and a few minutes)"
    rm -f "$stamp"
    constraints >"$venv/constraints.txt"
    # The build tools first: pinned as well, and nothing is fetched for the build.
    { install_with_pins hatchling editables && install_with_pins --no-build-isolation -e "${root}[$1]"; } ||
        fail "installing the packages failed (pip says why above); README tells how to do it without a network"
    case $1 in # what serves the tests serves run.sh too
        *test*) { wanted_state cpu; wanted_state "$1"; } >"$stamp" ;;
        *) wanted_state "$1" >"$stamp" ;;
    esac
}

prepare() { # $1: run or test; $2: the extras
    prepare_python
    prepare_system "$1"
    prepare_venv "$2"
}
