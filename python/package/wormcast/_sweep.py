"""Sweeps: experiments from dictionaries, dataclasses or TOML, run here or on the workers of Dask."""

from __future__ import annotations

import dataclasses
import functools
import os
import pickle
import sys
import threading
from pathlib import Path
from typing import Any, Mapping

from . import _own
from ._networkx import node_name
from ._progress import Bar
from ._toml import to_toml
from ._wormcast import Experiment, Network
from .errors import BadFile, BadOption, Error


class Sweep:
    """The results of a sweep: a table with a row for each scheme, load, seed and class of traffic."""

    def __init__(self, folder: Path, columns: dict, summaries: list) -> None:
        self.folder = folder
        #: The columns of the table: NumPy arrays, and lists of texts. NaN is what the run could not tell.
        self.columns = columns
        #: A dictionary a scheme: zero-load latency, the highest steady load, where it fails, and throughput.
        self.summaries = summaries

    def __len__(self) -> int:
        return len(self.columns["load"])

    def to_pandas(self):
        """The table as a frame of pandas."""
        import pandas as pd

        texts = {key: pd.Categorical(column) for key, column in self.columns.items() if isinstance(column, list)}
        return pd.DataFrame({**self.columns, **texts}, copy=False)

    def to_arrow(self):
        """The table as a table of pyarrow, whose numbers are not copied."""
        import pyarrow as pa

        return pa.table(self.columns)

    def to_polars(self):
        """The table as a frame of polars."""
        import polars as pl

        return pl.from_arrow(self.to_arrow())

    def svg(self) -> str:
        """The curves of latency over load."""
        return (self.folder / "latency.svg").read_text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<wormcast.Sweep of {len(self.summaries)} schemes: {len(self)} rows, in {self.folder}>"


def sweep(
    experiment: Any,
    out: str | os.PathLike | None = None,
    *,
    resume: bool = False,
    shard: str = "1/1",
    threads: int | None = None,
    client: Any = None,
    progress: Any = None,
) -> Sweep | None:
    """Measures schemes under load: every scheme at every load with every seed of an experiment.

    ``experiment`` is the path of a TOML file, its text, or a dictionary or dataclass with the same keys; its ``topology``
    may be a ``Network``, with what it has lost. The results go
    into the folder ``out``, as those of ``wormcast sweep`` do, and with the same bytes. A sweep that was interrupted
    goes on with ``resume``. With a ``client`` of Dask, cells run on its workers. ``progress`` is ``tqdm.tqdm`` or alike.

    None, if cells of other shards are missing.
    """
    _expect_arguments(out, resume, shard, threads)
    if client is not None and not hasattr(client, "submit"):
        raise TypeError(f"`client` is {client!r}; expected a `distributed.Client`")
    text, folder, name, network = _text(experiment)
    out = Path(out) if out is not None else Path(f"{name}-results")
    parsed = Experiment(text, folder, network)
    _check_folder(out, resume)
    if resume:
        parsed.clear(out)
    found = None
    if parsed.loads_are_to_be_found:
        parsed.find_loads(out, threads, progress)
        found = parsed.loads()
    missing = parsed.missing(out, shard)
    with Bar(progress, len(missing), "cells") as bar:
        if client is None:
            parsed.run(out, missing, threads, bar.set if progress else None)
        else:
            _run_on(client, parsed, _job(text, folder, found, network), out, missing, bar)
    table = parsed.collect(out, threads)
    return None if table is None else Sweep(out, *table)


def _expect_arguments(out: Any, resume: Any, shard: Any, threads: Any) -> None:
    if out is not None and not isinstance(out, (str, os.PathLike)):
        raise TypeError(f"`out` is {out!r}; expected the path of a folder")
    if not isinstance(resume, bool):
        raise TypeError(f"`resume` is {resume!r}; expected True or False")
    if not isinstance(shard, str):
        raise TypeError(f"`shard` is {shard!r}; expected a text such as \"1/4\"")
    if threads is None:
        return
    expected = "expected a number of at least 1, or None: as many as there are cores"
    if isinstance(threads, bool) or not hasattr(threads, "__index__"):
        raise TypeError(f"`threads` is {threads!r}; {expected}")
    if threads < 1:
        raise BadOption(f"`threads` is {threads}; {expected}", "threads")


def _check_folder(out: Path, resume: bool) -> None:
    cells = out / "cells"
    if not resume and cells.is_dir() and any(cells.iterdir()):
        raise Error(f"{out} has results already; add `resume=True` to go on with them, or name another folder", str(out))


def _text(experiment: Any) -> tuple[str, str, str, Network | None]:
    """The text of an experiment, the folder of the files that it names, what it is called, and its network if that is at
    hand."""
    if dataclasses.is_dataclass(experiment) and not isinstance(experiment, type):
        experiment = dataclasses.asdict(experiment)
    if isinstance(experiment, Mapping):
        described, network = _described(experiment)
        return to_toml(described), os.getcwd(), "sweep", network
    if isinstance(experiment, str) and "\n" in experiment:
        return experiment, os.getcwd(), "sweep", None
    if not isinstance(experiment, (str, os.PathLike)):
        raise TypeError(f"{experiment!r} is no experiment; expected a dictionary, a dataclass, the text of a TOML file, or its path")
    path = Path(experiment)
    try:
        return path.read_text(), str(path.resolve().parent), path.stem, None
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: {getattr(error, 'strerror', None) or error}", str(path)) from error


def _described(experiment: Mapping) -> tuple[Mapping, Network | None]:
    """The experiment with a network that is at hand as its name, and what it has lost; and the network, if no description
    makes it."""
    if "schemes" in experiment:
        experiment = {**experiment, "schemes": _schemes(experiment["schemes"])}
    network = experiment.get("topology")
    if hasattr(network, "is_directed"):
        raise TypeError("the topology is a graph of networkx; expected a network: `Network.from_networkx(graph)`")
    if not isinstance(network, Network):
        return experiment, None
    spec, text = network._spec()
    clash = [key for key in spec if key != "topology" and key in experiment]
    if clash:
        raise Error(f"the network says itself what it has lost; leave out `{clash[0]}`", clash[0])
    return {**experiment, **spec}, None if text is None else network


def _schemes(given: Any) -> list:
    """The schemes of an experiment: one is a list of one, and tuples among options are nodes."""
    several = [given] if isinstance(given, (str, Mapping)) or callable(given) else given

    def plain(scheme):
        if not isinstance(scheme, Mapping):
            return scheme
        return {key: node_name(value) if isinstance(value, tuple) else value for key, value in scheme.items()}

    return [plain(scheme) for scheme in several]


def _run_on(client, parsed: Experiment, job: bytes, out: Path, missing: list[str], bar: Bar) -> None:
    """Runs cells on the workers of Dask, and keeps each result as soon as it is there."""
    from distributed import as_completed

    labels = {key: (label, load, seed) for key, label, load, seed in parsed.cells()}
    futures = {}
    for key in missing:
        # Names that the dashboard groups by scheme and load.
        label, load, seed = labels[key]
        name = f"{label.replace('-', '_')} at {load:.12g}".replace("e-", "e_")
        future = client.submit(_run_cell, job, key, key=f"{name}-{seed}-{key[:16]}", pure=True, retries=3)
        futures[future] = key
    try:
        for done, future in enumerate(as_completed(futures), 1):
            parsed.keep(out, futures[future], future.result())
            bar.set(done)
    except BaseException:
        client.cancel(list(futures))
        raise


def _job(text: str, folder: str, loads: list | None, network: Network | None) -> bytes:
    """All that a worker needs to know, with the functions that this process has defined, by value."""
    import cloudpickle

    own = [own for own in _own.defined.values() if own.name in text]
    modules = {own.function.__module__ for own in own} - {"__main__"}
    by_value = [sys.modules[name] for name in sorted(modules) if name in sys.modules]
    for module in by_value:
        cloudpickle.register_pickle_by_value(module)
    try:
        return cloudpickle.dumps((text, folder, os.getcwd(), loads, own, network))
    finally:
        for module in by_value:
            cloudpickle.unregister_pickle_by_value(module)


def _run_cell(job: bytes, key: str) -> str:
    """Runs a cell on a worker."""
    return _experiment(job).run_cell(key)


_folder = threading.Lock()


@functools.lru_cache(maxsize=4)
def _experiment(job: bytes) -> Experiment:
    """The experiment of a job, whose network is built once on a worker."""
    text, folder, current, loads, own, network = pickle.loads(job)
    _own.define(own)
    # Descriptions of networks are found from where the sweep was started.
    with _folder:
        before = os.getcwd()
        try:
            os.chdir(current)
        except OSError:
            pass
        try:
            experiment = Experiment(text, folder, network)
        finally:
            os.chdir(before)
    if loads is not None:
        experiment.set_loads(loads)
    return experiment
