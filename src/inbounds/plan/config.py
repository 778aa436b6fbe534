"""What an experiment is: TOML text or a preset becomes one frozen, wholly validated `Config`."""

import math
import os
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from contextvars import ContextVar
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator, model_validator

from inbounds.algorithm.composition import Composition
from inbounds.algorithm.formula import evaluate_formula, normal_formula
from inbounds.errors import ConfigError, InboundsError, quoted, suggestion
from inbounds.operators import catalogue
from inbounds.operators.module_paths import canonical_operator, chosen, split_module_path
from inbounds.problems import functions, problem, suites
from inbounds.problems.suite_names import WALLS, suite_name

T = TypeVar("T")

STORE_FILE = "store.json"  # what makes a folder a store
PRESETS = (
    "smoke",
    "quick",
    "paper",
    "paper-2020",
    "paper-death-penalty",
    "paper-transformation",
    "paper-proximity",
    "dimensions",
    # of the studies in docs/studies
    "mixtures",
    "walls",
    "bias",
    "bias-dimensions",
    "modern-shade",
    "modern-l-shade",
    "modern-jso",
    "dose",
    "schedule",
)
# A config has one population and one set of modules, so a study of several algorithms is several experiments.
SERIES = {"modern": ("modern-shade", "modern-l-shade", "modern-jso")}
FAMILIES = {"mutations": "mutation", "crossovers": "crossover", "boundaries": "boundary", "adaptation": "adaptation"}
MAX_RUNS = 2**31 - 1
MAX_BUDGET = 2**31 - 1  # the store keeps the evaluation counts of target hits in 32 bits
MAX_DIMENSION = 10_000  # a rotation of 800 megabytes
MAX_POPULATION = 1_000_000
MAX_CELLS = 2_000_000  # what a coordinator can plan within a minute and hold in memory

_importing: ContextVar[bool] = ContextVar("importing", default=True)  # pydantic's own context does not reach __init__


class Config(BaseModel):
    """A frozen experiment: every algorithm instance it names on every problem it names, `runs` times."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = "experiment"
    suites: tuple[str, ...] = ("bbob",)
    functions: tuple[int, ...]
    instances: tuple[int, ...] = (1,)
    dimensions: tuple[int, ...]
    mutations: tuple[str, ...]
    crossovers: tuple[str, ...]
    boundaries: tuple[str, ...]
    adaptation: tuple[str, ...] = ("shade",)
    population: tuple[str, ...] = ("100",)
    archive: str = "none"
    reduction: str = "none"
    pbest: str = "constant"
    rotation: str = "none"
    restart: str = "none"
    selection: str = "better"
    budget: str = "10000*n"
    target: float | None = 1e-8
    runs: int
    seed: int = 0
    measures: bool = False

    def __init__(self, /, **data: Any) -> None:
        try:
            super().__init__(**data)
        except ValidationError as error:
            raise ConfigError("; ".join(_in_words(detail) for detail in error.errors())) from None

    @model_validator(mode="before")
    @classmethod
    def _walls(cls, data: Any) -> Any:
        """Spell out `epsilon` and `coordinates`, which stand for suites "walls[epsilon=…,coordinates=…]"."""
        if not isinstance(data, dict) or not {"epsilon", "coordinates"} & set(data):
            return data
        given = {key: value for key, value in data.items() if key not in ("epsilon", "coordinates")}
        if WALLS not in (named := _listed(given.get("suites", ()))):
            raise ValueError(f"epsilon and coordinates: for suite {WALLS!r}, which is not among the suites")
        if "epsilon" not in data:
            raise ValueError(f"epsilon: must be given with coordinates, for suite {WALLS!r}")
        every = [
            _suite(WALLS, epsilon=epsilon, coordinates=None if coordinates == "all" else coordinates)
            for epsilon, coordinates in product(_listed(data["epsilon"]), _listed(data.get("coordinates", "all")))
        ]
        spelt = [name for suite in named for name in (every if suite == WALLS else [str(suite)])]
        return {**given, "suites": spelt}

    @field_validator("name", mode="before")
    @classmethod
    def _name(cls, value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", value):
            raise ValueError("must be 1 to 100 letters, digits, '.', '_' or '-', starting with a letter or digit")
        return value

    @field_validator("suites", mode="before")
    @classmethod
    def _suites(cls, value: object) -> tuple[str, ...]:
        # "all" leaves out moved walls: there is no epsilon that would be all of them.
        names = tuple(name for name in suites() if name != WALLS) if value == "all" else _listed(value)
        return _distinct(_suite(name) for name in names)

    @field_validator("functions", mode="before")
    @classmethod
    def _functions(cls, value: object, info: ValidationInfo) -> tuple[int, ...]:
        chosen = info.data.get("suites", ())
        known = sorted({number for suite in chosen for number in function_numbers(suite)})
        numbers = tuple(known) if value == "all" else integers(value, lowest=0)
        if chosen:
            _check_functions(numbers, chosen)
        return numbers

    @field_validator("instances", mode="before")
    @classmethod
    def _instances(cls, value: object) -> tuple[int, ...]:
        return integers(value, lowest=1)

    @field_validator("dimensions", mode="before")
    @classmethod
    def _dimensions(cls, value: object) -> tuple[int, ...]:
        numbers = integers(value, lowest=1)
        if max(numbers) > MAX_DIMENSION:
            raise ValueError(f"each must be <= {MAX_DIMENSION}; got {max(numbers)}")
        return numbers

    @field_validator(*FAMILIES, mode="before")
    @classmethod
    def _operators(cls, value: object, info: ValidationInfo) -> tuple[str, ...]:
        family = FAMILIES[str(info.field_name)]
        if value == "all":
            return tuple(known.name for known in catalogue.operators(family) if known.function is None)
        names = _listed(value)
        for name in names:
            if not isinstance(name, str):
                raise ValueError(f"must be 'all', a name or a list of names; got {name!r}")
        importing = _importing.get()
        return _distinct(
            _module_path(family, str(name)) if ":" in str(name) and not importing else _operator(family, str(name))
            for name in names
        )

    @field_validator(*catalogue.MODULES, mode="before")
    @classmethod
    def _module(cls, value: object, info: ValidationInfo) -> str:
        if not isinstance(value, str) or ":" in value:  # modules are the core's own: nothing is imported for them
            raise ValueError(f"must be the name of one of {quoted(catalogue.names(str(info.field_name)))}")
        return _operator(str(info.field_name), value)

    @field_validator("population", mode="before")
    @classmethod
    def _populations(cls, value: object) -> tuple[str, ...]:
        return _distinct(normal_formula(item) for item in _listed(value))

    @field_validator("budget", mode="before")
    @classmethod
    def _formula(cls, value: object) -> str:
        return normal_formula(value)

    @field_validator("target", mode="before")
    @classmethod
    def _target(cls, value: object) -> float | None:
        if value is None or value == "none":
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= sys.float_info.max:
            raise ValueError("must be a number >= 0, or 'none' to never stop early")
        return float(value)

    @field_validator("runs", mode="before")
    @classmethod
    def _runs(cls, value: object) -> int:
        return _integer(value, lowest=1, highest=MAX_RUNS)

    @field_validator("seed", mode="before")
    @classmethod
    def _seed(cls, value: object) -> int:
        return _integer(value, lowest=0, highest=2**64 - 1)

    @field_validator("measures", mode="before")
    @classmethod
    def _measures(cls, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError("must be true or false")
        return value

    @property
    def keeps_extras(self) -> bool:
        """Whether runs have more to keep than the run table of every store: measures, or shares that are learned."""
        return self.measures or any("rule=" in name for name in self.boundaries)

    @property
    def modules(self) -> dict[str, str]:
        """The modules that change the algorithms, by family."""
        named = {family: getattr(self, family) for family in catalogue.MODULES}
        return {family: name for family, name in named.items() if name != catalogue.standard(family)}

    @model_validator(mode="after")
    def _holds_together(self) -> "Config":
        _check_size(self)
        _check_problems(self)
        for mutation, crossover, boundary in product(self.mutations, self.crossovers, self.boundaries):
            if _importing.get() or not any(":" in name for name in (mutation, crossover, boundary)):
                _check_modules(mutation, crossover, boundary, self.modules)
        for dimension in self.dimensions:
            sizes = [evaluate_formula(formula, dimension) for formula in self.population]
            budget = evaluate_formula(self.budget, dimension)
            for name in self.mutations:
                if ":" in name and not _importing.get():
                    continue
                least = chosen("mutation", name).info.minimum_population
                if min(sizes) < least:
                    raise ValueError(f"population: must be >= {least} for mutation {name!r}; got {min(sizes)}")
            if max(sizes) > MAX_POPULATION:
                raise ValueError(f"population: must be <= {MAX_POPULATION}; got {max(sizes)} in {dimension}-D")
            if budget < max(sizes):
                raise ValueError(
                    f"budget: must be >= population = {max(sizes)}, the first generation; got {budget} in {dimension}-D"
                )
            if budget > MAX_BUDGET:
                raise ValueError(f"budget: must be <= {MAX_BUDGET}; got {budget} in {dimension}-D")
        return self

    def with_(self, **changes: object) -> "Config":
        """Return a copy with `changes`, validated like the original."""
        return _validated({**self.content(), **changes}, source=self.name, importing=bool(changes.keys() & FAMILIES))

    def content(self) -> dict[str, Any]:
        """Return the plain data of this config: lists, numbers and text, as TOML can hold them."""
        dumped: dict[str, Any] = self.model_dump(mode="json")
        data = {key: value for key, value in dumped.items() if key not in catalogue.MODULES or key in self.modules}
        if not self.measures:
            del data["measures"]
        alone = {"population": self.population[0]} if len(self.population) == 1 else {}
        return {**data, **alone, "target": "none" if self.target is None else self.target}

    def to_toml(self) -> str:
        """Return the TOML text that reads back as this config."""
        return "".join(f"{key} = {_toml(value)}\n" for key, value in self.content().items())


def load_config(source: str | Path, *, allow_code: Collection[str] = ()) -> Config:
    """Return the config of a preset's name or of a TOML file; operators by module path have their modules imported.

    To import is to run code. The TOML file is the user's own, and so are the modules that it names; the config of a
    store may be anybody's, so there only modules in `allow_code` are imported, and never from the store's folder.
    """
    if parts := SERIES.get(str(source)):
        raise ConfigError(
            f"{str(source)!r} stands for the presets {quoted(parts)}, which `inbounds run {source}` runs one after the "
            "other; a single config must be one of them"
        )
    if str(source) in PRESETS:
        preset = resources.files("inbounds.plan").joinpath("presets", f"{source}.toml")
        return parse_config(preset.read_text(encoding="utf-8"), source=f"preset {source!r}")
    path = Path(source)
    if path.suffix != ".toml" and not path.exists():
        known = (*PRESETS, *SERIES)
        raise ConfigError(
            f"experiment must be a preset ({quoted(known)}) or the path of a TOML file; got {str(source)!r}."
            f"{suggestion(source, known)}"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise ConfigError(f"config {str(source)!r} cannot be read: {reason}") from None
    named = f"config {str(source)!r}"
    modules = _modules_in(text)
    if (path.parent / STORE_FILE).exists():
        refused = [module for module in modules if module not in allow_code]
        if refused:
            raise ConfigError(
                f"{named} is that of a store and names code to run: {quoted(refused)}. If you trust it, say so with "
                + " ".join(f"--allow-code {module}" for module in refused)
            )
    elif modules:
        _find_modules_beside(path)
    return parse_config(text, source=named, name=re.sub(r"[^A-Za-z0-9._-]", "-", path.stem))


def _modules_in(text: str) -> list[str]:
    """Return the modules that operators are named with; nothing for a text that is no config."""
    with suppress(ValueError, RecursionError):
        data = tomllib.loads(text)
        named = [name for key in FAMILIES for name in _flat(data.get(key))]
        return list(dict.fromkeys(name.partition(":")[0] for name in named if ":" in name))
    return []


def _flat(value: object) -> list[str]:
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]


def _find_modules_beside(path: Path) -> None:
    """Let operators' modules be found in the folder of the TOML file, here and in processes that are started later."""
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))


def parse_config(text: str, *, source: str = "config", name: str = "experiment", importing: bool = True) -> Config:
    """Return the config that the TOML `text` describes; `source` opens every error message.

    Without `importing`, operators of a user's own are taken by their names: their modules need not be there.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{source} is not valid TOML: {error}") from None
    return _validated({"name": name, **data}, source=source, importing=importing)


def _validated(data: dict[str, Any], *, source: str, importing: bool) -> Config:
    before = _importing.set(importing)
    try:
        return Config(**data)
    except ConfigError as error:
        raise ConfigError(f"{source}: {error}") from None
    finally:
        _importing.reset(before)


def _in_words(detail: Any) -> str:
    """Turn one pydantic complaint into `key = value: what is allowed`."""
    if detail["type"] == "missing":
        return f"key {detail['loc'][0]!r} is missing"
    if detail["type"] == "extra_forbidden":
        key = str(detail["loc"][0])
        allowed = Config.model_fields
        return f"key {key!r} is not known; allowed are {quoted(allowed)}.{suggestion(key, allowed)}"
    message = str(detail["msg"]).removeprefix("Value error, ")
    if not detail["loc"]:
        return message
    return f"{detail['loc'][0]} = {_short(detail['input'])}: {message}"


def _short(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of more than 4300 digits
        return "too much to show"
    return text if len(text) <= 80 else f"{text[:77]}..."


def _listed(value: object) -> list[object]:
    items = list(value) if isinstance(value, list | tuple) else [value]
    if not items:
        raise ValueError("must not be empty")
    return items


def _distinct(items: Iterable[T]) -> tuple[T, ...]:
    found = tuple(items)
    twice = [item for item, count in Counter(found).items() if count > 1]
    if twice:
        raise ValueError(f"names {twice[0]!r} more than once")
    return found


def _integer(value: object, *, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ValueError(f"must be an integer >= {lowest} and <= {highest}; got {_short(value)}")
    return value


def integers(value: object, *, lowest: int) -> tuple[int, ...]:
    """Read 3, [1, 2, 5], "1-24" or "1-4, 7" as distinct integers, in that order."""
    numbers: list[int] = []
    for item in value.split(",") if isinstance(value, str) else _listed(value):
        match = re.fullmatch(r"\s*(\d{1,18})\s*(?:-\s*(\d{1,18})\s*)?", str(item)) if isinstance(item, str) else None
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
            if first > last:
                raise ValueError(f"a range must run upwards, like '1-24'; got {str(item).strip()!r}")
            if last - first >= MAX_CELLS - len(numbers):
                raise ValueError(f"more than {MAX_CELLS} numbers; got {str(item).strip()!r}")
            numbers.extend(range(first, last + 1))
        elif isinstance(item, int) and not isinstance(item, bool):
            numbers.append(item)
        else:
            raise ValueError(f"must be an integer, a list of them or ranges like '1-24'; got {_short(item)}")
    return _distinct(_integer(number, lowest=lowest, highest=2**31 - 1) for number in numbers)


def _suite(name: object, **walls: object) -> str:
    try:
        named = suite_name(str(name), **walls)
    except InboundsError as error:
        raise ValueError(str(error)) from None
    if named.plain == WALLS and named.epsilon is None:
        raise ValueError(f"suite {WALLS!r} needs epsilon, a number in [0, 0.5] or a list of them")
    return str(named)


def _module_path(family: str, name: str) -> str:
    try:
        split_module_path(family, name)
    except InboundsError as error:
        raise ValueError(str(error)) from None
    return name


def _operator(family: str, name: str) -> str:
    try:
        return canonical_operator(family, name)
    except InboundsError as error:
        raise ValueError(str(error)) from None


def _check_modules(mutation: str, crossover: str, boundary: str, modules: dict[str, Any]) -> None:
    """Refuse modules that do not go with these operators."""
    if not modules:
        return
    try:
        Composition(mutation, crossover, boundary, **modules)
    except InboundsError as error:
        raise ValueError(str(error)) from None


def function_numbers(suite: str) -> tuple[int, ...]:
    """Return the numbers of the functions of `suite`."""
    return tuple(function.number for function in functions(suite))


def _check_functions(numbers: tuple[int, ...], chosen: tuple[str, ...]) -> None:
    for number in numbers:
        if not any(number in function_numbers(suite) for suite in chosen):
            allowed = " and ".join(f"{_span(suite)} in {suite!r}" for suite in chosen)
            raise ValueError(f"{number} does not exist; there are {allowed}")
    for suite in chosen:
        if not any(number in function_numbers(suite) for number in numbers):
            raise ValueError(f"none of them is in suite {suite!r}, which has {_span(suite)}")


def _span(suite: str) -> str:
    numbers = function_numbers(suite)
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _check_size(config: "Config") -> None:
    """Refuse more cells than can be planned, before any of them is looked at."""
    lists = (config.suites, config.functions, config.instances, config.dimensions, config.mutations, config.crossovers,
             config.boundaries, config.adaptation, config.population)  # fmt: skip
    cells = math.prod(map(len, lists))
    if cells > MAX_CELLS:
        raise ValueError(f"the lists together make {cells} cells; at most {MAX_CELLS} are allowed")


def _check_problems(config: "Config") -> None:
    """Refuse dimensions and instances that a suite does not have."""
    for suite, dimension in product(config.suites, config.dimensions):
        for function in functions(suite):
            if function.number in config.functions and dimension < function.minimum_dimension:
                allowed = f">= {function.minimum_dimension} for {suite} f{function.number}"
                raise ValueError(f"dimensions: must be {allowed}; got {dimension}")
        first = functions(suite)[0]  # without a rotation, so that it costs nothing in any dimension
        try:
            for instance in config.instances:
                problem(suite, function=first.number, instance=instance, dimension=dimension)
        except InboundsError as error:
            raise ValueError(f"dimensions, instances: {error}") from None


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value).lower() if isinstance(value, bool) else repr(value)


def differing_keys(ours: Config, theirs: Config) -> list[str]:
    """Name the keys that give two configs different cells or seeds, in the order of the config.

    The name, the number of runs and the order within a list make no difference to any single run.
    """
    one, other = ({**config.model_dump(mode="json"), **config.content()} for config in (ours, theirs))
    return [key for key in one if key not in ("name", "runs") and _unordered(one[key]) != _unordered(other[key])]


def _unordered(value: object) -> object:
    return frozenset(value) if isinstance(value, list) else value
