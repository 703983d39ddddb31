"""Loop models whose derivatives are wrong on purpose: the check has to find each one, at its step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import tensorflow as tf

from gradview.engine.chain import Chain
from gradview.engine.loop_model import LoopModel


class Scaled(LoopModel):
    """A model whose first state passes back too much at one step."""

    def __init__(self, model: LoopModel, step: int, factor: float) -> None:
        self.label, self.shapes, self.reads = model.label, model.shapes, model.reads
        self.is_output = model.is_output
        self.key = ("scaled", model.key, step, factor)
        self._model, self._at, self._factor = model, step + 1, factor

    def step(self, t: Any, inputs: Any, state: Any, weights: Any, offsets: Any, stops: Any) -> Any:
        @tf.custom_gradient
        def faulty(value: Any) -> Any:
            factor = tf.where(t == float(self._at), tf.cast(self._factor, t.dtype), tf.cast(1.0, t.dtype))
            return tf.identity(value), lambda up: up * factor

        new = self._model.step(t, inputs, state, weights, offsets, stops)
        first = self.states[0]
        return {**new, first: faulty(new[first])}


class WrongLstm(LoopModel):
    """An LSTM layer with the derivative that somebody might write by hand, wrong in one place."""

    def __init__(self, model: LoopModel, rule: str) -> None:
        self.label, self.shapes, self.reads = model.label, model.shapes, model.reads
        self.key = ("wrong lstm", model.key, rule)
        self._rule = rule

    def step(self, t: Any, inputs: Any, state: Any, weights: Any, offsets: Any, stops: Any) -> Any:
        rule = self._rule

        @tf.custom_gradient
        def lstm(x: Any, h: Any, c: Any, W: Any, U: Any, b: Any, e: Any) -> Any:
            i, f, g, o = tf.split(x @ W + h @ U + b, 4, -1)
            i, f, o, g = tf.sigmoid(i), tf.sigmoid(f), tf.sigmoid(o), tf.tanh(g)
            new_c = f * c + i * g
            tanh = tf.tanh(new_c + e)
            new_h = o * tanh

            def back(up_c: Any, up_h: Any) -> Any:
                slope, slope_c = 1 - g**2, 1 - tanh**2
                if rule == "tanh of tanh":
                    slope, slope_c = 1 - tf.tanh(g) ** 2, 1 - tf.tanh(tanh) ** 2
                through = up_h * o * slope_c
                dc = up_c + through
                read = i if rule == "i for g" else g
                dz = tf.concat(
                    [
                        dc * read * i * (1 - i),
                        dc * c * f * (1 - f),
                        dc * i * slope,
                        up_h * tanh * o * (1 - o),
                    ],
                    -1,
                )
                before = new_h if rule == "h_t for h_t-1" else h
                dU = tf.transpose(before) @ dz
                return (
                    dz @ tf.transpose(W), dz @ tf.transpose(U), dc * f,
                    tf.transpose(x) @ dz, dU, tf.reduce_sum(dz, 0), through,
                )  # fmt: skip

            return (new_c, new_h), back

        c, h = lstm(
            inputs["x"],
            state["h"],
            state["c"],
            weights["kernel"],
            weights["recurrent_kernel"],
            weights["bias"],
            offsets["c"],
        )
        return {"c": c, "h": h}


def with_layer(chain: Chain, layer: LoopModel) -> Chain:
    """The chain with its first layer exchanged."""
    return replace(chain, layers=(layer, *chain.layers[1:]))
