"""Kernels in Triton, each with a plain twin in torch that it is held to."""
