"""Workloads: many multicasts that are planned together."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Any, Mapping

from ._toml import to_toml


def read(workload: Any) -> tuple[str, str]:
    """The text of a workload, and what it is: ``toml``, ``csv``, or the name of a ``pattern``.

    Dictionaries and dataclasses have the keys of workload files; a text of several lines is such a file, and a path leads
    to one."""
    if dataclasses.is_dataclass(workload) and not isinstance(workload, type):
        workload = dataclasses.asdict(workload)
    if isinstance(workload, Mapping):
        return to_toml({key: _named(value) if key == "multicast" else value for key, value in workload.items()}), "toml"
    if isinstance(workload, str) and "\n" in workload:
        return workload, "toml"
    if not isinstance(workload, (str, os.PathLike)):
        expected = "a pattern such as \"all-gather\", a dictionary, a dataclass, the text of a file, or its path"
        raise TypeError(f"`workload` is {workload!r}; expected {expected}")
    path = Path(workload)
    if path.exists():
        return path.read_text(), "csv" if path.suffix == ".csv" else "toml"
    return str(workload), "pattern"


def _named(multicasts: Any) -> list:
    """Multicasts whose nodes have their names."""
    return [{**multicast, "source": _node(multicast["source"]), "to": _nodes(multicast["to"])} for multicast in multicasts]


def _nodes(nodes: Any) -> list:
    return [nodes] if isinstance(nodes, str) else [_node(node) for node in nodes]


def _node(node: Any) -> str:
    return ",".join(map(str, node)) if isinstance(node, tuple) else str(node)
