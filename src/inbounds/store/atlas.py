"""The atlas: the packed runs that come with the repository."""

from pathlib import Path

from inbounds.errors import StoreError, quoted
from inbounds.plan.config import STORE_FILE
from inbounds.store.packed import PackedStore

ATLAS_FOLDER = "atlas"
_CHECKOUT = Path(__file__).resolve().parents[3]


def atlas(name: str = "paper", *, path: str | Path | None = None) -> PackedStore:
    """Return a packed store of the atlas: "paper", "paper-2020", "dimensions", or of a study, as "studies/dose".

    It is looked for in `path`, or else in the checkout that this package runs from and in the working directory: the
    atlas is part of the repository, not of the installed package.
    """
    places = [Path(path)] if path is not None else [_CHECKOUT / ATLAS_FOLDER, Path.cwd() / ATLAS_FOLDER]
    folder = next((place for place in places if place.is_dir()), None)
    if folder is None:
        raise StoreError(
            f"there is no atlas in {quoted(map(str, places))}; it is part of the repository: say where with path=…"
        )
    held = sorted(found.parent.relative_to(folder).as_posix() for found in folder.rglob(STORE_FILE))
    if name not in held:
        raise StoreError(f"the atlas in {str(folder)!r} holds {quoted(held) or 'nothing'}; got {name!r}")
    return PackedStore(folder / name)
