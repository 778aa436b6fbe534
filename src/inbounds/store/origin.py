"""Where the runs of a store come from: an experiment of our own, or results of other programs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from inbounds.errors import StoreError, StoreMismatchError
from inbounds.operators import catalogue
from inbounds.operators.module_paths import registered_name
from inbounds.plan.config import FAMILIES, Config, differing_keys
from inbounds.store.reader import CONFIG_FILE, IMPORT_FILE, Store, json_text


class Origin(Protocol):
    """What a writer needs to know to begin a store, or to go on with one."""

    @property
    def file(self) -> tuple[str, str]:
        """The name and the text of the file that tells of the origin."""

    @property
    def labels(self) -> Mapping[str, str]:
        """What operators of a user's own are called, by their full names, so that a report need not import them."""

    @property
    def config(self) -> Config | None:
        """The config, where there is one."""

    def continued(self, store: Store) -> "Origin | None":
        """Return what the store's file is to say from now on, None for no change; refuse a store of another origin."""


@dataclass(frozen=True)
class ExperimentOrigin:
    """Runs that this package makes, as `config` plans them."""

    config: Config
    labels: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, config: Config) -> "ExperimentOrigin":
        """Return the origin of runs to be made here, where the operators' modules can be imported."""
        own = [(family, name) for key, family in FAMILIES.items() for name in config.content()[key] if ":" in name]
        return cls(config, {name: catalogue.label(family, registered_name(family, name)) for family, name in own})

    @property
    def file(self) -> tuple[str, str]:
        """The config, as TOML."""
        return CONFIG_FILE, self.config.to_toml()

    def continued(self, store: Store) -> "ExperimentOrigin | None":
        """Take up a store of the same experiment; more runs are welcome, any other change is refused."""
        refuse_other_experiment(store, self.config)
        stored = store.config
        if self.config.runs < stored.runs:
            raise StoreMismatchError(
                f"store {str(store.path)!r} was asked for {stored.runs} runs per cell; "
                f"runs can be raised, not lowered; got {self.config.runs}"
            )
        return (
            ExperimentOrigin(stored.with_(runs=self.config.runs), self.labels)
            if self.config.runs > stored.runs
            else None
        )


@dataclass(frozen=True)
class ImportOrigin:
    """Runs that other programs made: no config and no plan, a description in their place."""

    description: dict[str, Any]
    config: None = None

    @property
    def labels(self) -> Mapping[str, str]:
        """None: other programs' operators go by their names."""
        return {}

    @property
    def file(self) -> tuple[str, str]:
        """The description, as JSON."""
        return IMPORT_FILE, json_text(self.description)

    def continued(self, store: Store) -> "ImportOrigin | None":
        """Refuse: an import is made in one go."""
        raise StoreError(f"{str(store.path)!r} is a store already: results are imported into a new one")


def refuse_other_experiment(store: Store, wanted: Config) -> None:
    """Raise StoreMismatchError, naming the keys, when a store's config and another plan different runs."""
    stored = store.config
    keys = differing_keys(stored, wanted)
    if keys:
        one, other = ({**config.model_dump(mode="json"), **config.content()} for config in (stored, wanted))
        changes = "; ".join(f"{key}: stored {_short(one[key])}, now {_short(other[key])}" for key in keys)
        raise StoreMismatchError(f"store {str(store.path)!r} is of another experiment, differing in {changes}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
