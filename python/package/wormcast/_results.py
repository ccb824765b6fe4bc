"""What comparisons, searches for changes, and the figures of the papers come to."""

from __future__ import annotations

import html
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Optional

from ._progress import Bar
from ._wormcast import Plan, Proof, figures_meant, group_plans, measure


class Comparison:
    """A multicast by many schemes: what it costs, how long it takes alone, and whether each scheme can deadlock."""

    def __init__(self, document: dict) -> None:
        self._document = document

    @property
    def schemes(self) -> list:
        """A dictionary for each scheme: its name (``scheme``), and ``cost``, ``latency_ns`` and ``proof``, or why it was
        ``refused``."""
        return self._document["schemes"]

    @property
    def recommended(self) -> Optional[str]:
        """The cheapest scheme that is proved free of deadlock."""
        return self._document.get("recommended", {}).get("scheme")

    @property
    def under_load(self) -> Optional[list]:
        """If ``under`` was asked for, a dictionary a number of destinations: the ``schemes`` with their latencies, and the one
        that is ``recommended``."""
        return self._document["under_load"]["sizes"] if "under_load" in self._document else None

    def to_dict(self) -> dict:
        """The same as ``wormcast compare --format json`` writes it."""
        return self._document

    def to_pandas(self):
        """A frame of pandas with a row a scheme, the cheapest first."""
        import pandas as pd

        rows = [{"scheme": entry["scheme"], **entry.get("cost", {}), **_rest(entry)} for entry in self.schemes]
        frame = pd.DataFrame(rows).set_index("scheme")
        return frame.sort_values("channels", kind="stable") if "channels" in frame else frame

    def _repr_html_(self) -> str:
        return self.to_pandas().to_html()

    def __repr__(self) -> str:
        return f"<wormcast.Comparison of {len(self.schemes)} schemes: recommended {self.recommended}>"


def _rest(entry: dict) -> dict:
    return {key: entry[key] for key in ("latency_ns", "proof", "proof_alone", "refused") if key in entry}


def framed(page: str) -> str:
    """A page in a frame of its own, so that it and the notebook leave each other alone."""
    inside = html.escape(page, quote=True)
    return f'<iframe srcdoc="{inside}" style="width: 100%; height: 640px; border: 0" sandbox="allow-scripts"></iframe>'


@dataclass(frozen=True)
class Proposal:
    """Changes that make plans free of deadlock."""

    #: What is changed about which worms, in words.
    changes: list
    #: The channels, and virtual channels of links, that are taken more than before.
    channels: int
    #: How long it takes until all have the message; none if no engine can tell.
    latency_ns: Optional[float]
    #: What is sent together, one after another: the plans, and the proof that they cannot deadlock.
    phases: list = field(repr=False)

    @property
    def plans(self) -> list:
        """The plans of the first phase: all of them, if nothing is sent later."""
        return self.phases[0][0]


@dataclass(frozen=True)
class Mending:
    """What a search for changes that make plans free of deadlock comes to."""

    #: Whether the plans are free of deadlock as they are.
    is_free: bool
    #: What makes them free, the cheapest first.
    proposals: list
    #: The kinds of changes for which the search gave up.
    gave_up: list
    #: Whether what is in flight beside the plans deadlocks without them: no change of the plans helps.
    others_deadlock: bool = False


class Together:
    """Plans of a workload that were made together, phase by phase, and a bound below which no plans can be."""

    def __init__(self, document: dict, phases: list, msccl: Optional[str]) -> None:
        self._document = document
        #: The plans of each phase, in the order of its multicasts.
        self.phases = phases
        #: The rounds as an algorithm of MSCCL (XML); none where there are several phases, or no rounds.
        self.msccl = msccl

    @property
    def plans(self) -> list:
        """The plans of all phases."""
        return [plan for phase in self.phases for plan in phase]

    def to_dict(self) -> dict:
        """The same as ``wormcast plan-all --format json`` writes it."""
        return self._document

    def to_pandas(self):
        """A frame of pandas with a row a phase: its ``value``, the ``lower_bound``, and why it is free of deadlock."""
        import pandas as pd

        return pd.DataFrame(self._document["phases"])

    def __repr__(self) -> str:
        unit = self._document["unit"]
        values = [f"{phase['value']:g} {unit} (bound {phase['lower_bound']:g})" for phase in self._document["phases"]]
        return f"<wormcast.Together: {len(self.plans)} plans, {', '.join(values)}>"


class Replanned:
    """Plans that were changed as little as can be."""

    def __init__(self, document: dict, plans: dict) -> None:
        self._document = document
        #: The plans that still have destinations, as they are now, by their places among the given ones.
        self.plans = plans

    @property
    def changed(self) -> list:
        """A dictionary a plan that changed: ``plan``, ``channels_before``, ``channels``, the ``entries`` that other tables
        have now, and the destinations that were ``dropped``."""
        return self._document["changed"]

    @property
    def free_while_changing(self) -> bool:
        """Whether old and new routes together close no cycle of dependences."""
        return self._document["free_while_changing"]

    def to_dict(self) -> dict:
        """The same as ``wormcast replan --format json`` writes it."""
        return self._document

    def __repr__(self) -> str:
        free = "" if self.free_while_changing else ", not free of deadlock while old messages are in flight"
        dropped = sum(len(change["dropped"]) for change in self.changed)
        lost = f", {dropped} destination{'s' if dropped > 1 else ''} dropped" if dropped else ""
        gone = self._document["plans"] - len(self.plans)
        none = f" ({gone} plan{'s have' if gone > 1 else ' has'} none left)" if gone else ""
        return f"<wormcast.Replanned: {len(self.changed)} of {self._document['plans']} plans changed{lost}{none}{free}>"


class Groups:
    """Multicast trees of a fabric that close no credit loop with its unicasts."""

    def __init__(self, document: dict, tables: str, levels: str) -> None:
        self._document = document
        #: The trees, as OpenSM dumps its multicast tables (``opensm.mcfdbs``).
        self.tables = tables
        #: The service levels of the groups, which ``prove_fabric`` reads as ``msl.txt``; needed where they are not all 0.
        self.levels = levels

    @property
    def groups(self) -> list:
        """A dictionary a group: ``group``, ``members``, ``service_level``, ``channels``, the ``lower_bound`` of these, and
        ``channels_before``."""
        return self._document["groups"]

    @property
    def service_levels(self) -> int:
        """How many service levels the groups take."""
        return self._document["service_levels"]

    @property
    def fewest(self) -> bool:
        """Whether it is known that fewer do not do."""
        return self._document["fewest"]

    def to_dict(self) -> dict:
        """The same as ``wormcast plan-groups --format json`` writes it."""
        return self._document

    def to_pandas(self):
        """A frame of pandas with a row a group."""
        import pandas as pd

        return pd.DataFrame(self.groups)

    def __repr__(self) -> str:
        return f"<wormcast.Groups: {len(self.groups)} groups in {self.service_levels} service levels>"


def plan_groups(
    fabric: str | os.PathLike, groups: Optional[Mapping] = None, *, keep: bool = False, progress: Any = None
) -> Groups:
    """Plans the multicast trees of a fabric anew, so that they fit its unicasts: no credit loop is closed, whichever
    members send.

    ``fabric`` is the folder with ``ibnetdiscover.txt``, ``opensm-lfts.dump`` and what else OpenSM dumps; ``groups`` are the members
    by multicast LIDs (``{0xC001: ["H1", "H2"]}``), by default those that stand in its tables. ``keep``: trees
    of the tables stay as far as they close no loop with the unicasts and each other, and all groups of the tables are
    there beside ``groups``. Where there are no such trees, an ``Error`` says why, with the group as its culprit.
    """
    if groups is not None and not isinstance(groups, Mapping):
        raise TypeError(f"`groups` is {groups!r}; expected a dictionary of members, such as {{0xC001: ['H1', 'H2']}}")
    named = None if groups is None else [(lid, list(members)) for lid, members in groups.items()]
    return Groups(*group_plans(fabric, named, keep, progress or None))


class Figure:
    """A figure of a paper, measured: what the paper claims, the numbers and the pictures."""

    def __init__(self, name: str, document: dict) -> None:
        self.name = name
        #: A dictionary a claim: ``claim``, what the ``paper`` says, what was ``measured``, and whether it ``holds``; none
        #: if that is not decided.
        self.claims = document["claims"]
        self._tables = document["tables"]
        #: The pictures as SVG, by their names.
        self.pictures = {picture["name"]: picture["svg"] for picture in document["pictures"]}

    @property
    def tables(self) -> dict:
        """The numbers: frames of pandas by the names of the tables."""
        import pandas as pd

        def numbers(column):
            try:
                return pd.to_numeric(column)
            except ValueError:
                return column

        frames = {table["name"]: pd.DataFrame(table["rows"], columns=table["columns"]) for table in self._tables}
        return {name: frame.apply(numbers) for name, frame in frames.items()}

    def save(self, folder: str | os.PathLike) -> None:
        """Writes tables as CSV and pictures as SVG into a folder, as ``wormcast reproduce`` does."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, frame in self.tables.items():
            frame.to_csv(Path(folder) / f"{name}.csv", index=False)
        for name, svg in self.pictures.items():
            (Path(folder) / f"{name}.svg").write_text(svg)

    def svg(self, picture: Optional[str] = None) -> Optional[str]:
        """A picture: the one of this name, or the first; none if there is none."""
        return next(iter(self.pictures.values()), None) if picture is None else self.pictures[picture]

    def _repr_svg_(self) -> Optional[str]:
        return self.svg()

    def __repr__(self) -> str:
        held = sum(claim["holds"] is True for claim in self.claims)
        return f"<wormcast.Figure {self.name}: {held} of {len(self.claims)} claims hold>"


def reproduce(*figures: str, quick: bool = False, seed: int = 1, progress: Any = None) -> list:
    """Measures figures of the papers against what they claim: names such as ``"star-11a"``, or ``"dstm-*"`` for all that
    begin so. ``quick`` takes fewer repetitions, for a first look in seconds. A list of ``Figure``."""
    meant = list(dict.fromkeys(figure for name in figures for figure in figures_meant(name)))
    measured = []
    with Bar(progress, len(meant), "figures") as bar:
        for number, name in enumerate(meant):
            tell = (lambda share, number=number: bar.set(number + share)) if progress else None
            measured.append(Figure(name, measure(name, quick, seed, tell)))
            bar.set(number + 1)
    return measured
