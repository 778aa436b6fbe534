"""Generated calls of the public functions: ask and tell, minimize, DE and problems, with anything as an argument.

Hypothesis makes the calls, in sequences that share optimizers. Each ends with a result or with one of the package's own
errors, within seconds, and no point lies outside its box:
    python benchmarks/attack_calls.py [--cases 100000] [--seed 1]
"""

import copy
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from campaign import Hang, bar, limit, main
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import seed as hypothesis_seed
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, rule, run_state_machine_as_test

import inbounds as ib

SECONDS = 20
STEPS = 50  # calls in one sequence
JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    2**31,
    2**63,
    2**64,
    -(2**70),
    10**400,
    0.0,
    -0.0,
    0.5,
    1.5,
    float("nan"),
    float("inf"),
    -float("inf"),
    1e308,
    5e-324,
    1j,
    "",
    "x",
    "rand/1",
    "reflection",
    "shade",
    "none",
    "random",
    "inf",
    "nan",
    "1",
    "\x1b[2J",
    "\ud800",
    "a" * 300,
    b"x",
    [],
    [1],
    ["rand/1"],
    [[1, 2], [3]],
    [[0, 1]],
    {},
    {"a": 1},
    (),
    (1, 2),
    set(),
    frozenset("a"),
    object(),
    int,
    len,
    np.array([]),
    np.array([1, 2]),
    np.array([True, False]),
    np.array(1.0),
    np.array(["a"]),
    np.array(["a", "b"]),
    np.zeros((2, 2)),
    np.zeros((2, 2, 2)),
    np.array([object()]),
    np.float32(0.5),
    np.int64(3),
    np.str_("rand/1"),
    np.bool_(True),
    np.datetime64("2020-01-01"),
    np.random.default_rng(1),
    range(3),
    iter([1]),
    slice(1),
    Ellipsis,
    NotImplemented,
]
COUNTS = [value for value in JUNK if not (isinstance(value, int | float | np.number) and value > 2)]  # not a long run
COMPOSITION = (
    "mutation",
    "crossover",
    "boundary",
    "adaptation",
    "population",
    "archive",
    "reduction",
    "pbest",
    "rotation",
    "restart",
    "selection",
    "F",
    "Cr",
)
SOUND = {
    "mutation": ib.mutations(),
    "crossover": ib.crossovers(),
    "boundary": ib.boundaries(),
    "adaptation": ib.adaptations(),
    "population": [8, 20, "4*n"],
    "archive": ["none", "external"],
    "reduction": ["none", "linear"],
    "pbest": ["constant"],
    "rotation": ["none", "eigen"],
    "restart": ["none", "stagnation"],
    "selection": ["better"],
    "F": [None, 0.5],
    "Cr": [None, 0.9],
}
BOXES = [[(-1.0, 2.0)] * 3, [(0.0, 0.0), (-1e300, 1e300)], [(-5e-324, 5e-324)], [(1e17, 1e17 + 64)] * 2]

junk = st.sampled_from(JUNK)
counts = st.sampled_from(COUNTS)
boxes = st.sampled_from(BOXES)


def mostly(sound: list[Any], odd: Any) -> Any:
    """Draw a sound value four times of five."""
    return st.one_of(*[st.sampled_from(sound)] * 4, odd)


def chosen(names: tuple[str, ...]) -> Any:
    """Draw some of the named arguments; most of them sound."""
    return st.fixed_dictionaries({}, optional={name: mostly(SOUND[name], junk) for name in names})


class Calls(RuleBasedStateMachine):
    """One sequence of calls."""

    done = 0
    findings: list[str] = []  # noqa: RUF012 - of all sequences
    kinds: set[str] = set()  # noqa: RUF012
    tick: Callable[[], None] = staticmethod(lambda: None)
    folder = Path()

    runs = Bundle("runs")
    algorithms = Bundle("algorithms")
    problems = Bundle("problems")

    def call(self, what: str, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call; return what it gave, None where it refused. Anything else is a finding."""
        type(self).done += 1
        self.tick()
        try:
            with limit(SECONDS), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return function(*args, **kwargs)
        except ib.InboundsError as error:
            text = str(error)
            if len(text) > 5000:
                self.found(what, args, kwargs, f"an error of {len(text)} characters")
        except Hang:
            self.found(what, args, kwargs, f"took more than {SECONDS} s")
        except Exception as error:
            self.found(what, args, kwargs, f"{type(error).__name__}: {error}")
        return None

    def found(self, what: str, args: Any, kwargs: Any, why: str) -> None:
        """Keep one finding of each kind."""
        kind = f"{what} {why[:40]}"
        if kind not in self.kinds:
            self.kinds.add(kind)
            text = f"{what}{args!r:.200} {kwargs!r:.300}: {why:.200}"
            self.findings.append(text.encode("ascii", "backslashreplace").decode())

    def inside(self, points: Any, lower: Any, upper: Any, what: str) -> None:
        """Hold points to their box."""
        if points is not None and not ((points >= lower) & (points <= upper)).all():
            self.found(what, (points,), {}, "a point outside the box")

    @rule(target=algorithms, given=chosen(COMPOSITION))
    def compose(self, given: dict[str, Any]) -> Any:
        return self.call("DE", ib.DE, **given) or ib.DE(population=9)

    @rule(
        target=runs,
        de=algorithms,
        box=mostly(BOXES, junk),
        seed=mostly([1, 2], junk),
        budget=mostly([60, 200], junk),
        goal=mostly([None, 1e-3], junk),
        x0=mostly([None, [0.5, 0.5, 0.5]], junk),
    )
    def start(self, de: Any, box: Any, seed: Any, budget: Any, goal: Any, x0: Any) -> Any:
        made = self.call("start", de.start, box, seed=seed, budget=budget, target=goal, x0=x0)
        return made or ib.DE(population=9).start(BOXES[0], budget=90)

    @rule(run=runs)
    def ask(self, run: Any) -> None:
        if isinstance(run.budget, int) and run.budget > 10_000 and len(run.lower) * run.de.size(len(run.lower)) > 10**6:
            return
        self.inside(self.call("ask", run.ask), run.lower, run.upper, "ask")

    @rule(run=runs, kind=st.sampled_from(["sphere"] * 4 + ["nan", "inf", "-inf", "short", "text", "list"]), odd=junk)
    def tell(self, run: Any, kind: str, odd: Any) -> None:
        points = self.call("ask", run.ask)
        if points is None:
            return
        with np.errstate(all="ignore"):
            values = (points**2).sum(axis=1)
        if kind in ("nan", "inf", "-inf"):
            values[: len(values) // 2] = float(kind)
        given = {"short": values[:-1], "text": odd, "list": values.tolist()}.get(kind, values)
        self.call("tell", run.tell, given)

    @rule(run=runs, odd=junk)
    def tell_unasked(self, run: Any, odd: Any) -> None:
        self.call("tell", run.tell, odd)

    @rule(run=runs)
    def look(self, run: Any) -> None:
        result = self.call("result", lambda: run.result)
        if result is not None and run.evaluations and "strict=no" not in run.de.boundary:
            self.inside(result.x, run.lower, run.upper, "result")
        self.call("repr", lambda: (repr(run), run._repr_html_(), run.population, run.finished))

    @rule(target=runs, run=runs, how=st.sampled_from([copy.copy, copy.deepcopy]))
    def copied(self, run: Any, how: Any) -> Any:
        before = run.evaluations
        other = self.call("copy", how, run)
        if other is None:
            return run
        points = self.call("ask", other.ask)
        if points is not None and len(points):
            self.call("tell", other.tell, np.zeros(len(points)))
        if run.evaluations != before:
            self.found("copy", (), {}, "moves the run it was copied from")
        return other

    @rule(target=runs, run=consumes(runs))
    def saved(self, run: Any) -> Any:
        path = self.folder / "run.npz"
        self.call("save", run.save, path)
        return (self.call("load", ib.load, path) if path.exists() else None) or run

    @rule(path=junk)
    def load(self, path: Any) -> None:
        self.call("load", ib.load, path)

    @rule(
        de=algorithms,
        problem=problems,
        budget=mostly([100, 300], counts),
        runs=mostly([1, 3], counts),
        seed=mostly([1], junk),
        goal=mostly([None, 1e-8], junk),
        workers=mostly([1, 2], counts),
        first=mostly([0], counts),
    )
    def run_de(
        self, de: Any, problem: Any, budget: Any, runs: Any, seed: Any, goal: Any, workers: Any, first: Any
    ) -> None:
        result = self.call(
            "run", de.run, problem, budget=budget, runs=runs, seed=seed, target=goal, workers=workers, first_run=first
        )
        if result is not None and "strict=no" not in de.boundary and hasattr(problem, "lower"):
            self.inside(result.x, problem.lower, problem.upper, "run")

    @rule(
        target=problems,
        suite=mostly(["bbob", "sbox", "noise", "walls[epsilon=0.1]"], junk),
        function=mostly([1, 15, 24], junk),
        instance=mostly([1], junk),
        dimension=mostly([2, 5], counts),
        seed=mostly([None], junk),
        epsilon=mostly([None, 0.1], junk),
        coordinates=mostly([None, 1], junk),
    )
    def problem(self, **given: Any) -> Any:
        return self.call("problem", ib.problem, given.pop("suite"), **given) or ib.problem(
            "bbob", function=1, dimension=3
        )

    @rule(problem=problems, x=mostly([[0.1, 0.2, 0.3], np.zeros((4, 3))], junk))
    def evaluate(self, problem: Any, x: Any) -> None:
        self.call("evaluate", problem, x)

    @rule(
        name=st.sampled_from(
            [
                "mutation",
                "crossover",
                "boundary",
                "adaptation",
                "population",
                "args",
                "max_evaluations",
                "target",
                "max_seconds",
                "tolerance",
                "polish",
                "integrality",
                "constraints",
                "init",
                "x0",
                "seed",
                "rng",
                "vectorized",
                "workers",
                "errors",
                "callback",
                "history",
                "checkpoint",
                "progress",
                "bounds",
                "fun",
            ]
        ),
        odd=junk,
        few=counts,
        box=boxes,
    )
    def minimize(self, name: str, odd: Any, few: Any, box: Any) -> None:
        self.optimise(ib.minimize, {"max_evaluations": 150, "seed": 1}, name, odd, few, box)

    @rule(
        name=st.sampled_from(
            [
                "args",
                "strategy",
                "maxiter",
                "popsize",
                "tol",
                "mutation",
                "recombination",
                "rng",
                "seed",
                "callback",
                "disp",
                "polish",
                "init",
                "atol",
                "updating",
                "workers",
                "constraints",
                "x0",
                "integrality",
                "vectorized",
                "bounds",
                "func",
            ]
        ),
        odd=junk,
        few=counts,
        box=boxes,
    )
    def differential_evolution(self, name: str, odd: Any, few: Any, box: Any) -> None:
        self.optimise(ib.differential_evolution, {"maxiter": 3, "popsize": 4}, name, odd, few, box)

    def optimise(self, function: Any, given: dict[str, Any], name: str, odd: Any, few: Any, box: Any) -> None:
        """Call an optimizer with one odd argument."""
        lower, upper = np.array(box).T

        def fun(x: Any, *_: Any) -> float:
            if not ((x >= lower) & (x <= upper)).all() and name not in ("bounds", "integrality"):
                self.found(function.__name__, (x, box), {name: value}, "a point outside the box")
            with np.errstate(all="ignore"):
                return float((np.asarray(x) ** 2).sum())

        value = (
            few if name in ("population", "max_evaluations", "maxiter", "popsize", "workers", "max_seconds") else odd
        )
        if name in ("progress", "disp", "callback", "polish") and (
            isinstance(value, bool | int | np.bool_) or callable(value)
        ):
            value = None  # nothing is to be printed, and what a user's own function raises is the user's
        if name == "checkpoint" and isinstance(value, str | bytes):
            value = None
        positional = {"fun": fun, "func": fun, "bounds": box}
        first = "fun" if function is ib.minimize else "func"
        positional.update({name: value} if name in positional else {})
        given = given if name in positional else {**given, name: value}
        self.call(function.__name__, function, positional[first], positional["bounds"], **given)

    @rule(
        what=st.sampled_from(["find", "choose", "names", "label", "canonical", "remove", "operators"]),
        family=mostly(["mutation", "boundary"], junk),
        name=junk,
    )
    def catalogue(self, what: str, family: Any, name: Any) -> None:
        given = (family,) if what in ("names", "operators") else (family, name)
        self.call(f"catalogue.{what}", getattr(ib.catalogue, what), *given)

    @rule(
        what=st.sampled_from(["preset", "default_population", "curve_evaluations", "mutation", "boundary"]), odd=counts
    )
    def others(self, what: str, odd: Any) -> None:
        if what == "preset":
            self.call(what, ib.DE.preset, odd)
        elif what == "default_population":
            self.call(what, ib.default_population, odd, odd)
        elif what == "curve_evaluations":
            self.call(what, ib.curve_evaluations, odd)
        else:
            self.call(what, getattr(ib, what), odd)


def run(count: int, seed: int) -> tuple[dict[str, int], list[str]]:
    """Make `count` calls or a few more; return the outcomes and the findings."""
    Calls.done, Calls.findings, Calls.kinds = 0, [], set()
    with tempfile.TemporaryDirectory() as work, bar("calls", count) as tick:
        Calls.folder, Calls.tick = Path(work), staticmethod(tick)
        round_ = 0
        warnings.simplefilter("ignore", HypothesisWarning)  # of the length of what it would print
        while Calls.done < count:
            round_ += 1
            sequences = max(1, min(200, (count - Calls.done) // STEPS))
            quiet = settings(
                max_examples=sequences,
                stateful_step_count=STEPS,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
                verbosity=Verbosity.quiet,
            )
            run_state_machine_as_test(hypothesis_seed(seed * 1000 + round_)(Calls), settings=quiet)
    return {"calls": Calls.done}, Calls.findings


if __name__ == "__main__":
    main(__doc__, 100_000, run)
