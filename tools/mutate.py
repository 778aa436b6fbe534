"""Change a module in small ways, one at a time, and see whether its tests notice.

    make mutate MODULE=src/inbounds/analysis/ranking.py TESTS=tests/analysis/test_ranking.py

Every change that no test notices is shown: it is a gap in the tests, or a change that means the same. The module is
changed in place and put back, also after Ctrl-C; do not edit it meanwhile.
"""

import argparse
import ast
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

SWAPPED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*", ast.Pow: "*",
    ast.And: "or", ast.Or: "and", ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "argmin": "argmax", "argmax": "argmin", "mean": "sum"}


class Mutation(NamedTuple):
    """The text from `start` to `end`, in characters of the file, becomes `after`."""

    line: int
    start: int
    end: int
    after: str


def mutations(source: str) -> Iterator[Mutation]:
    """Yield every small change: comparisons, arithmetic, logic, numbers, truth values, smallest and largest."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    texts = source.splitlines()

    def at(line: int, column: int) -> int:
        return starts[line - 1] + len(texts[line - 1].encode()[:column].decode())

    def operator(left: ast.expr, right: ast.expr, after: str) -> Mutation:
        begin, end = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
        between = source[begin:end]
        core = between.strip(" \n()")
        start = begin + between.index(core)
        return Mutation(left.end_lineno or 0, start, start + len(core), after)

    annotations = {id(part) for node in ast.walk(ast.parse(source)) for part in _annotations(node)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield operator(left, right, SWAPPED[type(op)])
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED and id(node) not in annotations:
                if not _typed(node):
                    yield operator(left, right, SWAPPED[type(op)])
            case ast.BoolOp(op=op, values=[first, second, *_]):
                yield operator(first, second, SWAPPED[type(op)])
            case ast.UnaryOp(op=ast.Not()):
                start = at(node.lineno, node.col_offset)
                yield Mutation(node.lineno, start, start + len("not"), "")
            case ast.Constant(value=bool() as value):
                yield _whole(node, at, str(not value))
            case ast.Constant(value=int() | float() as value):
                yield _whole(node, at, repr(value + 1))
            case ast.Call(func=ast.Attribute(attr=name) as called) if name in NAMES:
                end = at(called.end_lineno or 0, called.end_col_offset or 0)
                yield Mutation(called.lineno, end - len(name), end, NAMES[name])
            case ast.Call(func=ast.Name(id=name) as called) if name in NAMES:
                yield _whole(called, at, NAMES[name])
            case ast.IfExp(test=test):
                yield _whole(test, at, f"(not ({ast.get_source_segment(source, test)}))")
            case ast.If(test=test):
                yield _whole(test, at, f"(not ({ast.get_source_segment(source, test)}))")


def _whole(node: ast.expr, at: Callable[[int, int], int], after: str) -> Mutation:
    end = at(node.end_lineno or 0, node.end_col_offset or 0)
    return Mutation(node.lineno, at(node.lineno, node.col_offset), end, after)


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("annotation", "returns"):
        part = getattr(node, name, None)
        if part is not None:
            yield from ast.walk(part)


def _typed(node: ast.BinOp) -> bool:
    """Tell whether this is a union of types, as in isinstance(x, int | float)."""
    return isinstance(node.op, ast.BitOr) and all(
        isinstance(side, ast.Name | ast.Attribute | ast.BinOp) for side in (node.left, node.right)
    )


def noticed(tests: list[str], timeout: float) -> bool:
    """Run the tests and tell whether one fails; one that never ends fails, too."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> int:
    """Mutate, test, put back, and list what went unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+", help="test files or folders that should notice")
    parser.add_argument("--most", type=int, default=20, help="so many changes, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds for one run of the tests")
    given = parser.parse_args()
    source = given.module.read_text(encoding="utf-8")
    found = sorted(set(mutations(source)))
    chosen = sorted(random.Random(given.seed).sample(found, min(given.most, len(found))))
    if noticed(given.tests, given.timeout):
        print("the tests fail on the unchanged module", file=sys.stderr)
        return 2
    alive = 0
    try:
        for change in chosen:
            given.module.write_text(source[: change.start] + change.after + source[change.end :], encoding="utf-8")
            if not noticed(given.tests, given.timeout):
                alive += 1
                line = source.splitlines()[change.line - 1].strip()
                print(
                    f"{given.module}:{change.line}: {source[change.start : change.end]!r} → {change.after!r} in  {line}"
                )
    finally:
        given.module.write_text(source, encoding="utf-8")
    print(f"{alive} of {len(chosen)} changes went unnoticed ({len(found)} possible)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
