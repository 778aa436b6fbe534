"""Parameter adaptation: distributions of what is drawn, and memories against hand-made examples."""

import dataclasses

import numpy as np
import pytest
from scipy import stats

import inbounds as ib
from inbounds.errors import InvalidArgumentError

from .core import engine
from .reference import shade_memory


def made(adaptation, population=4, **more):
    return engine(adaptation=adaptation, population=population, lower=np.zeros(2), upper=np.ones(2), **more)


def drawn(adaptation, centre_f=0.5, centre_cr=0.5):
    one = made(adaptation, population=20_000)
    one.memory_f[:] = centre_f
    one.memory_cr[:] = centre_cr
    one.parameters()
    return np.array(one.scale), np.array(one.rate)


@pytest.mark.parametrize("adaptation", ["shade", "jade"])
@pytest.mark.parametrize("centre", [0.05, 0.5, 0.95])
def test_f_is_a_positive_cauchy_cut_to_one_and_cr_a_clipped_normal(adaptation, centre):
    f, cr = drawn(adaptation, centre, centre)
    assert f.min() > 0
    law, least = stats.cauchy(centre, 0.1), stats.cauchy(centre, 0.1).cdf(0)
    share_cut = law.sf(1) / (1 - least)
    assert np.mean(f == 1) == pytest.approx(share_cut, abs=0.012)
    inner = f[f < 1]
    assert stats.kstest(inner, lambda x: (law.cdf(x) - least) / (law.cdf(1) - least)).pvalue > 1e-4
    normal = stats.norm(centre, 0.1)
    assert np.mean(cr == 0) == pytest.approx(normal.cdf(0), abs=0.012)
    assert np.mean(cr == 1) == pytest.approx(normal.sf(1), abs=0.012)
    inner = cr[(cr > 0) & (cr < 1)]
    assert (
        stats.kstest(inner, lambda x: (normal.cdf(x) - normal.cdf(0)) / (normal.cdf(1) - normal.cdf(0))).pvalue > 1e-4
    )


def test_shade_draws_every_memory_slot_equally_often():
    one = made("shade", population=16)
    one.memory_cr[:] = 0.5
    one.memory_f[:] = 0.5
    counts = np.zeros(16)
    for _ in range(600):
        one.memory_cr[:] = np.where(np.arange(16) % 2, 1e9, -1e9)  # slots told apart by where Cr is clipped
        one.parameters()
        counts[0] += np.sum(np.array(one.rate) == 1)
    assert stats.binomtest(int(counts[0]), 600 * 16, 0.5).pvalue > 1e-4


def test_shade_memory_takes_the_weighted_lehmer_and_arithmetic_means():
    one = made("shade")
    one.fitness[:] = [10.0, 8.0, 6.0, 4.0]
    one.propose()
    one.scale[:] = [0.2, 0.9, 0.5, 0.7]
    one.rate[:] = [0.1, 0.8, 0.4, 0.6]
    one.accept(np.array([7.0, 9.0, 6.0, 3.0]))  # first and last improve, by 3 and 1; the third ties
    f, cr = shade_memory([0.2, 0.7], [0.1, 0.6], [3.0, 1.0])
    assert (f, cr) == (pytest.approx((0.75 * 0.04 + 0.25 * 0.49) / (0.75 * 0.2 + 0.25 * 0.7)), pytest.approx(0.225))
    np.testing.assert_allclose(one.memory_f, [f, 0.5, 0.5, 0.5])
    np.testing.assert_allclose(one.memory_cr, [cr, 0.5, 0.5, 0.5])
    one.propose()
    one.accept(np.full(4, 100.0))  # no success: the slot stays
    one.propose()
    one.scale[:], one.rate[:] = 0.3, 0.7
    one.accept(np.zeros(4))
    np.testing.assert_allclose(one.memory_f, [f, 0.3, 0.5, 0.5])
    np.testing.assert_allclose(one.memory_cr, [cr, 0.7, 0.5, 0.5])


def test_shade_slots_wrap_around():
    one = made("shade", population=4)
    for generation in range(6):
        one.propose()
        one.scale[:] = 0.1 * (generation + 1)
        one.accept(np.full(4, -1.0 - generation))
    np.testing.assert_allclose(one.memory_f, [0.5, 0.6, 0.3, 0.4])


def test_shade_learns_sensibly_from_an_infinite_improvement():
    one = made("shade")
    one.fitness[:] = [np.inf, 8.0, 6.0, 4.0]
    one.propose()
    one.scale[:], one.rate[:] = [0.2, 0.9, 0.5, 0.7], [0.1, 0.8, 0.4, 0.6]
    one.accept(np.array([7.0, 7.0, 7.0, 7.0]))
    assert (one.memory_f[0], one.memory_cr[0]) == (pytest.approx(0.2), pytest.approx(0.1))


def test_jade_moves_its_means_a_tenth_of_the_way():
    one = made("jade")
    one.fitness[:] = [10.0, 8.0, 6.0, 4.0]
    one.propose()
    one.scale[:], one.rate[:] = [0.2, 0.9, 0.5, 0.7], [0.1, 0.8, 0.4, 0.6]
    one.accept(np.array([7.0, 9.0, 6.0, 3.0]))
    assert one.memory_f[0] == pytest.approx(0.9 * 0.5 + 0.1 * (0.04 + 0.49) / 0.9)
    assert one.memory_cr[0] == pytest.approx(0.9 * 0.5 + 0.1 * 0.35)


def test_jde_renews_one_in_ten_and_keeps_what_worked():
    one = made("jde", population=20_000)
    one.parameters()
    f, cr = np.array(one.scale), np.array(one.rate)
    new_f, new_cr = f[f != 0.5], cr[cr != 0.9]
    assert stats.binomtest(len(new_f), 20_000, 0.1).pvalue > 1e-4
    assert stats.binomtest(len(new_cr), 20_000, 0.1).pvalue > 1e-4
    assert stats.kstest(new_f, stats.uniform(0.1, 0.9).cdf).pvalue > 1e-4
    assert stats.kstest(new_cr, stats.uniform(0, 1).cdf).pvalue > 1e-4
    small = made("jde")
    small.fitness[:] = 1.0
    small.propose()
    small.scale[:], small.rate[:] = [0.2, 0.3, 0.4, 0.6], [0.1, 0.2, 0.3, 0.4]
    small.accept(np.array([0.0, 2.0, 0.0, 1.0]))
    np.testing.assert_array_equal(small.memory_f, [0.2, 0.5, 0.4, 0.5])
    np.testing.assert_array_equal(small.memory_cr, [0.1, 0.9, 0.3, 0.9])


def test_constant_uses_what_was_given():
    de = ib.DE(adaptation="constant", F=0.7, Cr=0.25, population=4)
    assert de.adaptation == "constant[F=0.7,Cr=0.25]"
    one = engine(de, lower=np.zeros(2), upper=np.ones(2))
    one.parameters()
    np.testing.assert_array_equal(one.scale, 0.7)
    np.testing.assert_array_equal(one.rate, 0.25)


def test_a_constant_that_is_not_given_stays_as_it_was():
    de = ib.DE(adaptation="constant[Cr=0.3]", F=0.7)
    assert de.adaptation == "constant[F=0.7,Cr=0.3]"
    assert dataclasses.replace(de, F=0.2).adaptation == "constant[F=0.2,Cr=0.3]"
    assert dataclasses.replace(de, Cr=np.float64(0.4)).adaptation == "constant[F=0.7,Cr=0.4]"


def test_an_option_given_twice_is_refused():
    with pytest.raises(InvalidArgumentError, match=r"once; got 'F' twice in 'constant\[F=.3,F=.7\]'"):
        ib.DE(adaptation="constant[F=.3,F=.7]")


def test_dither_draws_one_f_per_generation_uniformly():
    one = made("dither[low=0.3,high=0.9,rate=0.25]", population=5)
    drawn = []
    for _ in range(2000):
        one.parameters()
        assert len(set(one.scale)) == 1
        assert set(one.rate) == {0.25}
        drawn.append(one.scale[0])
    assert stats.kstest(drawn, stats.uniform(0.3, 0.6).cdf).pvalue > 1e-4


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"F": 2.5}, r"F of constant must be in \[0, 2\]; got 2.5"),
        ({"Cr": -0.1}, r"Cr of constant must be in \[0, 1\]; got -0.1"),
        ({"Cr": float("nan")}, "Cr of constant must be in"),
    ],
)
def test_f_or_cr_out_of_range_is_refused(values, message):
    with pytest.raises(ib.InvalidArgumentError, match=message):
        ib.DE(adaptation="constant", **values)


def test_f_and_cr_belong_to_constant_only():
    with pytest.raises(ib.InvalidArgumentError, match="constant"):
        ib.DE(adaptation="shade", F=0.5)
