"""`inbounds play` and `inbounds watch` write the page with what they were asked for."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import inbounds as ib
from inbounds.playground import choices, record, write_page
from inbounds.playground.choices import address
from inbounds.playground.page import PlaygroundMissingError
from tests.browser import Seen
from tests.package.shell import inbounds
from tests.playground.test_page import chosen, picture

pytestmark = pytest.mark.xdist_group("playground")

OWN = '''
import numpy as np
import inbounds as ib


def slope(x):
    """Best in the corner of the first two coordinates."""
    return float(x[0] - 2 * x[1] + (x[2:] ** 2).sum())


@ib.boundary("to-the-wall")
def to_the_wall(at):
    """Puts what left the box on the wall."""
    return np.clip(at.donors, at.lower, at.upper)
'''


@pytest.fixture
def installed(playground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package as it is once `make playground` was there."""
    monkeypatch.setattr("inbounds.playground.page.built_page", lambda: playground)


def test_without_the_page_the_command_says_how_to_have_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inbounds.playground.page.built_page", lambda: tmp_path / "page.html")
    with pytest.raises(PlaygroundMissingError, match="make playground"):
        write_page(tmp_path / "mine.html")


@pytest.mark.parametrize(("arguments", "said"), [
    (["--boundary", "reflect"], "Did you mean 'reflection'"),
    (["--boundary", "resampling+reflection"], "'inbounds watch' shows runs of all others; got boundary 'resampling+"),
    (["--problem", "25"], "1 … 24; got 25"),
    (["--optimum", "6,0"], "optimum must be two numbers in [-5, 5]; got (6.0, 0.0)"),
    (["--optimum", "six"], "--optimum must be two numbers with a comma between them; got 'six'"),
    (["--population", "5"], "population must be a whole number in [10, 100]; got 5"),
    (["--view", "film"], "view must be one of 'one', 'compare', 'race'; got 'film'"),
])  # fmt: skip
def test_a_bad_choice_ends_with_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = inbounds("play", *arguments, "--no-open", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_own_operators_are_for_watch() -> None:
    @ib.boundary("test-own")
    def own(at: Any) -> Any:
        return at.targets

    try:
        with pytest.raises(ib.UnknownOperatorError, match="inbounds watch"):
            choices(boundaries=["test-own"])
    finally:
        ib.catalogue.remove("boundary", "test-own")


@pytest.mark.slow
def test_the_page_begins_with_the_choices_and_its_address_can_change_them(
    seen: Seen, installed: None, tmp_path: Path
) -> None:
    asked = choices(problem=15, boundaries=["wrapping"], mutation="best/1", optimum=(5, -2.5), population=40)
    page = seen.open(write_page(tmp_path / "play.html", chosen=asked)).page
    now = chosen(page)
    assert (now["problem"], now["boundary"], now["mutation"], now["optimum"]) == (15, "wrapping", "best/1", [5, -2.5])
    kept = picture(page)
    page.goto("about:blank")
    seen.requests.clear()
    assert picture(seen.open(write_page(tmp_path / "plain.html"), address(asked)).page) == kept


@pytest.mark.slow
def test_several_methods_are_shown_side_by_side(seen: Seen, installed: None, tmp_path: Path) -> None:
    asked = choices(boundaries=["projection", "reflection", "wrapping"])
    page = seen.open(write_page(tmp_path / "play.html", chosen=asked)).page
    assert page.locator("#boxes canvas").count() == 3


def test_a_recording_is_the_run_that_the_library_makes() -> None:
    de = ib.DE(boundary="rand-base", population=20)
    recording = record(lambda x: float((x**2).sum()), [(-5, 5), (0, 10), (-1, 1)], de=de, generations=12, seed=3)
    optimizer = de.start([(-5, 5), (0, 10), (-1, 1)], seed=3)
    best = []
    for _ in range(13):
        points = optimizer.ask()
        optimizer.tell((points**2).sum(axis=1))
        best.append(optimizer.result.fun)
    assert recording.best.tolist() == best
    assert recording.evaluations.tolist() == [20.0 * k for k in range(1, 14)]
    for name in ("repaired", "trials", "population"):
        assert (np.abs(recording.points[name]) <= 5).all()
    assert (np.abs(recording.points["donors"]) > 5).any()
    np.testing.assert_array_equal(recording.points["population"][:-1], recording.points["before"][1:])
    moved = (recording.points["population"] != recording.points["before"]).any(axis=2)
    assert not (moved[1:] & ~recording.accepted[1:]).any()


def test_the_landscape_is_the_plane_through_the_best_point() -> None:
    recording = record(
        lambda x: float(x[0] + 100 * x[2] + x[1] ** 2),
        [(0, 1), (0, 2), (0, 4)], coordinates=(0, 2), generations=30, landscape=5, seed=1,
    )  # fmt: skip
    plane = recording.landscape
    assert plane is not None
    np.testing.assert_allclose(np.diff(plane, axis=1), 0.2)  # to the right the first coordinate grows
    np.testing.assert_allclose(np.diff(plane, axis=0), -80.0)  # downwards the third one falls
    assert plane[-1, 0] == pytest.approx(0.1 + 40 + recording.best[-1], abs=0.05)


@pytest.mark.parametrize(("coordinates", "said"), [
    ((0, 2), r"two different ones in 0 … 1 .*got \(0, 2\)"), ((1, 1), "two different ones"),
])  # fmt: skip
def test_coordinates_are_checked(coordinates: tuple[int, int], said: str) -> None:
    with pytest.raises(ib.InvalidArgumentError, match=said):
        record(lambda x: 0.0, [(0, 1), (0, 1)], coordinates=coordinates)


def test_a_fixed_coordinate_cannot_be_watched() -> None:
    with pytest.raises(ib.InvalidArgumentError, match="coordinate 1 is fixed at 2"):
        record(lambda x: 0.0, [(0, 1), (2, 2)])


@pytest.mark.slow
def test_watch_shows_the_users_own_function_and_operator(
    seen: Seen, installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from inbounds.cli import main

    (tmp_path / "own.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    try:
        with pytest.raises(SystemExit) as ended:
            main(["watch", "own.py:slope", "--bounds=-3,1", "--dimension", "3", "--boundary", "to-the-wall",
                  "--generations", "15", "--no-open", "--out", "own.html"])  # fmt: skip
    finally:
        ib.catalogue.remove("boundary", "to-the-wall")
    assert ended.value.code == 0
    assert capsys.readouterr().out == "own.html\n"
    page = seen.open(tmp_path / "own.html").page
    told = page.inner_text("#settings")
    for words in ("slope", "x1 in [-3, 1]", "Puts what left the box on the wall"):
        assert words in told
    pictures = [picture(page)]
    for _ in range(3):
        page.click("#generation")
        pictures.append(picture(page))
    assert len(set(pictures)) == 4
    page.fill("#scrub", "15")
    assert page.inner_text("#counter") == "Generation 15"
    assert not page.is_visible("#race-start")
    assert float(page.inner_text("#curves [data-measure=best]")) < -4


@pytest.mark.slow
def test_hostile_names_in_a_watched_run_are_shown_and_never_run(seen: Seen, installed: None, tmp_path: Path) -> None:
    name = "</script><script>document.title = 'x'</script><img src=x onerror=\"document.title='x'\">'\u2028 a\u202eb"

    @ib.boundary("clipped", label=name, summary=name)
    def clipped(at):
        return np.clip(at.donors, at.lower, at.upper)

    try:
        de = ib.DE(boundary="clipped", population=12)
        recording = record(lambda x: float(x @ x), [(-1, 1)] * 2, de=de, generations=3, landscape=5, title=name)
        page = seen.open(write_page(tmp_path / "watched.html", recording=recording)).page
    finally:
        ib.catalogue.remove("boundary", "clipped")
    page.click("#generation")
    assert "<img src=x onerror=" in page.inner_text("body")
    assert page.title() != "x"
    assert page.locator("main img, img[src='x']").count() == 0
    assert "\u202e" not in page.content()
    assert "default-src 'none'" in page.get_attribute("meta[http-equiv='Content-Security-Policy']", "content")


def test_a_function_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("x = 1\n")
    for given, said in (("own.py:f", "no function called 'f'"), ("other.py:f", "no file 'other.py'"), ("f", "got 'f'")):
        done = inbounds("watch", given, "--bounds", "0,1", cwd=tmp_path)
        assert done.returncode == 2
        assert said in done.stderr
