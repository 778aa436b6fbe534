"""The store: a folder with the config as run, the environment and one Parquet shard per batch; how it is read."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import polars as pl

from inbounds.errors import DamagedShardError, InvalidArgumentError, StoreError, quoted
from inbounds.notebook import html_table
from inbounds.plan.cells import Batch, Plan
from inbounds.plan.config import Config, parse_config
from inbounds.runs import run_table
from inbounds.runs.run_range import RunRange

FORMAT, PACKED_FORMAT = "inbounds-store", "inbounds-packed-store"
STORE_FILE, CONFIG_FILE, ENVIRONMENT_FILE = "store.json", "config.toml", "environment.json"
IMPORT_FILE = "import.json"  # in the place of the config where other programs made the runs
LOCK_FILE, PROGRESS_FILE = "lock", "progress.json"
SHARD_FOLDER, DAMAGED_FOLDER = "shards", "damaged"

_SHARD_NAME = re.compile(r"([0-9a-f]{16})-(\d{10})-(\d{1,10})-([0-9a-f]{16})\.parquet")


@dataclass(frozen=True)
class Shard:
    """A shard by its file name, which says all that a resume needs: cell, runs and the checksum of the file."""

    path: Path
    cell: str
    runs: RunRange
    checksum: str
    schema: int = run_table.SCHEMA_VERSION
    target: float | None = None  # of its cell, where its schema keeps none

    def content(self) -> bytes:
        """Return the bytes of the file; raise DamagedShardError when they are not those that were written."""
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise DamagedShardError(f"{self.path}: {error.strerror}") from None
        if checksum(content) != self.checksum:
            raise DamagedShardError(f"{self.path}: the checksum is {checksum(content)}, not {self.checksum}")
        return content

    def read(self) -> pl.DataFrame:
        """Return the table; raise DamagedShardError when the file is not what was written."""
        try:
            return run_table.decode(self.content(), self.schema, self.target)
        except ValueError as error:
            raise DamagedShardError(f"{self.path}: {error}") from None


def checksum(content: bytes) -> str:
    """Return the sixteen hexadecimal digits that a shard's name carries."""
    return blake2b(content, digest_size=8).hexdigest()


def shard_name(cell: str, runs: RunRange, content: bytes) -> str:
    """Return the file name of a shard; sorted names put the rows in order of cell and run."""
    return f"{cell}-{runs.first:010d}-{runs.count}-{checksum(content)}.parquet"


def parse_shard(path: Path) -> Shard | None:
    """Return the shard that a file name describes, or None for another kind of file."""
    match = _SHARD_NAME.fullmatch(path.name)
    return Shard(path, match[1], RunRange(int(match[2]), int(match[3])), match[4]) if match else None


class Store:
    """A store to read, also while somebody else writes to it."""

    def __init__(self, path: str | Path, config: Config | None = None) -> None:
        """Open the store at `path`; `config` is what its file says, where that is known already."""
        self.path = Path(path)
        self._config = config
        self._check_format(read_json(self.path / STORE_FILE, self.path))

    def _check_format(self, described: dict[str, Any]) -> None:
        if described.get("format") == PACKED_FORMAT:
            raise StoreError(f"{str(self.path)!r} is a packed store: it can be read, and added to by `inbounds pack`")
        if described.get("format") != FORMAT:
            raise StoreError(f"{str(self.path)!r} is not a store: its {STORE_FILE} does not say so")
        if described.get("schema") not in run_table.SCHEMAS:
            raise StoreError(
                f"store {str(self.path)!r} has schema version {described.get('schema')}; "
                f"this inbounds reads versions {', '.join(map(str, run_table.SCHEMAS))}"
            )
        self.schema = int(described["schema"])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self.path)!r}{', imported results' * self.imported}>"

    def _repr_html_(self) -> str:
        held = self.finished()
        facts = [("cells with runs", len(held)), ("runs", sum(runs.count for cell in held.values() for runs in cell))]
        if not self.imported:
            planned = len(self.plan().cells)
            facts += [("cells planned", planned), ("runs planned", planned * self.config.runs)]
        return html_table(repr(self)[1:-1], [name for name, _ in facts], [[count for _, count in facts]])

    @property
    def imported(self) -> bool:
        """Whether the runs were made by other programs: then there is no config and nothing to go on with."""
        return (self.path / IMPORT_FILE).exists()

    @property
    def config(self) -> Config:
        """The config as run; imported results have none."""
        if self._config is None:
            self._config = self._read_config()
        return self._config

    def _read_config(self) -> Config:
        if self.imported:
            raise StoreError(f"store {str(self.path)!r} holds imported results: it has no experiment to go on with")
        path = self.path / CONFIG_FILE
        try:
            return parse_config(path.read_text(encoding="utf-8"), source=str(path), importing=False)
        except OSError as error:
            raise StoreError(f"{str(path)!r} cannot be read: {error.strerror}") from None

    @property
    def description(self) -> dict[str, Any]:
        """The config as plain data; of imported results, what they tell of themselves."""
        return read_json(self.path / IMPORT_FILE, self.path) if self.imported else self.config.content()

    @property
    def environment(self) -> dict[str, Any]:
        """Versions, CPU and commit of the run that began the store; under "resumed" of later ones that differed."""
        return read_json(self.path / ENVIRONMENT_FILE, self.path)

    @property
    def progress(self) -> dict[str, Any]:
        """What the last writer said about its pace; empty when it said nothing."""
        try:
            found = json.loads((self.path / PROGRESS_FILE).read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def plan(self) -> Plan:
        """Return the plan: all the cells this store is to hold."""
        return self._plan

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self.config)

    def shards(self) -> list[Shard]:
        """Return the shards that are there now, in order of cell and run."""
        folder = self.path / SHARD_FOLDER
        names = [path for path in folder.iterdir() if parse_shard(path)] if folder.is_dir() else []
        return [self.shard(path) for path in sorted(names, key=lambda path: path.name)]

    def shard(self, path: Path) -> Shard:
        """Return the shard of this store that `path` names."""
        shard = parse_shard(path)
        if shard is None:
            raise StoreError(f"{str(path)!r} is not the name of a shard")
        return replace(shard, schema=self.schema, target=self._target)

    @cached_property
    def _target(self) -> float | None:
        """The target of all runs, for schemas that do not keep it."""
        return None if self.imported or self.schema >= run_table.SCHEMA_VERSION else self.config.target

    def finished(self) -> dict[str, list[RunRange]]:
        """Return the stored runs of each cell, by cell id."""
        held: dict[str, list[RunRange]] = defaultdict(list)
        for shard in self.shards():
            held[shard.cell].append(shard.runs)
        return dict(held)

    def missing(self, part: tuple[int, int] = (1, 1)) -> list[Batch]:
        """Return the batches that are planned and not stored."""
        return self.plan().missing(self.finished(), part)

    def runs(self, columns: Iterable[str] | None = None) -> pl.LazyFrame:
        """Return the run table, lazily, one row per run in order of cell and run; `columns` picks some."""
        held = run_table.SCHEMAS[max(self.schema, run_table.SCHEMA_VERSION)]
        wanted = list(held) if columns is None else list(columns)
        for name in wanted:
            if name not in held:
                raise InvalidArgumentError(f"columns must be among {quoted(held)}; got {name!r}")
        paths = [shard.path for shard in self.shards()]
        if not paths:
            return pl.LazyFrame(schema=held).select(wanted)
        table = pl.scan_parquet(paths, schema=run_table.SCHEMAS[self.schema], glob=False)
        return run_table.completed(table, self.schema, self._target).select(wanted)

    def digest(self) -> str:
        """Return the hash of all results, timing left out: equal for equal runs, however they were batched and run."""
        digest = blake2b(digest_size=16)
        for cell, shards in _by_cell(self.shards()).items():
            digest.update(f"{cell}:{run_table.table_digest([shard.read() for shard in shards])}\n".encode())
        return digest.hexdigest()


def _by_cell(shards: Sequence[Shard]) -> dict[str, list[Shard]]:
    grouped: dict[str, list[Shard]] = defaultdict(list)
    for shard in shards:
        grouped[shard.cell].append(shard)
    return dict(grouped)


def read_json(path: Path, store: Path) -> dict[str, Any]:
    """Return the JSON object in a file of `store`."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if not store.exists():
            raise StoreError(f"there is no folder {str(store)!r}") from None
        raise StoreError(f"{str(store)!r} is not a store: there is no {path.name} in it") from None
    except OSError as error:
        raise StoreError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise StoreError(f"{str(path)!r} is not valid JSON: {error}") from None
    if not isinstance(found, dict):
        raise StoreError(f"{str(path)!r} must hold a JSON object")
    return found


def json_text(data: dict[str, Any]) -> str:
    """Return `data` as the JSON files of a store hold it."""
    return json.dumps(data, indent=2, sort_keys=True) + "\n"


def count_shards(path: Path) -> int:
    """Return how many shards a folder holds, be it a store already or not."""
    folder = path / SHARD_FOLDER
    return sum(1 for file in folder.iterdir() if parse_shard(file)) if folder.is_dir() else 0
