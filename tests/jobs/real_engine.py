"""The real engine where TensorFlow may have its devices already: the module `device` beside us is made up."""

from gradview.engine.compute import compute as compute
