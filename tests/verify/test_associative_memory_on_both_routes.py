"""Associative memory where no claim compares: the best matrix."""

from theorycheck.numerics.quantity import quantities

QUANTITIES = quantities("associative_memory")


def test_the_best_matrix_is_enclosed():
    low, high = QUANTITIES["best_error_floor"], QUANTITIES["best_error_ceiling"]
    outer = QUANTITIES["least_error"]
    for point in low.points:
        below, above = low.evaluate(point).value, high.evaluate(point).value
        assert below < above < 100 * below
        assert above < outer.evaluate(point).value
