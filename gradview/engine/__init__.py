"""The engine: loops as models of one step, the forward loop and the reverse sweep. The only package that
imports TensorFlow."""
