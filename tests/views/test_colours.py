"""Themes: readable texts, and maps whose zero is nobody else's colour."""

import numpy as np
import pytest

from gradview.views.colours import LEVELS, Palette, contrast, dark, light, luminance, rgb

PALETTES = [pytest.param(light(), id="light"), pytest.param(dark(), id="dark")]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("text", ["text", "muted", "warning_text", "error_text", "ok_text"])
@pytest.mark.parametrize("ground", ["window", "base", "raised"])
def test_text_has_contrast_enough_to_be_read(palette: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
def test_text_on_the_accent_and_on_selected_text_can_be_read(palette: Palette) -> None:
    assert contrast(palette.accent_text, palette.accent) >= 4.5
    assert contrast(palette.text, palette.selection) >= 4.5


def test_light_curves_are_the_colours_that_were_agreed_on() -> None:
    palette = light()
    assert (palette.total, palette.direct, palette.through_time) == ("#0072B2", "#E69F00", "#009E73")


@pytest.mark.parametrize("palette", PALETTES)
def test_every_kind_of_curve_has_a_colour_of_its_own(palette: Palette) -> None:
    kinds = ["total", "direct", "through_time", "same_step"]
    assert len({palette.curve(kind) for kind in kinds}) == 4
    assert palette.curve("value", 0) != palette.curve("value", 1)


@pytest.mark.parametrize("palette", PALETTES)
def test_diverging_map_has_the_zero_colour_exactly_in_the_middle(palette: Palette) -> None:
    table = palette.diverging()
    assert table.shape == (LEVELS, 3)
    assert (table[LEVELS // 2] == rgb(palette.zero)).all()


@pytest.mark.parametrize("palette", PALETTES)
def test_diverging_map_leaves_its_middle_evenly_on_both_sides(palette: Palette) -> None:
    lightness = luminance(palette.diverging())
    away = np.diff(lightness[LEVELS // 2 :]), np.diff(lightness[LEVELS // 2 :: -1])
    for side in away:
        assert (side >= -0.004).all() if palette.is_dark else (side <= 0.004).all()


def test_zero_is_white_in_the_light_theme_and_near_black_in_the_dark_one() -> None:
    assert light().zero == "#FFFFFF"
    assert luminance(rgb(dark().zero)) < 0.01


@pytest.mark.parametrize("palette", PALETTES)
def test_the_kinds_of_nothing_do_not_share_a_colour(palette: Palette) -> None:
    assert len({palette.zero, palette.no_path, palette.not_a_number}) == 3
    assert contrast(palette.hatch, palette.no_path) > 1.8


def test_contrast_of_black_on_white_is_the_largest_there_is() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
