"""Trains the sunspots example's LSTM, on windows of 40 years, and writes sunspots-weights.npz."""

from pathlib import Path

import keras
import numpy as np

HERE = Path(__file__).parent
LENGTH = 40
NAMES = ("kernel", "recurrent_kernel", "bias", "readout_kernel", "readout_bias")

keras.utils.set_random_seed(0)
series = np.loadtxt(HERE / "sunspots.csv", delimiter=",", skiprows=1, usecols=2)
windows = np.lib.stride_tricks.sliding_window_view(series, LENGTH + 1)
x, target = windows[:, :-1, None], windows[:, -1:]
early = len(x) * 4 // 5  # the later fifth is kept out of the training, to see what it is worth

model = keras.Sequential([keras.Input((LENGTH, 1)), keras.layers.LSTM(16), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(5e-3), "mse")
model.fit(x[:early], target[:early], batch_size=32, epochs=150, verbose=0)
trained = model.evaluate(x[:early], target[:early], verbose=0)
kept_out = model.evaluate(x[early:], target[early:], verbose=0)
as_this_year = float(np.mean((x[early:, -1] - target[early:]) ** 2))
print(f"squared error: {trained:.4f} trained, {kept_out:.4f} kept out ('as this year': {as_this_year:.4f})")
np.savez(HERE / "sunspots-weights.npz", **dict(zip(NAMES, model.get_weights(), strict=True)))
