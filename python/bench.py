"""What a call costs, beside Rust alone, networkx and pure Python: a table in Markdown.

Build the package with `pip install ./python` first: `python/test` builds it without the last optimisations.
"""

import sys
import tempfile
import time
import timeit
from pathlib import Path

import networkx as nx
from networkx.algorithms.approximation import steiner_tree

import wormcast

sys.path.insert(0, str(Path(__file__).parent / "tests"))
from dual_path import PyDualPath  # noqa: E402


def us(work, number=300):
    """The best of seven measurements of a call, in µs of processor time: whoever else is busy does not count."""
    return min(timeit.repeat(work, number=number, repeat=7, timer=time.process_time)) / number * 1e6


def in_rust(network, scheme, source, destinations):
    """The same for a planner of the library that is ready."""
    return min(network._time_plans(scheme, source, destinations, 200) for _ in range(7))


def plans():
    mesh, source = wormcast.Network("mesh:16x16"), "2,1"
    destinations = mesh.random_destinations(source, 10, seed=3)
    graph, own = mesh.to_networkx(), PyDualPath(mesh)
    numbers = [mesh.number(node) for node in [source, *destinations]]
    for scheme in ("dual-path", "single-tree"):
        inside = in_rust(mesh, scheme, source, destinations)
        yield f"`{scheme}` in Rust alone", inside
        yield f"`mesh.plan(\"{scheme}\", …)`", us(lambda: mesh.plan(scheme, source, destinations))
    yield "dual-path in pure Python", us(lambda: own.plan(numbers[0], numbers[1:]), 30)
    yield "the same as a scheme, `mesh.plan(PyDualPath, …)`", us(lambda: mesh.plan(PyDualPath, source, destinations), 100)
    yield "networkx `steiner_tree`", us(lambda: steiner_tree(graph, [source, *destinations]), 1)


def own_scheme():
    """A scheme that takes some 50 µs: what a planner in Rust that calls it spends beside."""
    mesh, source = wormcast.Network("mesh:16x16"), "2,1"
    destinations = mesh.random_destinations(source, 10, seed=3)
    prepared = PyDualPath(mesh)
    numbers = [mesh.number(node) for node in [source, *destinations]]
    worms = prepared.plan(numbers[0], numbers[1:])

    @wormcast.scheme("bench-busy", nodes="numbers")
    def busy(network, source, to):
        for _ in range(4500):
            pass
        return worms

    own = us(lambda: busy(mesh, numbers[0], numbers[1:]))
    # Long enough to be measured in processor time from here, with the planner being made ready once in 200 plans.
    whole = us(lambda: mesh._time_plans("bench-busy", source, destinations, 200), 1) / 200
    yield "a scheme in Python, called from Python", own
    yield "the same, called by a planner of the library", whole


def swept():
    """A multicast of a sweep: planned in Python, and judged. The scheme of the library has the same plans, so that the rest
    of the sweep takes as long."""

    @wormcast.scheme("bench-counted", nodes="numbers")
    class Counted(PyDualPath):
        calls = 0

        def plan(self, source, destinations):
            Counted.calls += 1
            return super().plan(source, destinations)

    traffic = {"multicast_share": 1, "multicast": {"destinations": 10}}
    statistics = {"max_messages": 4000, "half_width_share": 0.001}
    table = {"topology": "mesh:16x16", "loads": [0.002], "traffic": traffic, "statistics": statistics}

    def spent(scheme):
        with tempfile.TemporaryDirectory() as folder:
            begun = time.process_time()
            wormcast.sweep({**table, "schemes": [scheme]}, Path(folder) / "out", threads=1)
            return time.process_time() - begun

    library = min(spent("dual-path") for _ in range(3))
    own = min(spent(Counted) for _ in range(3))
    yield "dual-path in pure Python, for each multicast of a sweep", (own - library) / (Counted.calls / 3) * 1e6


def hops():
    mesh = wormcast.Network("mesh:1000x1000")
    plan = mesh.plan("single-tree", "0,0", mesh.nodes[1:])
    yield "`plan.hops()` of a million hops", us(plan.hops, 3)
    yield "`plan.to_pandas()` of a million hops", us(plan.to_pandas, 1)


print("| on `mesh:16x16`, 10 destinations | µs |\n|---|---|")
for measure in (plans, own_scheme, swept, hops):
    for what, spent in measure():
        print(f"| {what} | {spent:,.1f} |", flush=True)
