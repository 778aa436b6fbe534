"""Damage stores in every way we know, and let every command at them: no traceback, no hang, no silent change.

    python benchmarks/attack_stores.py [--cases 10000] [--seed 0] [--minutes 60]

Each case copies a small store (of runs, packed or imported), damages one of its files as a number drawn from its seed
says, and runs a command of the command line on it, in this process. A finding is

- an exception that the command line does not turn into a line of its own, or a traceback in what is printed;
- a command that takes longer than 60 seconds;
- an error of more than one line, or one that names no file of the store;
- a silent change: status 0, nothing on stderr, and another answer than that of the sound store;
- a resume that ends with status 0 and another digest than that of the sound store;
- code of a module that a damaged config names, imported.

Stops by itself; status 1 on any finding. `--case N` runs a single case again and shows what was said.
"""

import argparse
import contextlib
import faulthandler
import io
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from inbounds.cli import main as command_line
from inbounds.errors import StoreError
from inbounds.exchange import export_store, import_results
from inbounds.experiment import Store, parse_config, run_experiment
from inbounds.store.packed import pack_store
from inbounds.store.shards import checksum

LIMIT = 60  # seconds that a command may take, on a busy machine too; none needs more than one
EXPERIMENT = """
functions = [1, 8]
dimensions = [2]
mutations = ["rand/1", "best/1"]
crossovers = ["binomial"]
boundaries = ["reflection", "death-penalty"]
population = 10
budget = "30*n"
runs = 4
seed = 5
"""
TRAP = "inbounds_attack_trap"
READERS = ("status", "rank", "recommend", "verify-keep", "verify", "export", "pack", "merge", "report", "run")
WEIGHTS = (4, 4, 1, 3, 3, 2, 2, 3, 0.4, 6)


class NotApplicable(Exception):  # noqa: N818 - not an error: a damage that this kind of store cannot suffer
    """Raised by a damage where there is nothing for it to damage."""


@dataclass(frozen=True)
class Masters:
    """Sound stores to copy from, and what commands say of them."""

    folder: Path

    def store(self, kind: str) -> Path:
        return self.folder / kind

    @property
    def config(self) -> Path:
        return self.folder / "attack.toml"

    @property
    def digest(self) -> str:
        return (self.folder / "digest").read_text()


def make_masters(folder: Path) -> Masters:
    """Make a store of each kind, and of the same cells with another seed and another budget."""
    masters = Masters(folder)
    masters.config.write_text(EXPERIMENT)
    config = parse_config(EXPERIMENT, name="attack")
    for name, changes in (("plain", {}), ("seed", {"seed": 6}), ("budget", {"budget": "40*n"}), ("more", {"runs": 6})):
        run_experiment(config.with_(**changes), folder / name, workers=1)
    pack_store(Store(folder / "plain"), folder / "packed")
    export_store(folder / "plain", folder / "exported")
    import_results([folder / "exported"], folder / "imported")
    (folder / "digest").write_text(Store(folder / "plain").digest())
    return masters


def files_of_runs(store: Path) -> list[Path]:
    return sorted(path for name in ("shards", "blocks") for path in (store / name).glob("*.parquet"))


def one_file(store: Path, chance: random.Random) -> Path:
    return chance.choice(files_of_runs(store))


def truncate(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    path.write_bytes(path.read_bytes()[: chance.randrange(path.stat().st_size)])


def grow(store: Path, chance: random.Random, masters: Masters) -> None:
    with one_file(store, chance).open("ab") as file:
        file.write(chance.randbytes(chance.randint(1, 500)))


def zero(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    content = bytearray(path.read_bytes())
    first = chance.randrange(len(content))
    last = chance.randrange(first, len(content)) + 1
    content[first:last] = bytes([content[first] ^ 255]) + bytes(last - first - 1)
    path.write_bytes(content)


def zero_all(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    path.write_bytes(bytes(path.stat().st_size))


def flip_bit(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def empty(store: Path, chance: random.Random, masters: Masters) -> None:
    one_file(store, chance).write_bytes(b"")


def damage_all(store: Path, chance: random.Random, masters: Masters) -> None:
    for path in files_of_runs(store):
        path.write_bytes(path.read_bytes()[: chance.randrange(path.stat().st_size)])


def replace_by_link(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    path.unlink()
    path.symlink_to(chance.choice(["nowhere", path.name, "/dev/zero", "/dev/null", "/proc/self/mem", "/", "/dev/tty"]))


def replace_by_pipe(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    path.unlink()
    os.mkfifo(path)


def replace_by_folder(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    path.unlink()
    path.mkdir()
    if chance.random() < 0.5:
        (path / "file").touch()


def folder_like_a_shard(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    path.with_name(path.name.replace(path.stem[-16:], f"{chance.getrandbits(64):016x}")).mkdir()


def copy_under_another_name(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    shutil.copy(path, path.with_name(another_name(path, chance)))


def move_to_another_name(store: Path, chance: random.Random, masters: Masters) -> None:
    path = one_file(store, chance)
    path.rename(path.with_name(another_name(path, chance)))


def another_name(path: Path, chance: random.Random) -> str:
    """Return the name of a file of runs with another cell, other runs, another count or another checksum."""
    others = [other for other in files_of_runs(path.parents[1]) if other != path]
    if path.parent.name == "blocks":
        head, _, tail = path.name.rpartition("_")
        return chance.choice([f"{head[:-9]}0004-0007_{tail}", f"{head[:-4]}9999_{tail}", f"x{head}_{tail}"])
    cell, first, count, check = path.name.split("-")
    other = chance.choice(others).name.split("-")
    return chance.choice(
        [
            f"{other[0]}-{first}-{count}-{check}",
            f"{chance.getrandbits(64):016x}-{first}-{count}-{check}",
            f"{cell}-{chance.choice([1, 4, 10**9, 10**10 - 1]):010d}-{count}-{check}",
            f"{cell}-{first}-{chance.choice([0, 3, 5, 2**31, 10**10 - 1])}-{check}",
            f"{cell}-{first}-{count}-{other[3]}",
        ]
    )


def swap_names(store: Path, chance: random.Random, masters: Masters) -> None:
    if len(files_of_runs(store)) < 2:
        raise NotApplicable
    one, other = chance.sample(files_of_runs(store), 2)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def add_foreign_shard(store: Path, chance: random.Random, masters: Masters) -> None:
    """Add, or put in the place of ours, a whole shard of another seed, budget or number of runs."""
    if not (store / "config.toml").exists() or not (store / "shards").exists():
        raise NotApplicable
    other = one_file(masters.store(chance.choice(["seed", "budget", "more"])), chance)
    if chance.random() < 0.5:
        for path in (store / "shards").glob(f"{other.name[:16]}*"):
            path.unlink()
    shutil.copy(other, store / "shards" / other.name)


def forge(store: Path, chance: random.Random, masters: Masters) -> None:
    """Replace a file by another content whose checksum its name carries."""
    path = one_file(store, chance)
    kind = chance.randrange(4)
    buffer = io.BytesIO()
    if kind == 0:
        buffer.write(chance.randbytes(chance.randrange(2000)))
    elif kind == 1:
        pl.DataFrame({"a": [1, 2]}).write_parquet(buffer)
    elif kind == 2:
        pl.read_parquet(path).with_columns(pl.col("^(experiment_)?seed$") + 1).write_parquet(buffer)
    else:
        table = pl.read_parquet(path)
        column = chance.choice(table.columns)
        table.with_columns(
            pl.lit(chance.choice([None, "x", -1, 1e300]), allow_object=False).alias(column)
        ).write_parquet(buffer)
    path.unlink()
    named = path.name.replace(path.stem[-16:], checksum(buffer.getvalue()))
    path.with_name(named).write_bytes(buffer.getvalue())


def stray(store: Path, chance: random.Random, masters: Masters) -> None:
    name = chance.choice(["notes.txt", "x.parquet", "\x1b[31m.parquet", "a.parquet.tmp"])
    (one_file(store, chance).parent / name).write_bytes(chance.randbytes(10))


def lose_folder(store: Path, chance: random.Random, masters: Masters) -> None:
    folder = one_file(store, chance).parent
    shutil.rmtree(folder)
    kind = chance.randrange(3)
    if kind == 1:
        folder.write_bytes(b"not a folder")
    elif kind == 2:
        folder.symlink_to("nowhere")


def lose_all_files(store: Path, chance: random.Random, masters: Masters) -> None:
    for path in files_of_runs(store):
        path.unlink()


def description(store: Path, chance: random.Random) -> Path:
    names = ["store.json", "config.toml", "environment.json", "progress.json", "import.json", "lock"]
    return chance.choice([path for name in names if (path := store / name).exists()])


def damage_description(store: Path, chance: random.Random, masters: Masters) -> None:
    path = description(store, chance)
    content = bytearray(path.read_bytes())
    kind = chance.randrange(6)
    if kind == 0:
        content = content[: chance.randrange(len(content))]
    elif kind == 1:
        content = bytearray()
    elif kind == 2:
        content[chance.randrange(len(content))] = chance.randrange(128, 256)
    elif kind == 3:
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    elif kind == 4:
        content = bytearray(b"[" * 100_000 if path.suffix == ".json" else b"runs = " + b"[" * 100_000)
    else:
        content = bytearray(bytes(len(content)))
    path.write_bytes(content)


def replace_description(store: Path, chance: random.Random, masters: Masters) -> None:
    path = description(store, chance)
    path.unlink()
    kind = chance.randrange(5)
    if kind == 1:
        path.mkdir()
    elif kind == 2:
        os.mkfifo(path)
    elif kind == 3:
        path.symlink_to("/dev/zero")
    elif kind == 4:
        path.symlink_to(path.name)


def wrong_value(chance: random.Random) -> object:
    deep: object = []
    for _ in range(50):
        deep = [deep]
    return chance.choice(
        [None, True, False, 0, -1, 2**31, 2**64, 10**300, 1e308, -1e308, 0.5, "", "x", "\u202e", "1-1000000", [], {},
         [None], [[]], {"a": []}, deep, [1] * 1000]
    )  # fmt: skip


def wrong_json(store: Path, chance: random.Random, masters: Masters) -> None:
    path = chance.choice(sorted(store.glob("*.json")))
    data = json.loads(path.read_text())
    key = chance.choice([*data, "labels", "resumed", "packages", "part", "written", "name"])
    if chance.random() < 0.2:
        data.pop(key, None)
    else:
        data[key] = wrong_value(chance)
    path.write_text(json.dumps(data) if chance.random() < 0.9 else json.dumps(wrong_value(chance)))


def edit_config(store: Path, chance: random.Random, masters: Masters) -> None:
    path = store / "config.toml"
    if not path.exists():
        raise NotApplicable
    lines = path.read_text().splitlines()
    place = chance.randrange(len(lines))
    key = lines[place].partition(" ")[0]
    value = chance.choice(
        ["2147483647", "9" * 30, "0x" + "f" * 4000, "-1", "0", "1e308", "nan", "inf", '"1-1000000"', '"1-999999999"',
         '"1-1000000,2000000-3000000"', '"999999999*n"', '"1e99*1e99*n"', '"' + "*".join(["sqrt(n)"] * 500) + '"',
         "true", '""', "[]", "{}", f'["{TRAP}:x"]', f'"{TRAP}:x"', '["os:system"]', "[[1]]", str(list(range(1, 3000))),
         '"all"', '"\\u001b[31m"', "1979-05-27", '["a:b\\u0007"]', "100000"]
    )  # fmt: skip
    if chance.random() < 0.2:
        key = chance.choice(
            ["archive", "reduction", "restart", "selection", "epsilon", "coordinates", "unknown", "pbest"]
        )
        lines.append(f"{key} = {value}")
    else:
        lines[place] = f"{key} = {value}"
    path.write_text("\n".join(lines))


def edit_letters(store: Path, chance: random.Random, masters: Masters) -> None:
    path = store / "config.toml"
    if not path.exists():
        raise NotApplicable
    text = list(path.read_text())
    for _ in range(chance.randint(1, 3)):
        text[chance.randrange(len(text))] = chance.choice("0123456789=\"'[]{},.#\n xyz")
    path.write_text("".join(text))


Damage = Callable[[Path, random.Random, Masters], None]
DAMAGES: tuple[Damage, ...] = (
    truncate, grow, zero, zero_all, flip_bit, empty, damage_all, replace_by_link, replace_by_pipe, replace_by_folder,
    folder_like_a_shard, copy_under_another_name, move_to_another_name, swap_names, add_foreign_shard, forge, stray,
    lose_folder, lose_all_files, damage_description, replace_description, wrong_json, edit_config, edit_letters,
)  # fmt: skip
# What these change is for the user to say, so another answer is no silent change: the plan, or who wrote it and when.
# A store without any shards is one that was just begun.
TOLD_BY_THE_USER = {lose_all_files, edit_config, edit_letters, damage_description, replace_description, wrong_json}


@dataclass(frozen=True)
class Case:
    """One damaged store and one command, all from a number."""

    number: int
    seed: int

    def choices(self) -> tuple[random.Random, Damage, str, str]:
        """Return the source of chance, the damage, the kind of store and the command."""
        chance = random.Random(f"{self.seed}:{self.number}")
        damage = DAMAGES[self.number % len(DAMAGES)]
        kind = chance.choices(["plain", "packed", "imported"], [7, 2, 1])[0]
        command = chance.choices(READERS, WEIGHTS)[0]
        return chance, damage, kind if command != "run" else "plain", command


@dataclass(frozen=True)
class Said:
    """How a command ended and what it said."""

    status: int
    out: str
    err: str
    failure: str = ""
    seconds: float = 0.0


def say(arguments: list[str]) -> Said:
    """Run a command of the command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    failure, status, began = "", 0, time.monotonic()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            command_line(arguments)
        except SystemExit as leave:
            status = leave.code if isinstance(leave.code, int) else 0
        except BaseException:  # whatever comes through is what is looked for
            failure = traceback.format_exc()
    return Said(status, out.getvalue(), err.getvalue(), failure, time.monotonic() - began)


def arguments_of(command: str, store: Path, place: Path, masters: Masters) -> list[str]:
    where = str(store)
    return {
        "status": ["status", where],
        "rank": ["rank", where, "--json"],
        "recommend": ["recommend", "--store", where, "--json"],
        "verify-keep": ["verify", where, "--keep"],
        "verify": ["verify", where],
        "export": ["export", where, "--out", str(place / "exported"), "-q"],
        "pack": ["pack", where, "--out", str(place / "packed")],
        "merge": ["merge", where, "--into", str(place / "merged")],
        "report": ["report", where, "--out", str(place / "report"), "--figures", "none", "--resamples", "2", "-q"],
        "run": ["run", str(masters.config), "--store", where, "--workers", "1", "-q"],
    }[command]


def answer(command: str, said: Said, place: Path) -> object:
    """Return what must not change silently."""
    if command in ("rank", "recommend", "status"):
        return said.out.replace(str(place), "")
    written = {"pack": "packed/blocks", "merge": "merged/shards", "export": "exported"}.get(command)
    if written is None or not (place / written).is_dir():
        return None
    return sorted(path.name for path in (place / written).rglob("*") if path.suffix in (".parquet", ".json", ".dat"))


class Attack:
    """The masters, the answers of sound stores, and a place for one damaged store at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / f"{TRAP}.py").write_text("import os\nos.environ['INBOUNDS_ATTACK_TRAP'] = 'sprung'\n")
        sys.path.insert(0, str(folder))
        self.masters = make_masters(folder)
        self._sound: dict[tuple[str, str], object] = {}

    def sound_answer(self, kind: str, command: str) -> object:
        """Return the answer of the undamaged store, asked once."""
        if (kind, command) not in self._sound:
            with self._place() as place:
                store = Path(shutil.copytree(self.masters.store(kind), place / "store", symlinks=True))
                said = say(arguments_of(command, store, place, self.masters))
                self._sound[kind, command] = answer(command, said, place)
        return self._sound[kind, command]

    @contextlib.contextmanager
    def _place(self) -> Iterator[Path]:
        place = self.folder / "case"
        place.mkdir()
        try:
            yield place
        finally:
            shutil.rmtree(place)

    def run(self, case: Case) -> tuple[list[str], Said | None]:
        """Return the findings of a case, and what the command said; None where the damage does not apply."""
        chance, damage, kind, command = case.choices()
        expected = self.sound_answer(kind, command)
        with self._place() as place:
            store = Path(shutil.copytree(self.masters.store(kind), place / "store", symlinks=True))
            try:
                damage(store, chance, self.masters)
            except NotApplicable:
                return [], None
            with time_limit():
                said = say(arguments_of(command, store, place, self.masters))
            found = list(findings(said, store))
            if not found and said.status == 0 and command == "run" and digest_of(store) != self.masters.digest:
                found.append("a resume ended with status 0 and another digest")
            quiet = said.status == 0 and not said.err and damage not in TOLD_BY_THE_USER
            if quiet and answer(command, said, place) != expected:
                found.append("a silent change")
        if os.environ.pop("INBOUNDS_ATTACK_TRAP", ""):
            found.append("code of a named module was imported")
        return found, said


def digest_of(store: Path) -> str:
    try:
        return Store(store).digest()
    except StoreError as error:
        return str(error)


def findings(said: Said, store: Path) -> Iterator[str]:
    """Yield what a command must never do."""
    if said.failure:
        yield "a hang" if "TimeoutError" in said.failure else f"an exception: {said.failure.strip().splitlines()[-1]}"
    if "Traceback" in said.out + said.err:
        yield "a traceback"
    if said.status == 2:
        errors = [line for line in said.err.splitlines() if not line.startswith("inbounds: note:")]
        if len(errors) != 1:
            yield f"an error of {len(errors)} lines"
        elif store.name not in errors[0] and "holds no runs" not in errors[0]:
            yield "an error that names no file"
    if "\x1b" in said.err:
        yield "a control character on the terminal"


@contextlib.contextmanager
def time_limit() -> Iterator[None]:
    """Raise TimeoutError after LIMIT seconds, and end the process where even that is not heard."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    faulthandler.dump_traceback_later(2 * LIMIT, exit=True)
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def main() -> int:
    """Attack, show how far it is, and tell what was found."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=120.0, help="stop after so long, whatever is left")
    parser.add_argument("--case", type=int, help="this one only, and show what it said")
    asked = parser.parse_args()
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder:
        attack = Attack(Path(folder))
        if asked.case is not None:
            case = Case(asked.case, asked.seed)
            found, said = attack.run(case)
            _, damage, kind, command = case.choices()
            print(damage.__name__, kind, command, found, said, sep="\n")
            return int(bool(found))
        done, findings_of, ends = 0, Counter[str](), Counter[str]()
        began, slowest = time.monotonic(), 0.0
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("damaged stores"), TimeRemainingColumn())
        with Progress(*columns, console=console) as bar:
            task = bar.add_task("", total=asked.cases)
            for number in range(sys.maxsize):
                if done == asked.cases or time.monotonic() - began > 60 * asked.minutes:
                    break
                case = Case(number, asked.seed)
                found, said = attack.run(case)
                if said is None:
                    continue
                done += 1
                slowest = max(slowest, said.seconds)
                ends[f"status {said.status}" + (", with a note" if said.err and not said.status else "")] += 1
                for what in found:
                    findings_of[what] += 1
                    _, damage, kind, command = case.choices()
                    console.print(f"case {number}: {damage.__name__}, {kind}, {command}: {what}", markup=False)
                bar.update(task, completed=done)
    print(f"{done} damaged stores in {time.monotonic() - began:.0f} s, the slowest command {slowest:.1f} s")
    print("; ".join(f"{what}: {count}" for what, count in sorted(ends.items())))
    print(
        f"{sum(findings_of.values())} findings" + "".join(f"\n  {n} × {what}" for what, n in findings_of.most_common())
    )
    return int(bool(findings_of))


if __name__ == "__main__":
    sys.exit(main())
