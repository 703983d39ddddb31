"""Our initializers have Keras's statistics, and each array has a stream of its own."""

import math

import numpy as np
import pytest

from gradview.spec.data.initializers import initialize
from gradview.spec.data.streams import stream
from gradview.spec.models.recurrent import INITIALIZERS

SHAPE = (300, 500)
VARIANCES = {
    "glorot_uniform": 2 / 800,
    "glorot_normal": 2 / 800,
    "he_uniform": 2 / 300,
    "he_normal": 2 / 300,
    "lecun_uniform": 1 / 300,
    "lecun_normal": 1 / 300,
    "random_normal": 0.05**2,
    "random_uniform": 0.05**2 / 3,
}


def drawn(name: str, shape: tuple[int, ...] = SHAPE, seed: int = 0, array: str = "kernel") -> np.ndarray:
    return initialize(name, shape, stream(seed, array))


@pytest.mark.parametrize("name", VARIANCES)
def test_mean_and_variance_are_kerass(name: str) -> None:
    values = drawn(name)
    assert values.var() == pytest.approx(VARIANCES[name], rel=0.02)
    assert abs(values.mean()) < 5 * math.sqrt(VARIANCES[name] / values.size)


@pytest.mark.parametrize("name", [name for name in VARIANCES if "uniform" in name])
def test_uniform_numbers_fill_their_interval(name: str) -> None:
    limit = math.sqrt(3 * VARIANCES[name])
    values = drawn(name)
    assert 0.999 * limit < values.max() <= limit and -limit <= values.min() < -0.999 * limit


@pytest.mark.parametrize("name", ["glorot_normal", "he_normal", "lecun_normal"])
def test_normal_numbers_are_cut_at_two_deviations(name: str) -> None:
    deviation = math.sqrt(VARIANCES[name]) / 0.87962566103423978
    assert 1.99 * deviation < np.abs(drawn(name)).max() <= 2 * deviation


def test_random_normal_is_not_cut() -> None:
    assert np.abs(drawn("random_normal")).max() > 0.15


@pytest.mark.parametrize("shape", [(4, 16), (16, 4), (5, 5), (1, 4)], ids=str)
def test_orthogonal_matrix_has_orthonormal_rows_or_columns(shape: tuple[int, int]) -> None:
    values = drawn("orthogonal", shape)
    assert values.shape == shape
    product = values @ values.T if shape[0] < shape[1] else values.T @ values
    np.testing.assert_allclose(product, np.eye(min(shape)), atol=1e-14)


def test_orthogonal_matrices_are_not_biased_to_one_sign() -> None:
    signs = [np.sign(drawn("orthogonal", (3, 3), seed)[0, 0]) for seed in range(200)]
    assert abs(np.mean(signs)) < 0.3


def test_identity_is_rectangular_as_kerass() -> None:
    np.testing.assert_array_equal(drawn("identity", (2, 4)), [[1, 0, 0, 0], [0, 1, 0, 0]])


@pytest.mark.parametrize(("name", "value"), [("zeros", 0), ("ones", 1), ("constant", 0)])
def test_constant_initializers(name: str, value: float) -> None:
    np.testing.assert_array_equal(drawn(name, (3,)), np.full(3, value))


@pytest.mark.parametrize("name", INITIALIZERS)
def test_every_name_draws_float64_of_the_shape(name: str) -> None:
    values = drawn(name, (3, 4))
    assert values.shape == (3, 4) and values.dtype == np.float64


def test_stream_is_the_documented_one() -> None:
    expected = np.random.default_rng([7, *b"layer0_kernel"]).standard_normal(3)
    np.testing.assert_array_equal(stream(7, "layer0_kernel").standard_normal(3), expected)


def test_no_two_names_or_seeds_share_their_numbers() -> None:
    first = [
        drawn("random_normal", (4,), seed, name)[0] for seed in (0, 1) for name in ("kernel", "bias", "x")
    ]
    assert len(set(first)) == len(first)
