#!/usr/bin/env bash
# The main job. With a screen: the window. Without one: an example through the command line, to a .npz and a picture.
# With arguments: gradview itself, as in `bash packaging/run.sh run my.gradview -o my.npz`.

source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"
prepare run cpu

gradview() { "$venv/bin/python" -m gradview "$@"; }

if [ $# -gt 0 ] || has_screen; then
    gradview "$@"
    exit
fi

example=sunspots
folder=$root/build/example
mkdir -p "$folder"
say "no screen: running the example '$example' on the command line"
gradview run "example:$example" -o "$folder/$example.npz"
gradview figure "$folder/$example.npz" --view over-time -o "$folder/$example.png"
say "the numbers are in $folder/$example.npz"
say "the picture is $folder/$example.png"
